import { utf8, toHex } from '../crypto/bytes.ts';
import { fingerprint, sha256 } from '../crypto/fingerprint.ts';
import { submitBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { versionFor, type SubmitRow, type Version } from '../protocol/operation-row.ts';
import { submitRowOf } from '../protocol/operations.ts';
import { parseOrThrow, type Values } from '../protocol/parse.ts';
import type { StampMethod, StampHeader } from '../protocol/passkey.ts';
import type { Profile } from '../protocol/profile.ts';
import { demandMethod, type PolicyDeps } from './authorization.ts';
import { readClocks, type Clock } from './clock.ts';
import { initialProgress } from './outbox/transitions.ts';
import type { ReplacedValues } from '../protocol/outbox-entry.ts';
import type { OutboxEntry } from './outbox/record.ts';
import type { Outbox } from './outbox/outbox.ts';
import { prepare } from './prepare.ts';
import { withoutSecrets } from './outbox/entry-view.ts';
import { readTargetFingerprint } from './verify-vote.ts';

/** What a caller wants done. */
export type ActivityRequest = {
  /** Chosen by the caller. Asking again with the same id never makes a second activity. */
  readonly id: string;
  readonly origin: string;
  readonly profileId: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly replaced?: ReplacedValues | undefined;
};

/** Who requests it, and under which id. */
type Asker = Pick<ActivityRequest, 'id' | 'origin'>;

export type SubmitDeps = PolicyDeps & {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** `profile_unknown` */
  readonly profile: (id: string) => Promise<Profile>;
  /** Public facts about a key in the vault. `key_unknown` */
  readonly key: (id: string) => Promise<{ readonly curve: string; readonly publicKey: string }>;
  /** The stamp over a body. `vault_locked`, `key_unknown`, `passkey_unknown`, `passkey_invalid` */
  readonly stamp: (
    profile: Profile,
    stampMethod: StampMethod,
    body: string,
  ) => Promise<StampHeader>;
  /** Opens a key of the vault for a stamp that is about to be made. */
  readonly unseal: (keyId: string) => Promise<void>;
  /** Demands that the activity with this fingerprint may be approved. `not_approvable` */
  readonly demandApprovable: (profile: Profile, fingerprint: string) => Promise<void>;
  /** Called once a new entry is on disk. */
  readonly onStored: (id: string) => void;
};

/** How many earlier codes are searched for their generation. */
const MAX_EARLIER_CODES = 100;

/** An activity whose body is made but not stamped yet: what the user sees before they decide. */
export type ActivityDraft = {
  readonly operation: string;
  readonly path: string;
  readonly type: string;
  readonly profileId: string;
  readonly organizationId: string;
  readonly keyId: string | null;
  readonly baseUrl: string;
  /** SHA-256 of the whole request, in hex. */
  readonly requestDigest: string;
  readonly timestampMs: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The exact text to stamp and send. */
  readonly body: string;
  readonly replaced?: ReplacedValues;
};

export type Submit = {
  /**
   * Makes the body of a request whose parameters are ready to stamp, and stores nothing. Errors:
   * `invalid_input` naming the field, `profile_unknown`, `generation_mixed`, `clock_ahead`, and
   * `not_approvable` or what keeps an approval from being checked.
   */
  readonly draft: (request: ActivityRequest) => Promise<ActivityDraft>;
  /** The same for a request from Keystamp's own pages, whose parameters are prepared first. */
  readonly draftPrepared: (request: ActivityRequest) => Promise<ActivityDraft>;
  /**
   * Stamps and stores a draft's body exactly as it is. A known id returns its entry. Errors:
   * `approval_changed` if the profile is a different one now or the clock no longer confirms the
   * body's time, `not_approvable`, `vault_locked`, `key_unknown`, `passkey_*`, `managed_*`, `storage_failed`,
   * `storage_full`. After an error, nothing was stored or sent.
   */
  readonly commit: (
    asker: Asker,
    draft: ActivityDraft,
    stampMethod: StampMethod,
  ) => Promise<OutboxEntry>;
  /**
   * The entry of a request whose id is known, so that repeating it does nothing twice. Errors:
   * `invalid_input` if the id belongs to a different request.
   */
  readonly find: (request: ActivityRequest) => Promise<OutboxEntry | undefined>;
};

/** Builds, stamps and stores activities. The outbox runner sends them. */
export function createSubmit(deps: SubmitDeps): Submit {
  const { outbox } = deps;
  const inProgress = new Map<string, Promise<OutboxEntry>>();

  /** Waits for a call that is storing the same id. */
  async function findStored(id: string): Promise<OutboxEntry | undefined> {
    await inProgress.get(id)?.catch(() => undefined);
    const stored = await outbox.get(id);
    return stored ?? (await inProgress.get(id));
  }

  async function commitOnce(
    { id }: Asker,
    identity: RequestIdentity,
    create: () => Promise<OutboxEntry>,
  ): Promise<OutboxEntry> {
    const existing = await findStored(id);
    if (existing) return demandSameRequest(existing, identity);
    const work = create().finally(() => inProgress.delete(id));
    inProgress.set(id, work);
    return work;
  }

  return {
    find: async (request) => {
      const existing = await findStored(request.id);
      return existing && demandSameRequest(existing, await identifyRequest(request));
    },
    draft: async (request) => {
      const resolved = await resolveRequest(deps, request);
      return buildDraft(deps, request, resolved, request.parameters);
    },
    draftPrepared: async (request) => {
      const resolved = await resolveRequest(deps, request);
      return buildDraft(deps, request, resolved, await prepareValues(deps, request, resolved));
    },
    commit: (asker, draft, stampMethod) => {
      if (stampMethod.method === 'key') unsealSoon(deps, draft);
      return commitOnce(asker, draft, async () => {
        const profile = await demandSameProfile(deps, draft);
        await outbox.timestamps.claim(profile.id, draft.timestampMs, readClocks(deps.clock, draft));
        return stampAndStore(deps, asker, { draft, profile, stampMethod });
      });
    },
  };
}

/** While others read the stores. The stamp itself opens the key if this didn't, and says why not. */
function unsealSoon({ unseal }: SubmitDeps, { keyId }: Pick<ActivityDraft, 'keyId'>): void {
  if (keyId !== null) unseal(keyId).catch(() => undefined);
}

async function prepareValues(
  deps: SubmitDeps,
  request: ActivityRequest,
  { profile, version }: ResolvedRequest,
): Promise<Values> {
  const key = profile.keyId === null ? null : await deps.key(profile.keyId);
  return prepare({ ...request, version, profile, key });
}

type ResolvedRequest = {
  readonly row: SubmitRow;
  readonly version: Version;
  readonly profile: Profile;
};

async function resolveRequest(
  deps: SubmitDeps,
  request: ActivityRequest,
): Promise<ResolvedRequest> {
  const row = submitRowOf(request.operation);
  if (!row) throw unknownOperationError();
  const profile = await deps.profile(request.profileId);
  const version = versionFor(row, profile.otpGeneration);
  await demandSameGeneration(deps, row, version, request);
  return { row, version, profile };
}

async function buildDraft(
  deps: SubmitDeps,
  request: ActivityRequest,
  { row, version, profile }: ResolvedRequest,
  values: Values,
): Promise<ActivityDraft> {
  const { outbox, clock } = deps;
  const parameters = await withLateRules(() =>
    parseOrThrow(version.parameters, values, 'parameters'),
  );
  const clockSource = { profileId: profile.id, baseUrl: profile.baseUrl };
  const timestampMs = await outbox.timestamps.next(profile.id, readClocks(clock, clockSource));
  const body = submitBody(version, profile.organizationId, timestampMs, parameters);
  await demandVotable(deps, profile, row, body);
  return {
    operation: row.name,
    path: row.path,
    type: version.type,
    profileId: profile.id,
    organizationId: profile.organizationId,
    keyId: profile.keyId,
    baseUrl: profile.baseUrl,
    requestDigest: await digestOf(request),
    timestampMs,
    parameters,
    body,
    ...withReplaced(version, request.replaced),
  };
}

/**
 * What an approval brings about is in the bytes that its fingerprint is of, and nowhere in its own body. A
 * page that offers it whatever it was told changes nothing.
 */
async function demandVotable(
  { demandApprovable }: SubmitDeps,
  profile: Profile,
  row: SubmitRow | undefined,
  body: string,
): Promise<void> {
  if (row?.vote === 'approve') await demandApprovable(profile, readTargetFingerprint(body));
}

/** What was shown as current, as far as the row knows that a value replaces something. */
export function withReplaced(
  { fields }: Pick<Version, 'fields'>,
  replaced: ReplacedValues = {},
): Pick<ActivityDraft, 'replaced'> {
  const known = Object.entries(replaced).filter(([name]) =>
    Boolean(Object.hasOwn(fields, name) && fields[name]?.replaces),
  );
  return known.length > 0 ? { replaced: Object.fromEntries(known) } : {};
}

/** The user was shown one organization, key and host. No other may take their place. */
async function demandSameProfile(deps: SubmitDeps, draft: ActivityDraft): Promise<Profile> {
  const profile = await deps.profile(draft.profileId);
  const same =
    profile.organizationId === draft.organizationId &&
    profile.keyId === draft.keyId &&
    profile.baseUrl === draft.baseUrl;
  if (!same) throw new KeystampError('approval_changed');
  return profile;
}

type ApprovedDraft = {
  readonly draft: ActivityDraft;
  readonly profile: Profile;
  readonly stampMethod: StampMethod;
};

/** Every stamp over an activity is made here, after a check against the profile's rule. */
async function stampAndStore(
  deps: SubmitDeps,
  { id, origin }: Asker,
  { draft, profile, stampMethod }: ApprovedDraft,
): Promise<OutboxEntry> {
  const { outbox, clock, stamp } = deps;
  const { path, body, parameters, requestDigest, replaced, ...identity } = draft;
  await demandMethod(deps, profile, draft.operation, stampMethod.method);
  await demandVotable(deps, profile, submitRowOf(draft.operation), body);
  const signedRequest = { path, body, stamp: await stamp(profile, stampMethod, body) };
  const now = clock.now();
  const record = {
    ...initialProgress(now, draft.timestampMs),
    ...identity,
    id,
    origin,
    method: stampMethod.method,
    fingerprint: await fingerprint(body),
    createdAt: now,
    hidden: false,
  };
  const version = submitRowOf(draft.operation)?.versions.find(
    (candidate) => candidate.type === draft.type,
  );
  if (!version) throw unknownOperationError();
  const facts = {
    requestDigest,
    parameters: withoutSecrets(version, parameters),
    ...(replaced && { replaced }),
    activity: null,
    result: null,
    error: null,
  };
  await outbox.add(record, signedRequest, facts);
  deps.onStored(id);
  return { record, signedRequest, facts };
}

/** Codes come in two generations. A code of one must not be answered in the other. */
async function demandSameGeneration(
  { outbox }: SubmitDeps,
  { prerequisite }: SubmitRow,
  version: Version,
  { profileId, parameters }: ActivityRequest,
): Promise<void> {
  const prerequisiteRow = prerequisite && submitRowOf(prerequisite.operation);
  if (!prerequisiteRow) return;
  for (const { record, facts } of await outbox.list({
    profileId,
    before: null,
    limit: MAX_EARLIER_CODES,
  })) {
    const result = record.operation === prerequisiteRow.name ? facts?.result : undefined;
    const usesItsResult = Object.entries(prerequisite.fieldsFromResult).some(
      ([field, member]) =>
        parameters[field] !== undefined && parameters[field] === result?.[member],
    );
    const generation = prerequisiteRow.versions.find(
      (candidate) => candidate.type === record.type,
    )?.generation;
    if (usesItsResult && generation !== version.generation)
      throw new KeystampError('generation_mixed');
  }
}

/** What tells one request from another. */
type RequestIdentity = Pick<ActivityDraft, 'profileId' | 'operation' | 'requestDigest'>;

async function identifyRequest(request: ActivityRequest): Promise<RequestIdentity> {
  const { profileId, operation } = request;
  return { profileId, operation, requestDigest: await digestOf(request) };
}

function demandSameRequest(
  entry: OutboxEntry,
  { profileId, operation, requestDigest }: RequestIdentity,
): OutboxEntry {
  const { record, facts } = entry;
  const same =
    record.profileId === profileId &&
    record.operation === operation &&
    (facts === null || facts.requestDigest === requestDigest);
  if (same) return entry;
  throw new KeystampError('invalid_input', undefined, { field: 'id', reason: 'id_used' });
}

/**
 * SHA-256 of the whole request in hex. On disk it is always sealed: a short code could be guessed
 * from it.
 */
async function digestOf(request: ActivityRequest): Promise<string> {
  const { profileId, operation, parameters, secrets } = request;
  const text = JSON.stringify(sortMembers([profileId, operation, parameters, secrets]));
  return toHex(await sha256(utf8(text)));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sortMembers(member)]);
}

function unknownOperationError(): KeystampError {
  return new KeystampError('invalid_input', 'operation: Keystamp knows no such operation.', {
    field: 'operation',
  });
}
