import { computed, signal } from '@preact/signals';
import type { Profile } from '../../../protocol/profile.ts';
import { findNameError, nameOf } from '../../forms/name-field.tsx';
import { hashOf } from '../../page/routes.ts';
import { createImport } from './import-runner.ts';
import { createPastedKey } from './pasted-key.ts';
import type { ProcedureEffects } from '../procedure.ts';
import { proveAnswer, proveListed } from '../../../client/import/address-proof.ts';
import type { KeyCandidate, SealableKey } from '../../../client/import/sealable-key.ts';
import type { Client } from '../../../client/client.ts';
import type { AddressFormat } from '../../../protocol/enums.ts';
import { BUILT_IN_QUERIES, KEY_IMPORT } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import { t } from '../../i18n.ts';
import { resultOf, type ExistingRecord, type ImportSubject } from './run-import.ts';

/** The page's steps. */
export type ImportStep = 'key' | 'formats' | 'name' | 'review' | 'run';

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

/** A private key to import, as reviewed. */
type KeyToImport = {
  readonly name: string;
  readonly formats: readonly AddressFormat[];
  readonly reading: KeyCandidate;
  readonly heldKey: SealableKey;
};

/** The service's message for a known key (docs/protocol.md, Importing the same key again). */
const ALREADY_IMPORTED = /private key with ID ([0-9a-f-]{36}) has already been imported/i;

/** The import of a private key. */
function keySubject(client: Client, profile: Profile, key: KeyToImport): ImportSubject {
  const { name: privateKeyName, formats, reading, heldKey } = key;
  const { curve, publicKey } = reading;
  return {
    ...KEY_IMPORT,
    purposes: {
      begin: t('import.run.whyBegin'),
      finish: t('import.run.whySend', { name: privateKeyName }),
    },
    seal: heldKey.seal,
    parameters: (userId, encryptedBundle) => {
      const addressFormats = [...formats];
      return { userId, privateKeyName, encryptedBundle, curve, addressFormats };
    },
    prove: (entry) => {
      const { privateKeyId: id, addresses } = resultOf(KEY_IMPORT.finish, entry);
      return { id, ...proveAnswer(publicKey, formats, addresses) };
    },
    findExisting: (message) => findExistingKey(client, profile, reading, message),
  };
}

async function findExistingKey(
  client: Client,
  profile: Profile,
  reading: KeyCandidate,
  serviceMessage: string,
): Promise<ExistingRecord | null> {
  const id = ALREADY_IMPORTED.exec(serviceMessage)?.[1]?.toLowerCase();
  if (id === undefined) return null;
  try {
    const { name: operation, result } = BUILT_IN_QUERIES.privateKeys;
    const input = { profileId: profile.id, operation, parameters: {} };
    const answer = await client.call('query', input);
    const { privateKeys } = parseOrThrow(result, answer, '', 'service_malformed');
    const key = privateKeys.find((candidate) => candidate.privateKeyId === id);
    const proof = key && proveListed(reading.publicKey, key.addresses);
    return { id, listed: key && proof ? { name: key.privateKeyName, ...proof } : null };
  } catch {
    return { id, listed: null };
  }
}
