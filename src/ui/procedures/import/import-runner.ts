import { batch, signal } from '@preact/signals';
import type { WhoamiFacts } from '../../../messaging/calls.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import {
  NOT_STARTED,
  runImport,
  type ImportEffects,
  type ImportJob,
  type ImportRun,
} from './run-import.ts';

/** One run at a time; progress reports of an earlier run are ignored. */
export function createRunner(effects: ImportEffects) {
  const run = signal<ImportRun | null>(null);
  let runNumber = 0;
  let lastSecret: object | null = null;

  /** `secret` is what the subject imports, to know it again. */
  async function start(job: Omit<ImportJob, 'sealed'>, secret: object): Promise<void> {
    if (run.peek()?.state === 'going') return;
    // A secret is encrypted once and sent again as it is, but only that one and to the same place.
    const sealed = lastSecret === secret ? (run.peek()?.sealed ?? null) : null;
    lastSecret = secret;
    const ownRunNumber = ++runNumber;
    const hasLeft = (): boolean => ownRunNumber !== runNumber;
    run.value = { ...NOT_STARTED, sealed };
    const report = (change: Partial<ImportRun>): void => {
      const current = run.peek();
      if (!hasLeft() && current) run.value = { ...current, ...change };
    };
    await runImport(effects, { ...job, sealed }, report, hasLeft);
  }

  return { run, start, leave: () => void runNumber++ };
}

/** The user who stamps for a profile, according to the service. */
export function createUserCheck({ client }: Pick<ImportEffects, 'client'>) {
  const check = signal<WhoamiFacts | null>(null);
  const error = signal<WireError | null>(null);
  let callNumber = 0;

  function forget(): void {
    callNumber++;
    batch(() => {
      check.value = null;
      error.value = null;
    });
  }

  async function ask({ id, organizationId }: Profile): Promise<void> {
    forget();
    const ownCallNumber = callNumber;
    try {
      const answer = await client.call('profiles_check', { id });
      if (ownCallNumber !== callNumber) return;
      if (answer.organizationId.toLowerCase() === organizationId.toLowerCase())
        check.value = answer;
      else
        error.value = toWire(
          new KeystampError('reply_mismatch', undefined, { field: 'organizationId' }),
        );
    } catch (cause) {
      if (ownCallNumber === callNumber) error.value = toWire(cause);
    }
  }

  return { check, error, ask, forget };
}
