// API keys on their way into a backup and out of one. They stay in the worker: the backup's seal is
// made and opened there, and a page never has them (docs/backup.md).
import { fromHex, wipe, wipeAfter, type Bytes } from '../crypto/bytes.ts';
import { provePair } from '../crypto/signing.ts';
import { KeystampError } from '../protocol/errors.ts';
import { demandAddable } from './api-keys.ts';
import { changeDocument, currentDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import { openKey, publicFactsOf, sealKey, type KeyFacts, type KeyRecord } from './document.ts';

/** A key with its private key, 32 bytes. */
export type OpenedKey = KeyFacts & { readonly privateKey: Bytes };

/**
 * Runs `use` with every API key, opened, and wipes them. Needs the password or a passkey within the
 * last minute, whoever calls: `reauthentication_needed`, `vault_locked`.
 */
export async function withOpenedKeys<T>(
  deps: VaultDeps,
  use: (keys: readonly OpenedKey[]) => Promise<T>,
): Promise<T> {
  if (!(await deps.session.isFresh())) throw new KeystampError('reauthentication_needed');
  return withUnlockedKey(deps, async (vaultKey) => {
    const { keys } = await currentDocument(deps);
    const opened: OpenedKey[] = [];
    try {
      for (const record of keys)
        opened.push({ ...publicFactsOf(record), privateKey: await openKey(vaultKey, record) });
      return await use(opened);
    } finally {
      wipe(...opened.map(({ privateKey }) => privateKey));
    }
  });
}

/**
 * Adds keys under the IDs that they have, all of them or none, in one write. Wipes their private keys.
 * Errors: those of `addKey`.
 */
export function restoreKeys(deps: VaultDeps, added: readonly OpenedKey[]): Promise<void> {
  return wipeAfter(
    added.map(({ privateKey }) => privateKey),
    () =>
      withUnlockedKey(deps, async (vaultKey) => {
        const records: KeyRecord[] = [];
        for (const { privateKey, ...facts } of added) {
          await provePair({ curve: facts.curve, privateKey, publicKey: fromHex(facts.publicKey) });
          records.push(await sealKey(vaultKey, facts, privateKey, deps.random));
        }
        await changeDocument(deps, vaultKey, ({ keys }) => ({ keys: withAll(keys, records) }));
      }),
  );
}

function withAll(keys: readonly KeyRecord[], added: readonly KeyRecord[]): KeyRecord[] {
  return added.reduce<KeyRecord[]>(
    (all, record) => {
      demandAddable(all, record);
      return [...all, record];
    },
    [...keys],
  );
}
