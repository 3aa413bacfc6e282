import { batch, computed, signal } from '@preact/signals';
import type { Profile } from '../../../protocol/profile.ts';
import { findNameError, nameOf } from '../../forms/name-field.tsx';
import { hashOf } from '../../page/routes.ts';
import { createRunner, createUserCheck } from './import-runner.ts';
import { keySubject } from './key-subject.ts';
import { createPastedKey } from './pasted-key.ts';
import type { ProcedureEffects } from '../procedure.ts';

/** The page's steps, in order. */
export const IMPORT_STEPS = ['key', 'formats', 'name', 'review', 'run'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

export type ImportFlow = ReturnType<typeof createImportFlow>;

const hrefOf = (id?: string): string =>
  hashOf(
    id === undefined
      ? { screen: 'list', kind: 'privateKey' }
      : { screen: 'object', kind: 'privateKey', id },
  );

/**
 * One import, from pasting the key to verifying its addresses. `read` holds the key's bytes; call
 * `leave` to wipe them before dropping the flow.
 */
export function createImportFlow(effects: ProcedureEffects, initialProfile: Profile) {
  const step = signal<ImportStep>('key');
  const pastedKey = createPastedKey();
  const name = signal('');
  const profile = signal(initialProfile);
  const userCheck = createUserCheck(effects);
  const runner = createRunner(effects);

  const nameError = computed(() => findNameError(name.value));

  async function start(): Promise<void> {
    const reading = pastedKey.reading.peek();
    const check = userCheck.check.peek();
    const read = pastedKey.read.peek();
    if (!reading || !check || read.kind !== 'held') return;
    step.value = 'run';
    const key = {
      name: nameOf(name.peek()),
      formats: pastedKey.formats.peek(),
      heldKey: read.key,
      reading,
    };
    const subject = keySubject(effects.client, profile.peek(), key);
    await runner.start({ profile: profile.peek(), userId: check.userId, subject }, read.key);
  }

  function leave(): void {
    runner.leave();
    pastedKey.forget();
  }

  /** Starts from the beginning and keeps nothing. */
  function startOver(): void {
    leave();
    batch(() => {
      runner.reset();
      name.value = '';
      step.value = 'key';
      userCheck.forget();
    });
  }

  return {
    texts: 'import' as const,
    step,
    ...pastedKey,
    name,
    nameError,
    profile,
    userCheck: userCheck.check,
    userCheckError: userCheck.error,
    identify: () => userCheck.ask(profile.peek()),
    run: runner.run,
    start,
    /** Back to what can be changed after a refusal. */
    change: () => void (step.value = 'formats'),
    hrefOf,
    leave,
    startOver,
    /** Another profile gets the key, so its user has to be looked up again. */
    chooseProfile: (next: Profile): void => {
      // The encrypted key is for one organization, and the key itself is gone.
      if (runner.run.peek()?.sealed) startOver();
      profile.value = next;
      runner.reset();
      userCheck.forget();
    },
  };
}
