import { computed, signal } from '@preact/signals';
import type { Profile } from '../../../protocol/profile.ts';
import { findNameError, nameOf } from '../../forms/name-field.tsx';
import { hashOf } from '../../page/routes.ts';
import { createImport } from './import-runner.ts';
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
  const nameError = computed(() => findNameError(name.value));
  const importing = createImport(effects, initialProfile, {
    forget: pastedKey.forget,
    clear: () => {
      name.value = '';
      step.value = 'key';
    },
  });

  async function start(): Promise<void> {
    const reading = pastedKey.reading.peek();
    const check = importing.userCheck.peek();
    const read = pastedKey.read.peek();
    if (!reading || !check || read.kind !== 'held') return;
    step.value = 'run';
    const key = {
      name: nameOf(name.peek()),
      formats: pastedKey.formats.peek(),
      heldKey: read.key,
      reading,
    };
    const subject = keySubject(effects.client, importing.profile.peek(), key);
    await importing.carryOut(check, subject, read.key);
  }

  return {
    texts: 'import' as const,
    step,
    ...pastedKey,
    ...importing,
    name,
    nameError,
    start,
    /** Back to what can be changed after a refusal. */
    change: () => void (step.value = 'formats'),
    hrefOf,
  };
}
