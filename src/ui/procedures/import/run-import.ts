import type { ProvedAccounts } from '../../../client/import/account-proof.ts';
import { readImportTarget, type ImportTarget } from '../../../client/import/import-target.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import type { Submitter } from '../passkey/submit-and-follow.ts';

/** What can be wrong with the service's encryption key. */
export type BundleFault = Extract<ImportTarget, { ok: false }>['fault'];

/** The steps of an import, in order. */
export const IMPORT_STAGES = ['begin', 'check', 'seal', 'send', 'prove'] as const;
export type ImportStage = (typeof IMPORT_STAGES)[number];

/** A record that the organization already has, with its addresses checked against ours. */
export type ExistingRecord = {
  readonly id: string;
  /** Null if the list couldn't be read or doesn't contain it. */
  readonly listed: ({ readonly name: string } & ProvedAccounts) | null;
};

/** What the service says it made, with its addresses checked. */
export type ProvedImport = { readonly id: string } & ProvedAccounts;

/** The progress of an import. */
export type ImportRun = {
  readonly stage: ImportStage;
  readonly state: 'going' | 'stopped' | 'done';
  /** This stage's activity, if there is one. */
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  /** Why the service's encryption key was rejected. */
  readonly fault: BundleFault | null;
  readonly existing: ExistingRecord | null;
  readonly imported: (ProvedImport & { readonly isRecorded: boolean }) | null;
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

/** What is imported: the operations of its two steps, what they take, and what proves the answer. */
export type ImportSubject = {
  readonly begin: SubmitRow & {
    readonly versions: readonly [TypedResult<BeginResult>, ...unknown[]];
  };
  readonly finish: SubmitRow;
  /** What each stamp is for, in case the user is asked for it. */
  readonly purposes: { readonly begin: string; readonly finish: string };
  /** Encrypts to the service's key (65 bytes), and forgets what it encrypted. */
  readonly seal: (target: Uint8Array<ArrayBuffer>) => Promise<string>;
  /** The parameters of the second step. */
  readonly parameters: (userId: string, encryptedBundle: string) => Record<string, unknown>;
  /** Checks the addresses in the answer. */
  readonly prove: (entry: EntryView) => ProvedImport;
  /** The record that the service refuses to import again, by its message; null if it isn't that. */
  readonly findExisting: (serviceMessage: string) => Promise<ExistingRecord | null>;
};
type BeginResult = { readonly importBundle: string };

/** What the user reviewed. */
export type ImportJob = {
  readonly profile: Profile;
  /** The user who stamps, according to the service. */
  readonly userId: string;
  readonly subject: ImportSubject;
  /** From an earlier attempt that was rejected after the secret was encrypted. */
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
    const sealed = job.sealed ?? (await encrypt(context));
    report({ stage: 'send', sealed, entry: null });
    const finish = await send(context, sealed);
    report({ stage: 'prove' });
    await proveImport(context, finish);
  } catch (error) {
    if (!(error instanceof ImportStopped)) report({ state: 'stopped', error: toWire(error) });
  }
}

/** Gets the service's target key and encrypts to it. */
async function encrypt(context: ImportContext): Promise<string> {
  const { effects, job, report } = context;
  const { userId, profile, subject } = job;
  report({ stage: 'begin' });
  const beginEntry = await submitAndFollow(
    context,
    subject.begin,
    { userId },
    subject.purposes.begin,
  );
  report({ stage: 'check' });
  const { importBundle } = resultOf(subject.begin, beginEntry);
  const target = await readImportTarget(importBundle, profile, userId);
  if (!target.ok) {
    await markDisproved(effects, beginEntry.id);
    report({ state: 'stopped', fault: target.fault });
    throw new ImportStopped();
  }
  report({ stage: 'seal' });
  return subject.seal(target.publicKey);
}

function send(context: ImportContext, encryptedBundle: string): Promise<EntryView> {
  const { userId, subject } = context.job;
  const parameters = subject.parameters(userId, encryptedBundle);
  return submitAndFollow(context, subject.finish, parameters, subject.purposes.finish);
}

async function proveImport(
  { effects, job, report }: ImportContext,
  finishEntry: EntryView,
): Promise<void> {
  const proved = job.subject.prove(finishEntry);
  const isRecorded =
    proved.verdict !== 'mismatch' || (await markDisproved(effects, finishEntry.id));
  report({ state: 'done', imported: { isRecorded, ...proved } });
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
export function resultOf<R>(
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
  const existing = await job.subject.findExisting(entry.error?.detail?.serviceMessage ?? '');
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
