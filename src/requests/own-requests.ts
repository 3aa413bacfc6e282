import { demandMethod } from '../activities/authorization.ts';
import { toEntryView, withoutSecrets } from '../activities/outbox/entry-view.ts';
import { KeystampError } from '../protocol/errors.ts';
import { versionOfType } from '../protocol/operation-row.ts';
import { READ_SESSION, submitRowOf } from '../protocol/operations.ts';
import { OWN_ORIGIN, type EntryView, type ReplacedValues } from '../protocol/outbox-entry.ts';
import type { StamperKind, StampMethod } from '../protocol/passkey.ts';
import type { OwnOutcome, OwnRequestView } from '../protocol/pending-request.ts';
import { prepareBody, queryPrepared, type BodyDeps, type PreparedBody } from './prepared-body.ts';
import type { OwnRequest } from './request-record.ts';
import type { PendingDeps, UnlockedDeps } from './lifecycle.ts';
import type { ReadSessions } from '../activities/read-sessions.ts';

/*
 * The user's own requests, made in Keystamp itself, from the form to the outcome. They are pending
 * like a web page's request: a popup that closes in between loses nothing, and when the browser
 * closes, whatever wasn't stamped is forgotten.
 */

/** What carries out the user's own requests. */
export type OwnDeps = BodyDeps & { readonly readSessions: ReadSessions };

/** A request of one of Keystamp's own pages. */
export type OwnRequestInput = {
  /** For an activity, the id of its outbox entry. */
  readonly id: string;
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** What the page showed as current. */
  readonly replaced?: ReplacedValues | undefined;
  /**
   * What the page intends to stamp with: if that isn't allowed, refuse it now rather than after the
   * user has reviewed it.
   */
  readonly method: StamperKind;
};

/**
 * Builds the body and stores the request with it. Errors: those of a draft and of the method, and
 * `passkey_missing`.
 */
export async function beginOwnRequest(
  deps: BodyDeps & PendingDeps & UnlockedDeps,
  input: OwnRequestInput,
): Promise<OwnRequestView> {
  if (!(await deps.isUnlocked())) throw new KeystampError('vault_locked');
  await deps.requests.load();
  const generation = deps.requests.ownGeneration();
  const request = await createOwnRequest(deps, input);
  // A lock in the meantime has cleared the requests: nothing may be stored after it.
  const isOpen = await deps.isUnlocked();
  if (!isOpen || generation !== deps.requests.ownGeneration()) {
    throw new KeystampError('vault_locked');
  }
  await deps.requests.put(request);
  // If a lock began during that check, its change has been written by now.
  if (!(await deps.isUnlocked())) {
    await deps.requests.clearOwn();
    throw new KeystampError('vault_locked');
  }
  void deps.presence.watchOwn(deps);
  deps.onChange();
  return toOwnView(request);
}

/**
 * Stamps an activity with the API key after the user has approved it in its form. The request is
 * the same, but it never waits, so it isn't stored: its secrets stay out of the session area.
 * Another call with the same id returns the stored entry. Errors: those of a draft, of the method
 * and of the stamp.
 */
export async function submitOwnRequest(
  deps: OwnDeps,
  input: Omit<OwnRequestInput, 'method'>,
): Promise<EntryView> {
  // A read session has no outbox entry, so it goes through `requests_begin` and a decision instead.
  const isActivity = submitRowOf(input.operation) && input.operation !== READ_SESSION.name;
  if (!isActivity) throw unknownOperation();
  const known = await deps.submit.find({ ...input, origin: OWN_ORIGIN });
  if (known) return toEntryView(known);
  const outcome = await createAndComplete(deps, input).catch((error: unknown) => {
    // The user approved the form and not these exact bytes, and if the clock jumped between the two
    // steps, nothing was stamped.
    if (error instanceof KeystampError && error.code === 'approval_changed') {
      return createAndComplete(deps, input);
    }
    throw error;
  });
  if (outcome.kind !== 'activity') throw unknownOperation();
  return outcome.entry;
}

async function createAndComplete(deps: OwnDeps, input: Omit<OwnRequestInput, 'method'>) {
  const request = await createOwnRequest(deps, { ...input, method: 'key' });
  return completeOwn(deps, request, { method: 'key' });
}

/** The request with its exact body. Refuses a method that may not stamp it before that. */
async function createOwnRequest(
  deps: BodyDeps,
  { method, ...input }: OwnRequestInput,
): Promise<OwnRequest> {
  const { id, profileId, operation, parameters, secrets } = input;
  await demandMethod(deps, await deps.profiles.get(profileId), operation, method);
  const requested = { kind: 'operation', operation, profileId, parameters } as const;
  const preparedBody = await prepare(deps, input);
  return { asker: 'own', id, at: deps.now(), requested, secrets, state: 'pending', preparedBody };
}

/** Builds a new body for a request whose body is no longer fresh. Errors: those of a draft. */
export function prepareOwnBody(
  deps: BodyDeps,
  { id, requested, secrets }: OwnRequest,
): Promise<PreparedBody> {
  return prepare(deps, { ...requested, id, secrets });
}

function prepare(deps: BodyDeps, input: Omit<OwnRequestInput, 'method'>): Promise<PreparedBody> {
  return prepareBody(deps, input, () =>
    deps.submit.draftPrepared({ ...input, origin: OWN_ORIGIN }),
  );
}

/**
 * Stamps the body and carries out the request. After an error, it stays pending. Errors:
 * `passkey_*`, and those of the operation.
 * @param readGeneration generation of the read sessions when the vault was found unlocked
 */
export async function completeOwn(
  deps: OwnDeps,
  { id, requested, preparedBody }: OwnRequest,
  stampMethod: StampMethod,
  readGeneration?: number,
): Promise<OwnOutcome> {
  const { operation, profileId } = requested;
  const { draft, body } = preparedBody;
  if (!draft) {
    const result = await queryPrepared(deps, requested, preparedBody, stampMethod);
    return { kind: 'query', result };
  }
  if (operation !== READ_SESSION.name) {
    const entry = await deps.submit.commit({ id, origin: OWN_ORIGIN }, draft, stampMethod);
    return { kind: 'activity', entry: toEntryView(entry) };
  }
  const profile = await deps.profiles.get(profileId);
  await demandMethod(deps, profile, operation, stampMethod.method);
  const stamp = await deps.stamp(profile, stampMethod, body);
  return {
    kind: 'read-session',
    until: await deps.readSessions.begin(draft, stamp, readGeneration),
  };
}

export function toOwnView({ id, at, requested, preparedBody }: OwnRequest): OwnRequestView {
  const { kind, operation, profileId } = requested;
  return {
    asker: 'own',
    id,
    at,
    state: 'pending',
    requested: { kind, operation, profileId },
    onlyReads: preparedBody.draft === null || operation === READ_SESSION.name,
  };
}

/** What pages see of a body: no secrets; if it contains one, not the text either. */
export function visibleBodyOf({ requested, preparedBody }: OwnRequest) {
  const { body, draft } = preparedBody;
  if (!draft) return { parameters: requested.parameters, body };
  const row = submitRowOf(requested.operation);
  const version = row && versionOfType(row, draft.type);
  if (!version) throw unknownOperation();
  const parameters = withoutSecrets(version, draft.parameters);
  const isWhole = Object.keys(parameters).length === Object.keys(draft.parameters).length;
  return { parameters, body: isWhole ? body : null };
}

function unknownOperation(): KeystampError {
  const message = 'operation: Keystamp knows no such operation.';
  return new KeystampError('invalid_input', message, { field: 'operation' });
}
