import { utf8, toHex } from '../crypto/bytes.ts';
import { fingerprint, sha256 } from '../crypto/fingerprint.ts';
import { submitBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import { versionFor, type SubmitRow, type Version } from '../protocol/operation.ts';
import { submitRowOf } from '../protocol/operations.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { By } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';
import { demandMethod, type Managing } from './authorization.ts';
import { presentOf, type Clock } from './clock.ts';
import { start } from './machine.ts';
import type { OutboxEntry } from './outbox-record.ts';
import type { Outbox } from './outbox.ts';
import { prepare } from './prepare.ts';
import type { Stamp } from './transport.ts';
import { withoutSecrets } from './view.ts';

type Values = Readonly<Record<string, unknown>>;

/** What somebody wants done. */
export type Request = {
  /** Made by whoever asks; asking again with it never makes a second activity. */
  readonly id: string;
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
};

/** Who asks, and by which id. */
export type Asker = Pick<Request, 'id' | 'origin'>;

export type SubmitEffects = Managing & {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** `profile_unknown` */
  readonly profile: (id: string) => Promise<Profile>;
  /** Public facts of a key of the vault; `key_unknown`. */
  readonly key: (id: string) => Promise<{ readonly curve: string; readonly publicKey: string }>;
  /** The stamp over a body: `vault_locked`, `key_unknown`, `passkey_unknown`, `passkey_invalid`. */
  readonly stamp: (profile: Profile, by: By, body: string) => Promise<Stamp>;
  /** Called once a new entry is on disk. */
  readonly onStored: (id: string) => void;
};

/** How many earlier codes are looked at for their generation. */
const EARLIER = 100;

/** One activity whose body is made and not stamped: what a person is shown before they decide. */
export type Draft = {
  readonly operation: string;
  readonly path: string;
  readonly type: string;
  readonly profileId: string;
  readonly organizationId: string;
  readonly keyId: string | null;
  readonly baseUrl: string;
  /** SHA-256 of the whole request, hex. */
  readonly asked: string;
  readonly timestampMs: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The exact text to stamp and send. */
  readonly body: string;
};

export type Submit = {
  /**
   * Makes the body of a request whose parameters are ready to stamp, and keeps nothing. Errors:
   * `invalid_input` naming the field, `profile_unknown`, `generation_mixed`, `clock_ahead`.
   */
  readonly draft: (request: Request) => Promise<Draft>;
  /** The same for a request of Keystamp's own pages, whose parameters are prepared first. */
  readonly prepared: (request: Request) => Promise<Draft>;
  /**
   * Stamps and stores the body of a draft as it is. Known ids as with `submit`. `approval_changed`
   * when the profile is another one by now, or the clock no longer confirms the body's time; errors of
   * a passkey's stamp; else as of `submit`.
   */
  readonly commit: (asker: Asker, draft: Draft, by: By) => Promise<OutboxEntry>;
  /**
   * Does all of it with the profile's API key. The entry of a request: the stored one for an id that is known, else a new one, which is on disk
   * before this answers. Errors: `invalid_input` naming the field, also for a known id with another
   * request; `profile_unknown`, `vault_locked`, `key_unknown`, `generation_mixed`, `bundle_invalid`,
   * `bundle_foreign`, `clock_ahead`, `passkey_required`, `managed_*`, `storage_failed`, `storage_full`.
   * After an error nothing was stored or sent.
   */
  readonly submit: (request: Request) => Promise<OutboxEntry>;
};

/** Builds, stamps and stores activities. Sending is the courier's. */
export function createSubmit(effects: SubmitEffects): Submit {
  const { outbox } = effects;
  const running = new Map<string, Promise<OutboxEntry>>();

  async function once(
    { id }: Asker,
    asked: Asked | (() => Promise<Asked>),
    make: () => Promise<OutboxEntry>,
  ): Promise<OutboxEntry> {
    // A second call for an id that is being stored waits for the first one.
    await running.get(id)?.catch(() => undefined);
    const stored = await outbox.get(id);
    const known = stored ?? (await running.get(id));
    if (known) return sameRequest(known, typeof asked === 'function' ? await asked() : asked);
    const work = make().finally(() => running.delete(id));
    running.set(id, work);
    return work;
  }

  return {
    submit: (request) =>
      once(
        request,
        () => askedOf(request),
        () => make(effects, request),
      ),
    draft: async (request) => {
      const resolved = await resolve(effects, request);
      return draft(effects, request, resolved, request.parameters);
    },
    prepared: async (request) => {
      const resolved = await resolve(effects, request);
      return draft(effects, request, resolved, await preparedValues(effects, request, resolved));
    },
    commit: (asker, made, by) =>
      once(asker, made, async () => {
        const profile = await demandSameProfile(effects, made);
        await outbox.times.claim(profile.id, made.timestampMs, presentOf(effects.clock, made));
        return stampAndStore(effects, asker, { made, profile, by });
      }),
  };
}

/** With the API key, in one go. What a key may not stamp is refused before anything is made. */
async function make(effects: SubmitEffects, request: Request): Promise<OutboxEntry> {
  const resolved = await resolve(effects, request);
  const { profile, row } = resolved;
  const by: By = { method: 'key' };
  await demandMethod(effects, profile, row.name, by.method);
  const values = await preparedValues(effects, request, resolved);
  const made = await draft(effects, request, resolved, values);
  return stampAndStore(effects, request, { made, profile, by });
}

async function preparedValues(
  effects: SubmitEffects,
  request: Request,
  { profile, version }: Resolved,
): Promise<Values> {
  const key = profile.keyId === null ? null : await effects.key(profile.keyId);
  return prepare({ ...request, version, profile, key });
}

type Resolved = {
  readonly row: SubmitRow;
  readonly version: Version;
  readonly profile: Profile;
};

async function resolve(effects: SubmitEffects, request: Request): Promise<Resolved> {
  const row = submitRowOf(request.operation);
  if (!row) throw unknownOperation();
  const profile = await effects.profile(request.profileId);
  const version = versionFor(row, profile.otpGeneration);
  await demandSameGeneration(effects, row, version, request);
  return { row, version, profile };
}

async function draft(
  { outbox, clock }: SubmitEffects,
  request: Request,
  { row, version, profile }: Resolved,
  values: Values,
): Promise<Draft> {
  const parameters = parseOrThrow(version.parameters, values, 'parameters');
  const place = { profileId: profile.id, baseUrl: profile.baseUrl };
  const timestampMs = await outbox.times.next(profile.id, presentOf(clock, place));
  return {
    operation: row.name,
    path: row.path,
    type: version.type,
    profileId: profile.id,
    organizationId: profile.organizationId,
    keyId: profile.keyId,
    baseUrl: profile.baseUrl,
    asked: await digestOf(request),
    timestampMs,
    parameters,
    body: submitBody(version, profile.organizationId, timestampMs, parameters),
  };
}

/** The user was shown one organization, key and host: no other may take their place. */
async function demandSameProfile(effects: SubmitEffects, made: Draft): Promise<Profile> {
  const profile = await effects.profile(made.profileId);
  const same =
    profile.organizationId === made.organizationId &&
    profile.keyId === made.keyId &&
    profile.baseUrl === made.baseUrl;
  if (!same) throw new KeystampError('approval_changed');
  return profile;
}

type Ready = { readonly made: Draft; readonly profile: Profile; readonly by: By };

/** Every stamp over an activity is made here, and held against the profile's rule first. */
async function stampAndStore(
  effects: SubmitEffects,
  { id, origin }: Asker,
  { made, profile, by }: Ready,
): Promise<OutboxEntry> {
  const { outbox, clock, stamp } = effects;
  const { path, body, parameters, asked, ...head } = made;
  await demandMethod(effects, profile, made.operation, by.method);
  const letter = { path, body, stamp: await stamp(profile, by, body) };
  const now = clock.now();
  const record = {
    ...start(now, made.timestampMs),
    ...head,
    id,
    origin,
    method: by.method,
    fingerprint: await fingerprint(body),
    createdAt: now,
    hidden: false,
  };
  const version = submitRowOf(made.operation)?.versions.find((one) => one.type === made.type);
  if (!version) throw unknownOperation();
  const facts = {
    asked,
    parameters: withoutSecrets(version, parameters),
    activity: null,
    result: null,
    error: null,
  };
  await outbox.add(record, letter, facts);
  effects.onStored(id);
  return { record, letter, facts };
}

/** Codes exist in two generations; a code of one must not be answered in the other. */
async function demandSameGeneration(
  { outbox }: SubmitEffects,
  { begins }: SubmitRow,
  version: Version,
  { profileId, parameters }: Request,
): Promise<void> {
  const first = begins && submitRowOf(begins.with);
  if (!first) return;
  for (const { record, facts } of await outbox.list({ profileId, before: null, limit: EARLIER })) {
    const result = record.operation === first.name ? facts?.result : undefined;
    const taken = Object.entries(begins.take).some(
      ([field, member]) =>
        parameters[field] !== undefined && parameters[field] === result?.[member],
    );
    const generation = first.versions.find((one) => one.type === record.type)?.generation;
    if (taken && generation !== version.generation) throw new KeystampError('generation_mixed');
  }
}

/** What tells a request from another one. */
type Asked = Pick<Draft, 'profileId' | 'operation' | 'asked'>;

async function askedOf(request: Request): Promise<Asked> {
  const { profileId, operation } = request;
  return { profileId, operation, asked: await digestOf(request) };
}

function sameRequest(entry: OutboxEntry, { profileId, operation, asked }: Asked): OutboxEntry {
  const { record, facts } = entry;
  const same =
    record.profileId === profileId &&
    record.operation === operation &&
    (facts === null || facts.asked === asked);
  if (same) return entry;
  const message = 'This id belongs to another request. Start again.';
  throw new KeystampError('invalid_input', message, { field: 'id' });
}

/**
 * SHA-256 of the whole request in hex. On disk it is sealed only: a short code could be guessed from
 * it.
 */
async function digestOf(request: Request): Promise<string> {
  const { profileId, operation, parameters, secrets } = request;
  const text = JSON.stringify(sorted([profileId, operation, parameters, secrets]));
  return toHex(await sha256(utf8(text)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]);
}

function unknownOperation(): KeystampError {
  return new KeystampError('invalid_input', 'operation: Keystamp knows no such operation.', {
    field: 'operation',
  });
}
