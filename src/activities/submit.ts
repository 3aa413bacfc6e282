import { utf8, toHex } from '../crypto/bytes.ts';
import { fingerprint, sha256 } from '../crypto/fingerprint.ts';
import { submitBody } from '../protocol/envelope.ts';
import { KeystampError } from '../protocol/errors.ts';
import { versionFor, type SubmitRow, type Version } from '../protocol/operation.ts';
import { submitRowOf } from '../protocol/operations.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Clock } from './clock.ts';
import { start } from './machine.ts';
import type { OutboxEntry } from './outbox-record.ts';
import type { Outbox } from './outbox.ts';
import { prepare } from './prepare.ts';
import type { Stamp } from './transport.ts';
import { withoutSecrets } from './view.ts';

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

export type SubmitEffects = {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** `profile_unknown` */
  readonly profile: (id: string) => Promise<Profile>;
  /** Public facts of a key of the vault; `key_unknown`. */
  readonly key: (id: string) => Promise<{ readonly curve: string; readonly publicKey: string }>;
  /** `vault_locked`, `key_unknown` */
  readonly stamp: (keyId: string, body: string) => Promise<Stamp>;
  /** Called once a new entry is on disk. */
  readonly onStored: (id: string) => void;
};

/** How many earlier codes are looked at for their generation. */
const EARLIER = 100;

export type Submit = {
  /**
   * The entry of a request: the stored one for an id that is known, else a new one, which is on disk
   * before this answers. Errors: `invalid_input` naming the field, also for a known id with another
   * request; `profile_unknown`, `vault_locked`, `key_unknown`, `generation_mixed`, `bundle_invalid`,
   * `bundle_foreign`, `storage_failed`, `storage_full`. After an error nothing was stored or sent.
   */
  readonly submit: (request: Request) => Promise<OutboxEntry>;
};

/** Builds, stamps and stores activities. Sending is the courier's. */
export function createSubmit(effects: SubmitEffects): Submit {
  const { outbox } = effects;
  const running = new Map<string, Promise<OutboxEntry>>();
  return {
    submit: async (request) => {
      // A second call for an id that is being stored waits for the first one.
      await running.get(request.id)?.catch(() => undefined);
      const stored = await outbox.get(request.id);
      const known = stored ?? (await running.get(request.id));
      if (known) return sameRequest(known, request);
      const work = make(effects, request).finally(() => running.delete(request.id));
      running.set(request.id, work);
      return work;
    },
  };
}

async function make(effects: SubmitEffects, request: Request): Promise<OutboxEntry> {
  const row = submitRowOf(request.operation);
  if (!row) throw unknownOperation();
  const profile = await effects.profile(request.profileId);
  const version = versionFor(row, profile.otpGeneration);
  const key = await effects.key(profile.keyId);
  await demandSameGeneration(effects, row, version, request);
  const prepared = await prepare({ ...request, version, profile, key });
  const parameters = parseOrThrow(version.parameters, prepared, 'parameters');
  const entry = await stampAndStore(effects, { request, row, version, profile, parameters });
  effects.onStored(request.id);
  return entry;
}

type Ready = {
  readonly request: Request;
  readonly row: SubmitRow;
  readonly version: Version;
  readonly profile: Profile;
  readonly parameters: Readonly<Record<string, unknown>>;
};

async function stampAndStore(effects: SubmitEffects, ready: Ready): Promise<OutboxEntry> {
  const { outbox, clock, stamp } = effects;
  const { request, row, version, profile, parameters } = ready;
  const now = clock.now();
  const timestampMs = await outbox.tick(profile.id, now + clock.offset(profile.id));
  const body = submitBody(version, profile.organizationId, timestampMs, parameters);
  const letter = { path: row.path, body, stamp: await stamp(profile.keyId, body) };
  const record = {
    ...start(now, timestampMs),
    id: request.id,
    origin: request.origin,
    profileId: profile.id,
    organizationId: profile.organizationId,
    keyId: profile.keyId,
    baseUrl: profile.baseUrl,
    operation: row.name,
    type: version.type,
    fingerprint: await fingerprint(body),
    createdAt: now,
    hidden: false,
  };
  const facts = {
    asked: await digestOf(request),
    parameters: withoutSecrets(version, parameters),
    activity: null,
    result: null,
    error: null,
  };
  await outbox.add(record, letter, facts);
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

async function sameRequest(entry: OutboxEntry, request: Request): Promise<OutboxEntry> {
  const { record, facts } = entry;
  const same =
    record.profileId === request.profileId &&
    record.operation === request.operation &&
    (facts === null || facts.asked === (await digestOf(request)));
  if (same) return entry;
  const message = 'This id belongs to another request. Start again.';
  throw new KeystampError('invalid_input', message, { field: 'id' });
}

/** SHA-256 of the whole request in hex. Stored sealed only: a short code could be guessed from it. */
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
