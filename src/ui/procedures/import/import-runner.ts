import { batch, signal } from '@preact/signals';
import type { WhoamiFacts } from '../../../protocol/profile.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { beginningAt, createProcedure, type ProcedureEffects } from '../procedure.ts';
import { runImport, type ImportJob, type ImportRun, type ImportSubject } from './run-import.ts';

/** An import as it runs: a secret is encrypted once, and sent again as it is. */
function createRunner(effects: ProcedureEffects) {
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
function createUserCheck({ client }: Pick<ProcedureEffects, 'client'>) {
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

type ImportParts = {
  /** Wipes the secret. */
  readonly forget: () => void;
  /** Back to the first step, with nothing typed. */
  readonly clear: (profile: Profile) => void;
  /** Takes what was typed along to another profile. */
  readonly move?: (profile: Profile) => void;
};

/** What every import has: its profile and whose it is, the run, and the ways out of it. */
export function createImport(
  effects: ProcedureEffects,
  initialProfile: Profile,
  { forget, clear, move }: ImportParts,
) {
  const profile = signal(initialProfile);
  const userCheck = createUserCheck(effects);
  const runner = createRunner(effects);

  function leave(): void {
    runner.leave();
    forget();
  }

  /** Starts from the beginning and keeps nothing. */
  function startOver(): void {
    leave();
    batch(() => {
      runner.reset();
      clear(profile.peek());
      userCheck.forget();
    });
  }

  return {
    profile,
    userCheck: userCheck.check,
    userCheckError: userCheck.error,
    identify: () => userCheck.ask(profile.peek()),
    run: runner.run,
    /** Runs it for the user who was looked up. */
    carryOut: ({ userId }: WhoamiFacts, subject: ImportSubject, secret: object): Promise<void> =>
      runner.start({ profile: profile.peek(), userId, subject }, secret),
    leave,
    startOver,
    /** Another profile gets it, so its user has to be looked up again. */
    chooseProfile: (next: Profile): void => {
      // The encrypted secret is for one organization, and the secret itself is gone.
      if (runner.run.peek()?.sealed) startOver();
      profile.value = next;
      move?.(next);
      runner.reset();
      userCheck.forget();
    },
  };
}
