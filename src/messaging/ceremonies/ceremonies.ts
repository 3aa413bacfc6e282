import * as v from 'valibot';
import { demandMethod } from '../../activities/authorization.ts';
import { targetOf } from '../../activities/home.ts';
import type { Profiles } from '../../activities/profiles.ts';
import { textOf, type Queries } from '../../activities/queries.ts';
import type { ReadSessions } from '../../activities/read-sessions.ts';
import type { Draft, Request, Submit } from '../../activities/submit.ts';
import type { Stamp } from '../../activities/transport.ts';
import { viewOf, withoutSecrets } from '../../activities/view.ts';
import { digestOfBody } from '../../crypto/fingerprint.ts';
import type {
  CeremonyEnd,
  CeremonyKind,
  CeremonyView,
  OpenedCeremony,
} from '../../protocol/ceremony.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { versionOfType } from '../../protocol/operation.ts';
import { queryRowOf, READ_SESSION, submitRowOf } from '../../protocol/operations.ts';
import type { By, PasskeyAnswer } from '../../protocol/passkey.ts';
import { choiceOf, type Profile } from '../../protocol/profile.ts';
import { item, type Area } from '../../storage/area.ts';

/*
 * Requests of Keystamp's own pages that wait for a passkey: in memory-only storage, so that a popup
 * that closes in the middle loses nothing, and a browser that ends forgets what was never stamped.
 */

/** A body carries a time: an older one is made anew before it is shown. */
const FRESH_MS = 300_000;
/** Between showing a body and the passkey's answer. */
const ANSWERED_MS = 900_000;
/** Nobody goes on with a request of yesterday. */
const OLDEST_MS = 3_600_000;
const MOST = 20;

type Ceremony = CeremonyView & {
  /** What was asked, secrets included: memory only, like the body that holds them. */
  readonly wish: Pick<Request, 'parameters' | 'secrets'>;
  readonly made: {
    readonly body: string;
    readonly digest: string;
    readonly at: number;
    readonly draft: Draft | null;
  };
};

export type CeremonyEffects = {
  /** Memory only. */
  readonly session: Area;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly profiles: Profiles;
  readonly submit: Submit;
  readonly queries: Queries;
  readonly readSessions: ReadSessions;
  readonly stamp: (profile: Profile, by: By, body: string) => Promise<Stamp>;
  readonly isUnlocked: () => Promise<boolean>;
  /** Something that waits has changed. */
  readonly onChange: () => void;
};

/** What a page of ours wants stamped. */
export type CeremonyWish = {
  readonly id: string;
  readonly kind: CeremonyKind;
  readonly profileId: string;
  /** Nothing for a read session. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
};

/** Ours wrote them, in this session of the browser, where nobody else can write. */
const stored = v.custom<readonly Ceremony[]>(Array.isArray);

export type Ceremonies = ReturnType<typeof createCeremonies>;

/** The requests that wait for a passkey. Everything but the list and a lock needs an open vault. */
export function createCeremonies(effects: CeremonyEffects) {
  const { now, profiles, readSessions } = effects;
  const shelf = item(effects.session, 'ceremonies', stored);
  let line: Promise<unknown> = Promise.resolve();

  async function all(): Promise<readonly Ceremony[]> {
    const found = (await shelf.get().catch(() => undefined)) ?? [];
    return found.filter(({ at }) => now() - at < OLDEST_MS);
  }

  /** One change after the other: each writes the whole list. */
  function change(edit: (list: readonly Ceremony[]) => readonly Ceremony[]): Promise<void> {
    const run = line.then(async () => {
      const next = edit(await all());
      return next.length > 0 ? shelf.set(next) : shelf.remove();
    });
    line = run.catch(() => undefined);
    return run.then(effects.onChange);
  }

  const put = (one: Ceremony) =>
    change((list) => [...list.filter(({ id }) => id !== one.id), one].slice(-MOST));
  const drop = (id: string) => change((list) => list.filter((one) => one.id !== id));

  async function demand(id: string): Promise<Ceremony> {
    if (!(await effects.isUnlocked())) throw new KeystampError('vault_locked');
    const one = (await all()).find((other) => other.id === id);
    if (!one) throw new KeystampError('ceremony_gone');
    return one;
  }

  async function make(wish: CeremonyWish, profile: Profile): Promise<Ceremony['made']> {
    const { id, kind, profileId, operation, parameters, secrets } = wish;
    const at = now();
    if (kind === 'query') {
      const row = queryRowOf(operation);
      if (!row) throw unknownOperation();
      const body = textOf(targetOf(profile), row, parameters);
      return { body, digest: await digestOfBody(body), at, draft: null };
    }
    const request = { id, origin: 'popup', profileId, operation, parameters, secrets };
    const draft = await effects.submit.prepared(request);
    return { body: draft.body, digest: await digestOfBody(draft.body), at, draft };
  }

  /** Makes the body of a wish and keeps both. Errors as of a draft, and `passkey_missing`. */
  async function begin(asked: CeremonyWish): Promise<CeremonyView> {
    if (!(await effects.isUnlocked())) throw new KeystampError('vault_locked');
    const operation = asked.kind === 'look' ? READ_SESSION.name : asked.operation;
    const wish = { ...asked, operation };
    const profile = await profiles.get(wish.profileId);
    demandMethod(profile, operation, 'passkey');
    const { id, kind, profileId, parameters, secrets } = wish;
    const made = await make(wish, profile);
    const one = { id, kind, profileId, operation, at: now(), wish: { parameters, secrets }, made };
    await put(one);
    return viewed(one);
  }

  /** What to show and to sign. A body that has waited for long is made anew. */
  async function open(id: string): Promise<OpenedCeremony> {
    const kept = await demand(id);
    const profile = await profiles.get(kept.profileId);
    const { prompt } = choiceOf(profile, kept.operation);
    if (!prompt) throw new KeystampError('passkey_missing');
    const fresh = now() - kept.made.at < FRESH_MS;
    const one = fresh ? kept : { ...kept, made: await make({ ...kept, ...kept.wish }, profile) };
    if (!fresh) await put(one);
    return { ...viewed(one), ...shown(one), prompt };
  }

  /**
   * Stamps the body with the passkey's answer and does what was wished. After an error that is not the
   * service's own it waits as before. Errors: `ceremony_gone`, `approval_changed`, `passkey_*`, and
   * those of the operation.
   */
  async function finish(id: string, digest: string, answer: PasskeyAnswer): Promise<CeremonyEnd> {
    const one = await demand(id);
    const { made, kind, profileId } = one;
    if (made.digest !== digest || now() - made.at >= ANSWERED_MS) {
      throw new KeystampError('approval_changed');
    }
    const by: By = { method: 'passkey', answer };
    if (kind === 'submit' && made.draft) {
      const entry = await effects.submit.commit({ id, origin: 'popup' }, made.draft, by);
      await drop(id);
      return { kind, entry: viewOf(entry) };
    }
    const profile = await profiles.get(profileId);
    const stamp = await effects.stamp(profile, by, made.body);
    if (made.draft) {
      const until = await readSessions.begin(made.draft, stamp);
      await drop(id);
      return { kind: 'look', until };
    }
    const result = await answered(profile, one, stamp);
    await drop(id);
    return { kind: 'query', result };
  }

  async function answered(profile: Profile, { operation, made }: Ceremony, by: Stamp) {
    const row = queryRowOf(operation);
    if (!row) throw unknownOperation();
    const target = targetOf(profile);
    const answer = await effects.queries.askText(target, row, made.body, { priority: 'user', by });
    return typeof answer === 'object' && answer !== null ? { ...answer } : {};
  }

  return {
    /** What waits, oldest first. */
    list: async (): Promise<readonly CeremonyView[]> => (await all()).map(viewed),
    begin,
    open,
    finish,
    discard: drop,
    /** A lock leaves no body behind that a secret may be in. */
    clear: () => change(() => []),
  };
}

function viewed({ id, kind, profileId, operation, at }: Ceremony): CeremonyView {
  return { id, kind, profileId, operation, at };
}

/** What pages see of a body: nothing of a secret, and then not the text either. */
function shown({ operation, wish, made }: Ceremony) {
  const { body, digest, draft } = made;
  if (!draft) return { type: null, parameters: wish.parameters, body, digest };
  const row = submitRowOf(operation);
  const version = row && versionOfType(row, draft.type);
  if (!version) throw unknownOperation();
  const parameters = withoutSecrets(version, draft.parameters);
  const whole = Object.keys(parameters).length === Object.keys(draft.parameters).length;
  return { type: draft.type, parameters, body: whole ? body : null, digest };
}

function unknownOperation(): KeystampError {
  const message = 'operation: Keystamp knows no such operation.';
  return new KeystampError('invalid_input', message, { field: 'operation' });
}
