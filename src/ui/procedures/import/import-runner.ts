import { batch, signal } from '@preact/signals';
import type { WhoamiFacts } from '../../../protocol/profile.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { beginningAt, createProcedure, type ProcedureEffects } from '../procedure.ts';
import { runImport, type ImportJob, type ImportRun } from './run-import.ts';

/** An import as it runs: a secret is encrypted once, and sent again as it is. */
export function createRunner(effects: ProcedureEffects) {
  const { run, start, ...runner } = createProcedure<ImportRun>(effects);
  let lastSecret: object | null = null;
  return {
    ...runner,
    run,
    /** `secret` is what the subject imports, to know it again. */
    start: async (job: Omit<ImportJob, 'sealed'>, secret: object): Promise<void> => {
      // But only that secret, and to the same place.
      const sealed = lastSecret === secret ? (run.peek()?.sealed ?? null) : null;
      lastSecret = secret;
      const first = {
        ...beginningAt('begin'),
        fault: null,
        existing: null,
        imported: null,
        sealed,
      };
      await start(first, (stages) => runImport(effects, { ...job, sealed }, stages));
    },
  };
}

/** The user who stamps for a profile, according to the service. */
export function createUserCheck({ client }: Pick<ProcedureEffects, 'client'>) {
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
