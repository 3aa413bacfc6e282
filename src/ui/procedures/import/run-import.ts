import type { ProvedAccounts } from '../../../client/import/account-proof.ts';
import { readImportTarget, type ImportTarget } from '../../../client/import/import-target.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { toKeystampError } from '../../components/errors.ts';
import type { ProcedureEffects, ProcedureRun, Stages } from '../procedure.ts';

/** What can be wrong with the service's encryption key. */
type BundleFault = Extract<ImportTarget, { ok: false }>['fault'];

/** The steps of an import, in order. */
export const IMPORT_STAGES = ['begin', 'check', 'seal', 'send', 'prove'] as const;
type ImportStage = (typeof IMPORT_STAGES)[number];

/** A record that the organization already has, with its addresses checked against ours. */
export type ExistingRecord = {
  readonly id: string;
  /** Null if the list couldn't be read or doesn't contain it. */
  readonly listed: ({ readonly name: string } & ProvedAccounts) | null;
};

/** What the service says it made, with its addresses checked. */
export type ProvedImport = { readonly id: string } & ProvedAccounts;

/** The progress of an import. */
export type ImportRun = ProcedureRun<ImportStage> & {
  /** Why the service's encryption key was rejected. */
  readonly fault: BundleFault | null;
  readonly existing: ExistingRecord | null;
  readonly imported: ProvedImport | null;
  /** The encrypted bundle. It can be sent again until its target key is used. */
  readonly sealed: string | null;
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

/** Runs an import from its start through verification. Without the page nothing verifies the addresses. */
export async function runImport(
  { randomId, submit }: ProcedureEffects,
  { profile, userId, subject, ...job }: ImportJob,
  stages: Stages<ImportRun>,
): Promise<void> {
  const { begin, finish, purposes } = subject;

  async function perform(
    { name: operation }: SubmitRow,
    parameters: Record<string, unknown>,
    purpose: string,
  ): Promise<EntryView> {
    try {
      return await stages.follow(
        submit({ id: randomId(), profile, operation, parameters, purpose }),
      );
    } catch (error) {
      const { detail } = toKeystampError(error);
      stages.report({ existing: await subject.findExisting(detail?.serviceMessage ?? '') });
      throw error;
    }
  }

  /** Gets the service's target key and encrypts to it. */
  async function encrypt(): Promise<string> {
    const entry = await perform(begin, { userId }, purposes.begin);
    stages.report({ stage: 'check' });
    const { importBundle } = resultOf(begin, entry);
    const target = await readImportTarget(importBundle, profile, userId);
    if (!target.ok) return stages.disprove(entry, { fault: target.fault });
    stages.report({ stage: 'seal' });
    return subject.seal(target.publicKey);
  }

  const sealed = job.sealed ?? (await encrypt());
  stages.report({ stage: 'send', sealed, entry: null });
  const entry = await perform(finish, subject.parameters(userId, sealed), purposes.finish);
  stages.report({ stage: 'prove' });
  const imported = subject.prove(entry);
  if (imported.verdict === 'mismatch') await stages.disprove(entry, { imported });
  stages.report({ imported });
}

/** The result, typed by the row's first version: both steps have only that one. */
export function resultOf<R>(
  row: { readonly versions: readonly [TypedResult<R>, ...unknown[]] },
  entry: EntryView,
): R {
  return parseOrThrow(row.versions[0].result, entry.result, 'result', 'service_malformed');
}
type TypedResult<R> = { readonly result: Parameters<typeof parseOrThrow<R>>[0] };
