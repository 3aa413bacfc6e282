import type { ExportFault, ExportTarget } from '../../../client/export/export-target.ts';
import type { ExportedSecret, PlaintextFault } from '../../../client/export/exported-secret.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import type { Submitter } from '../passkey/submit-and-follow.ts';
import type { ExportSubject } from './export-subject.ts';

/** The steps of an export, in order. */
export const EXPORT_STAGES = ['send', 'check', 'open', 'prove'] as const;
export type ExportStage = (typeof EXPORT_STAGES)[number];

/** Why an answer was rejected. */
export type AnswerFault = ExportFault | PlaintextFault | 'other_record';

/** The progress of an export. */
export type ExportRun = {
  readonly stage: ExportStage;
  readonly state: 'going' | 'stopped' | 'done';
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  readonly fault: AnswerFault | null;
  /** Whether a rejected answer is marked as such in the history. */
  readonly isRecorded: boolean;
};

export const EXPORT_NOT_STARTED: ExportRun = {
  stage: 'send',
  state: 'going',
  entry: null,
  error: null,
  fault: null,
  isRecorded: true,
};

export type ExportEffects = FollowEffects & {
  readonly randomId: () => string;
  readonly submit: Submitter['submit'];
};

/** What the user reviewed. The target opens one answer and is forgotten. */
export type ExportJob = {
  readonly profile: Profile;
  readonly subject: ExportSubject;
  readonly target: ExportTarget;
  /** One of the service's names for languages, or ''. */
  readonly language: string;
};

type ReportProgress = (change: Partial<ExportRun>) => void;

/** Thrown to end a run whose final state has been reported. */
class ExportStopped extends Error {}

/**
 * Runs an export until its secret is open and proved, and reports every step. Never rejects. Undefined
 * if it came to nothing or the user left: then the secret is wiped. The target is forgotten anyway.
 */
export async function runExport(
  effects: ExportEffects,
  job: ExportJob,
  report: ReportProgress,
  hasLeft: () => boolean,
): Promise<ExportedSecret | undefined> {
  try {
    const entry = await submitAndFollow(effects, job, report, hasLeft);
    report({ stage: 'check' });
    const secret = await openAnswer(effects, job, entry, report);
    if (hasLeft()) {
      secret.wipe();
      return undefined;
    }
    report({ state: 'done' });
    return secret;
  } catch (error) {
    if (!(error instanceof ExportStopped)) report({ state: 'stopped', error: toWire(error) });
    return undefined;
  } finally {
    job.target.forget();
  }
}

async function submitAndFollow(
  effects: ExportEffects,
  { profile, subject, target, language }: ExportJob,
  report: ReportProgress,
  hasLeft: () => boolean,
): Promise<EntryView> {
  const id = effects.randomId();
  const parameters = subject.parameters(target.publicKeyHex, language);
  const operation = subject.row.name;
  let entry = await effects.submit({
    id,
    profile,
    operation,
    parameters,
    purpose: t('export.why'),
  });
  report({ entry });
  const onEntry = (next: EntryView): void => {
    entry = next;
    report({ entry });
  };
  await followEntryWithRetry(effects, id, onEntry, hasLeft);
  if (entry.state === 'completed' && entry.result !== null) return entry;
  report({ state: 'stopped', entry, error: entry.error });
  throw new ExportStopped();
}

/** The secret in an answer: signed by the pinned signer, for this organization, record and page. */
async function openAnswer(
  effects: ExportEffects,
  { profile, subject, target }: ExportJob,
  entry: EntryView,
  report: ReportProgress,
): Promise<ExportedSecret> {
  const reject = async (fault: AnswerFault): Promise<never> => {
    const isRecorded = await markDisproved(effects, entry.id);
    report({ state: 'stopped', fault, isRecorded });
    throw new ExportStopped();
  };
  const bundle = subject.bundleOf(entry);
  if (bundle === undefined) return reject('other_record');
  report({ stage: 'open' });
  const opening = await target.open(bundle, profile);
  if (!opening.ok) {
    report({ stage: opening.fault === 'not_ours' ? 'open' : 'check' });
    return reject(opening.fault);
  }
  report({ stage: 'prove' });
  const read = await subject.read(opening.plaintext);
  return read.ok ? read.secret : reject(read.fault);
}

/** Marks an activity whose response is wrong. False if the mark couldn't be saved. */
async function markDisproved({ client }: ExportEffects, id: string): Promise<boolean> {
  try {
    await client.call('activities_disprove', { id });
    return true;
  } catch {
    return false;
  }
}
