import { batch, computed, signal } from '@preact/signals';
import * as v from 'valibot';
import type { WhoamiFacts } from '../../../messaging/calls.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import { label } from '../../../protocol/fields.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { createPastedKey } from './pasted-key.ts';
import {
  NOT_STARTED,
  runImport,
  type ImportJob,
  type ImportRun,
  type ImportEffects,
} from './run-import.ts';

/** The page's steps, in order. */
export const IMPORT_STEPS = ['key', 'formats', 'name', 'review', 'run'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

export type ImportFlow = ReturnType<typeof createImportFlow>;

/**
 * One import, from pasting the key to verifying its addresses. `read` holds the key's bytes; call
 * `leave` to wipe them before dropping the flow.
 */
export function createImportFlow(effects: ImportEffects, initialProfile: Profile) {
  const step = signal<ImportStep>('key');
  const pastedKey = createPastedKey();
  const name = signal('');
  const profile = signal(initialProfile);
  const userCheck = createUserCheck(effects);
  const runner = createRunner(effects);

  const nameRule = computed(() => {
    const parsed = v.safeParse(label, name.value.trim());
    return parsed.success ? null : parsed.issues[0].message;
  });

  async function start(): Promise<void> {
    const reading = pastedKey.reading.peek();
    const check = userCheck.check.peek();
    const read = pastedKey.read.peek();
    if (!reading || !check || read.kind !== 'held') return;
    step.value = 'run';
    await runner.start({
      profile: profile.peek(),
      userId: check.userId,
      name: name.peek().trim(),
      formats: pastedKey.formats.peek(),
      heldKey: read.key,
      reading,
    });
  }

  function leave(): void {
    runner.leave();
    pastedKey.forget();
  }

  /** Starts from the beginning and keeps nothing. */
  function startOver(): void {
    leave();
    batch(() => {
      runner.run.value = null;
      name.value = '';
      step.value = 'key';
      userCheck.forget();
    });
  }

  return {
    step,
    ...pastedKey,
    name,
    nameRule,
    profile,
    userCheck: userCheck.check,
    userCheckError: userCheck.error,
    identify: () => userCheck.ask(profile.peek()),
    run: runner.run,
    start,
    leave,
    startOver,
    /** Another profile gets the key, so its user has to be looked up again. */
    chooseProfile: (next: Profile): void => {
      // The encrypted key is for one organization, and the key itself is gone.
      if (runner.run.peek()?.sealed) startOver();
      profile.value = next;
      runner.run.value = null;
      userCheck.forget();
    },
  };
}

/** One run at a time; progress reports of an earlier run are ignored. */
function createRunner(effects: ImportEffects) {
  const run = signal<ImportRun | null>(null);
  let runNumber = 0;
  let lastKey: ImportJob['heldKey'] | null = null;

  async function start(job: Omit<ImportJob, 'sealed'>): Promise<void> {
    if (run.peek()?.state === 'going') return;
    // A key is encrypted once and sent again as it is, but only that key and to the same place.
    const sealed = lastKey === job.heldKey ? (run.peek()?.sealed ?? null) : null;
    lastKey = job.heldKey;
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
function createUserCheck({ client }: Pick<ImportEffects, 'client'>) {
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
