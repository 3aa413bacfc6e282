import { demandMethod } from '../../activities/authorization.ts';
import type { ReadSessions } from '../../activities/read-sessions.ts';
import type { Submit } from '../../activities/submit.ts';
import { toEntryView, withoutSecrets } from '../../activities/outbox/entry-view.ts';
import type {
  CeremonyEnd,
  CeremonyKind,
  CeremonyView,
  OpenedCeremony,
} from '../../protocol/ceremony.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { versionOfType } from '../../protocol/operation-row.ts';
import { queryRowOf, READ_SESSION, submitRowOf } from '../../protocol/operations.ts';
import type { StampMethod, PasskeyAnswer } from '../../protocol/passkey.ts';
import { stampChoiceOf } from '../../protocol/profile.ts';
import {
  queryPrepared,
  demandSameBody,
  isFresh,
  prepareBody,
  type PreparedBody,
  type PreparedBodyDeps,
} from '../prepared-body.ts';
import { createShelf, type Ceremony, type Shelf, type ShelfEffects } from './shelf.ts';

/*
 * Requests of Keystamp's own pages that wait for a passkey: in memory-only storage, so that a popup
 * that closes in the middle loses nothing, and a browser that ends forgets what was never stamped.
 */

export type CeremonyEffects = ShelfEffects &
  PreparedBodyDeps & {
    readonly submit: Submit;
    readonly readSessions: ReadSessions;
    readonly isUnlocked: () => Promise<boolean>;
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

type Room = CeremonyEffects & { readonly shelf: Shelf };

export type Ceremonies = ReturnType<typeof createCeremonies>;

/** The requests that wait for a passkey. Everything but the list and a lock needs an open vault. */
export function createCeremonies(effects: CeremonyEffects) {
  const shelf = createShelf(effects);
  const room = { ...effects, shelf };
  return {
    /** What waits, oldest first. */
    list: async (): Promise<readonly CeremonyView[]> => (await shelf.all()).map(viewed),
    begin: (wish: CeremonyWish) => begin(room, wish),
    open: (id: string) => open(room, id),
    finish: (id: string, digest: string, answer: PasskeyAnswer) => finish(room, id, digest, answer),
    discard: shelf.drop,
    /** A lock leaves no body behind that a secret may be in. */
    clear: shelf.clear,
  };
}

async function demand({ isUnlocked, shelf }: Room, id: string): Promise<Ceremony> {
  if (!(await isUnlocked())) throw new KeystampError('vault_locked');
  const one = (await shelf.all()).find((other) => other.id === id);
  if (!one) throw new KeystampError('ceremony_gone');
  return one;
}

async function make(room: Room, wish: CeremonyWish): Promise<PreparedBody> {
  const { id, kind, operation, profileId, parameters, secrets } = wish;
  if ((kind === 'query') !== (queryRowOf(operation) !== undefined)) throw unknownOperation();
  return prepareBody(room, wish, () =>
    room.submit.draftPrepared({ id, origin: 'popup', profileId, operation, parameters, secrets }),
  );
}

/** Makes the body of a wish and keeps both. Errors as of a draft, and `passkey_missing`. */
async function begin(room: Room, asked: CeremonyWish): Promise<CeremonyView> {
  if (!(await room.isUnlocked())) throw new KeystampError('vault_locked');
  const operation = asked.kind === 'look' ? READ_SESSION.name : asked.operation;
  const wish = { ...asked, operation };
  const profile = await room.profiles.get(wish.profileId);
  await demandMethod(room, profile, operation, 'passkey');
  const { id, kind, profileId, parameters, secrets } = wish;
  const made = await make(room, wish);
  const view = { id, kind, profileId, operation, at: room.now() };
  await room.shelf.put({ ...view, wish: { parameters, secrets }, made });
  return view;
}

/** What to show and to sign. A body that has waited for long is made anew. */
async function open(room: Room, id: string): Promise<OpenedCeremony> {
  const kept = await demand(room, id);
  const profile = await room.profiles.get(kept.profileId);
  const { prompt } = stampChoiceOf(profile, kept.operation, await room.managed());
  if (!prompt) throw new KeystampError('passkey_missing');
  const fresh = isFresh(kept.made, room.now());
  const one = fresh ? kept : { ...kept, made: await make(room, { ...kept, ...kept.wish }) };
  if (!fresh) await room.shelf.put(one);
  return { ...viewed(one), ...shown(one), prompt };
}

/**
 * Stamps the body with the passkey's answer and does what was wished. After an error that is not the
 * service's own it waits as before. Errors: `ceremony_gone`, `approval_changed`, `passkey_*`, and
 * those of the operation.
 */
async function finish(
  room: Room,
  id: string,
  digest: string,
  answer: PasskeyAnswer,
): Promise<CeremonyEnd> {
  const one = await demand(room, id);
  await demandSameBody(one.made, digest, room.now());
  const end = await carryOut(room, one, { method: 'passkey', answer });
  await room.shelf.drop(id);
  return end;
}

async function carryOut(room: Room, one: Ceremony, by: StampMethod): Promise<CeremonyEnd> {
  const { id, kind, profileId, operation, made } = one;
  if (kind === 'submit' && made.draft) {
    const entry = await room.submit.commit({ id, origin: 'popup' }, made.draft, by);
    return { kind, entry: toEntryView(entry) };
  }
  if (!made.draft) {
    const { parameters } = one.wish;
    const result = await queryPrepared(room, { operation, profileId, parameters }, made, by);
    return { kind: 'query', result };
  }
  const profile = await room.profiles.get(profileId);
  await demandMethod(room, profile, operation, by.method);
  const stamp = await room.stamp(profile, by, made.body);
  return { kind: 'look', until: await room.readSessions.begin(made.draft, stamp) };
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
