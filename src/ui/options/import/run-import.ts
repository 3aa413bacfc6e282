import type { SealableKey, KeyCandidate } from '../../../client/import/sealable-key.ts';
import {
  proveAnswer,
  proveListed,
  type ProvedReply,
} from '../../../client/import/address-proof.ts';
import { readImportTarget, type ImportTarget } from '../../../client/import/import-target.ts';
import type { AddressFormat } from '../../../protocol/enums.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { KEY_IMPORT, BUILT_IN_QUERIES } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import type { Submitter } from '../passkey/submit-and-follow.ts';

/** What can be wrong with the service's encryption key. */
export type BundleFault = Extract<ImportTarget, { ok: false }>['fault'];

/** The steps of an import, in order. */
export const IMPORT_STAGES = ['begin', 'check', 'seal', 'send', 'prove'] as const;
export type ImportStage = (typeof IMPORT_STAGES)[number];

/** A key that the organization already has, with its addresses checked against ours. */
export type ExistingKey = {
  readonly id: string;
  /** Null if the list couldn't be read or doesn't contain the key. */
  readonly listedKey: ({ readonly name: string } & ProvedReply) | null;
};

export type ImportedKey = {
  readonly privateKeyId: string;
  readonly isRecorded: boolean;
} & ProvedReply;

/** The progress of an import. */
export type ImportRun = {
  readonly stage: ImportStage;
  readonly state: 'going' | 'stopped' | 'done';
  /** This stage's activity, if there is one. */
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  /** Why the service's encryption key was rejected. */
  readonly fault: BundleFault | null;
  readonly existing: ExistingKey | null;
  readonly imported: ImportedKey | null;
  /** The encrypted bundle. It can be sent again until its target key is used. */
  readonly sealed: string | null;
};

export const NOT_STARTED: ImportRun = {
  stage: 'begin',
  state: 'going',
  entry: null,
  error: null,
  fault: null,
  existing: null,
  imported: null,
  sealed: null,
};

export type ImportEffects = FollowEffects & {
  readonly randomId: () => string;
  /** Has an activity stamped with the profile's key or passkey. Resolves once it is stored. */
  readonly submit: Submitter['submit'];
};

/** What the user reviewed. */
export type ImportJob = {
  readonly profile: Profile;
  /** The user who stamps, according to the service. */
  readonly userId: string;
  readonly name: string;
  readonly formats: readonly AddressFormat[];
  readonly reading: KeyCandidate;
  readonly heldKey: SealableKey;
  /** From an earlier attempt that was rejected after the key was encrypted. */
  readonly sealed: string | null;
};

type ReportProgress = (change: Partial<ImportRun>) => void;
type ImportContext = {
  readonly effects: ImportEffects;
  readonly job: ImportJob;
  readonly report: ReportProgress;
  /** True once the user left the page: nobody sees the progress anymore. */
  readonly hasLeft: () => boolean;
};

/** Thrown to end a run whose final state has been reported. */
class ImportStopped extends Error {}

/**
 * Runs an import from its start through verification and reports every step. Never rejects. When
 * the user leaves the page, the worker continues what was stamped, but nothing verifies the
 * addresses.
 */
export async function runImport(
  effects: ImportEffects,
  job: ImportJob,
  report: ReportProgress,
  hasLeft: () => boolean,
): Promise<void> {
  const context = { effects, job, report, hasLeft };
  try {
    const sealed = job.sealed ?? (await encryptKey(context));
    report({ stage: 'send', sealed, entry: null });
    const finish = await sendKey(context, sealed);
    report({ stage: 'prove' });
    await proveImport(context, finish);
  } catch (error) {
    if (!(error instanceof ImportStopped)) report({ state: 'stopped', error: toWire(error) });
  }
}

/** Gets the service's target key and encrypts the private key to it. */
async function encryptKey(context: ImportContext): Promise<string> {
  const { effects, job, report } = context;
  const { userId, profile, heldKey } = job;
  report({ stage: 'begin' });
  const beginEntry = await submitAndFollow(
    context,
    KEY_IMPORT.begin,
    { userId },
    t('import.run.whyBegin'),
  );
  report({ stage: 'check' });
  const { importBundle } = resultOf(KEY_IMPORT.begin, beginEntry);
  const target = await readImportTarget(importBundle, profile, userId);
  if (!target.ok) {
    await markDisproved(effects, beginEntry.id);
    report({ state: 'stopped', fault: target.fault });
    throw new ImportStopped();
  }
  report({ stage: 'seal' });
  return heldKey.seal(target.publicKey);
}

async function sendKey(context: ImportContext, encryptedBundle: string): Promise<EntryView> {
  const { userId, name: privateKeyName, formats, reading } = context.job;
  const { curve } = reading;
  const addressFormats = [...formats];
  const parameters = { userId, privateKeyName, encryptedBundle, curve, addressFormats };
  const purpose = t('import.run.whySend', { name: privateKeyName });
  return submitAndFollow(context, KEY_IMPORT.finish, parameters, purpose);
}

async function proveImport(
  { effects, job, report }: ImportContext,
  finishEntry: EntryView,
): Promise<void> {
  const { privateKeyId, addresses } = resultOf(KEY_IMPORT.finish, finishEntry);
  const proof = proveAnswer(job.reading.publicKey, job.formats, addresses);
  const isRecorded = proof.verdict !== 'mismatch' || (await markDisproved(effects, finishEntry.id));
  report({ state: 'done', imported: { privateKeyId, isRecorded, ...proof } });
}

/** Marks an activity whose response is wrong. False if the mark couldn't be saved. */
async function markDisproved({ client }: ImportEffects, id: string): Promise<boolean> {
  try {
    await client.call('activities_disprove', { id });
    return true;
  } catch {
    return false;
  }
}

/** The result, typed by the row's first version: both steps have only that one. */
function resultOf<R>(
  row: { readonly versions: readonly [TypedResult<R>, ...unknown[]] },
  entry: EntryView,
): R {
  return parseOrThrow(row.versions[0].result, entry.result, 'result', 'service_malformed');
}
type TypedResult<R> = { readonly result: Parameters<typeof parseOrThrow<R>>[0] };

/** Stamps one activity and follows it to completion, or stops the run and reports purpose. */
async function submitAndFollow(
  context: ImportContext,
  row: SubmitRow,
  parameters: Record<string, unknown>,
  purpose: string,
): Promise<EntryView> {
  const { effects, job, report } = context;
  const id = effects.randomId();
  const request = { id, profile: job.profile, operation: row.name, parameters, purpose: purpose };
  report({ entry: await effects.submit(request) });
  const entry = await followToEnd(context, id);
  if (entry.state === 'completed' && entry.result !== null) return entry;
  const existing = await findExistingKey(context, entry);
  report({ state: 'stopped', entry, error: entry.error, existing });
  throw new ImportStopped();
}

async function followToEnd(
  { effects, report, hasLeft }: ImportContext,
  id: string,
): Promise<EntryView> {
  let last: EntryView | undefined;
  const onEntry = (entry: EntryView): void => {
    last = entry;
    report({ entry });
  };
  await followEntryWithRetry(effects, id, onEntry, hasLeft);
  if (last) return last;
  throw new ImportStopped();
}

/** The service's message for a known key (docs/protocol.md, Importing the same key again). */
const ALREADY_IMPORTED = /private key with ID ([0-9a-f-]{36}) has already been imported/i;

async function findExistingKey(
  { effects, job }: ImportContext,
  { error }: EntryView,
): Promise<ExistingKey | null> {
  const id = ALREADY_IMPORTED.exec(error?.detail?.serviceMessage ?? '')?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const { name: operation, result } = BUILT_IN_QUERIES.privateKeys;
    const input = { profileId: job.profile.id, operation, parameters: {} };
    const answer = await effects.client.call('query', input);
    const { privateKeys } = parseOrThrow(result, answer, '', 'service_malformed');
    const key = privateKeys.find((candidate) => candidate.privateKeyId === id);
    const proof = key && proveListed(job.reading.publicKey, key.addresses);
    return { id, listedKey: key && proof ? { name: key.privateKeyName, ...proof } : null };
  } catch {
    return { id, listedKey: null };
  }
}
