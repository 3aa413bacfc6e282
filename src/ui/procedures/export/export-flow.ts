import { batch, signal } from '@preact/signals';
import { createExportTarget, type ExportTarget } from '../../../client/export/export-target.ts';
import type { ExportedSecret } from '../../../client/export/exported-secret.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { createQuery, createRecords } from '../../records/records.ts';
import type { ExportPlace } from '../../page/routes.ts';
import { findSubject, type ExportSubject } from './export-subject.ts';
import { beginningAt, createProcedure, type ProcedureEffects } from '../procedure.ts';
import { runExport, type ExportRun } from './run-export.ts';

/** The page's steps. */
export type ExportStep = 'review' | 'run' | 'show';

export type ExportFlow = ReturnType<typeof createExportFlow>;

/** What the page shows of an export. */
const createSignals = () => ({
  step: signal<ExportStep>('review'),
  subject: signal<ExportSubject | null>(null),
  isMissing: signal(false),
  readError: signal<WireError | null>(null),
  target: signal<ExportTarget | null>(null),
  language: signal(''),
  secret: signal<ExportedSecret | null>(null),
});

type FlowEffects = ProcedureEffects & { readonly now: () => number };

/** The record as the service has it now. */
function readSubject({ client, now }: FlowEffects, profile: Profile, place: ExportPlace) {
  const records = createRecords({ query: createQuery(client, profile.id), now });
  return findSubject(records, place);
}

/**
 * One export, from its review to the secret on the screen. It holds the secret's bytes; call `leave` to
 * wipe them before dropping the flow.
 */
export function createExportFlow(effects: FlowEffects, profile: Profile, place: ExportPlace) {
  const shown = createSignals();
  const { step, subject, isMissing, readError, target, language, secret } = shown;
  const procedure = createProcedure<ExportRun>(effects);
  let loadNumber = 0;

  /** Reads the record, and makes the key that its export is encrypted to. */
  async function load(): Promise<void> {
    const ownNumber = ++loadNumber;
    readError.value = null;
    try {
      const reading = readSubject(effects, profile, place);
      const [found, key] = await Promise.all([reading, createExportTarget()]);
      if (ownNumber !== loadNumber) return;
      batch(() => {
        isMissing.value = found === undefined;
        subject.value = found ?? null;
        target.value = key;
      });
    } catch (error) {
      if (ownNumber === loadNumber) readError.value = toWire(error);
    }
  }

  function forgetSecret(): void {
    secret.peek()?.wipe();
    secret.value = null;
  }

  async function start(): Promise<void> {
    const [what, key] = [subject.peek(), target.peek()];
    if (!what || !key) return;
    step.value = 'run';
    const job = { profile, subject: what, target: key, language: language.peek() };
    await procedure.start({ ...beginningAt('send'), fault: null }, async (stages) => {
      const opened = await runExport(effects, job, stages);
      if (stages.hasLeft()) return opened.wipe();
      secret.value = opened;
      step.value = 'show';
    });
  }

  /** Ends what goes on, and forgets key and secret. */
  function leave(): void {
    loadNumber++;
    procedure.leave();
    target.peek()?.forget();
    target.value = null;
    forgetSecret();
  }

  /** From the beginning, with another key. */
  function again(): void {
    leave();
    batch(() => {
      procedure.reset();
      // Nothing to confirm until the key is there: a click before it would do nothing.
      subject.value = null;
      step.value = 'review';
    });
    void load();
  }

  return { ...shown, run: procedure.run, profile, place, load, start, leave, again, forgetSecret };
}
