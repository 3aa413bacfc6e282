import type { ExportFault, ExportTarget } from '../../../client/export/export-target.ts';
import type { ExportedSecret, PlaintextFault } from '../../../client/export/exported-secret.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import type { ProcedureEffects, ProcedureRun, Stages } from '../procedure.ts';
import type { ExportSubject } from './export-subject.ts';

/** The steps of an export, in order. */
export const EXPORT_STAGES = ['send', 'check', 'open', 'prove'] as const;
type ExportStage = (typeof EXPORT_STAGES)[number];

/** Why an answer was rejected. */
type AnswerFault = ExportFault | PlaintextFault | 'other_record';

/** The progress of an export. */
export type ExportRun = ProcedureRun<ExportStage> & { readonly fault: AnswerFault | null };

/** What the user reviewed. The target opens one answer and is forgotten. */
export type ExportJob = {
  readonly profile: Profile;
  readonly subject: ExportSubject;
  readonly target: ExportTarget;
  /** One of the service's names for languages, or ''. */
  readonly language: string;
};

/** Runs an export until its secret is open and proved. The target is forgotten, whatever comes of it. */
export async function runExport(
  { randomId, submit }: ProcedureEffects,
  { profile, subject, target, language }: ExportJob,
  { follow, report, disprove }: Stages<ExportRun>,
): Promise<ExportedSecret> {
  try {
    const parameters = subject.parameters(target.publicKeyHex, language);
    const operation = subject.row.name;
    const request = { id: randomId(), profile, operation, parameters, purpose: t('export.why') };
    const entry = await follow(submit(request));
    report({ stage: 'check' });
    const bundle = subject.bundleOf(entry);
    if (bundle === undefined) return await disprove(entry, { fault: 'other_record' });
    report({ stage: 'open' });
    // Signed by the pinned signer, for this organization, record and page.
    const opening = await target.open(bundle, profile);
    if (!opening.ok) {
      const { fault } = opening;
      return await disprove(entry, { stage: fault === 'not_ours' ? 'open' : 'check', fault });
    }
    report({ stage: 'prove' });
    const read = await subject.read(opening.plaintext);
    return read.ok ? read.secret : await disprove(entry, { fault: read.fault });
  } finally {
    target.forget();
  }
}
