// What anyone may read, but only the holder of the vault key may write: it's part of the vault,
// under its MAC, in both copies. Profiles and the auto-lock time are stored here, because they
// guard stamping.
import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import type { Item } from '../storage/area.ts';
import { changeDocument, currentDocument, withUnlockedKey, type VaultDeps } from './core.ts';
import type { VaultDocument, ClearRecord } from './document.ts';

/** A vault, as far as its clear records go. */
export type ClearItems = {
  readonly clearItem: <T>(name: string, schema: v.GenericSchema<unknown, T>) => Item<T>;
};

/** The parsed JSON of a record. Undefined if there is none. */
export function readClearRecord(document: VaultDocument, name: string): unknown {
  const text = findClearText(document, name);
  return text === undefined ? undefined : JSON.parse(text);
}

function findClearText(document: VaultDocument, name: string): string | undefined {
  return document.clear.find((record) => record.name === name)?.text;
}

/** Codes that mean there is no vault to read. */
const NO_VAULT_CODES: readonly string[] = [
  'vault_missing',
  'vault_damaged',
  'kdf_refused',
  'vault_unreleased',
];

/**
 * A value in the vault's clear records. While the vault is unlocked, it is authentic. While it's
 * locked, it's whatever lies on the disk, for display only. `get` returns undefined without a
 * vault, and for a value of another form. `set` and `remove` throw `vault_locked`, `vault_behind`
 * and storage errors.
 */
export function createClearItem<T>(
  deps: VaultDeps,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): Item<T> {
  let cached: { readonly text: string; readonly value: T | undefined } | undefined;

  function parseCached(text: string): T | undefined {
    if (cached?.text === text) return cached.value;
    const result = v.safeParse(schema, JSON.parse(text));
    const value = result.success ? result.output : undefined;
    cached = { text, value };
    return value;
  }

  async function update(edit: (clear: readonly ClearRecord[]) => ClearRecord[]): Promise<void> {
    await withUnlockedKey(deps, (vaultKey) =>
      changeDocument(deps, vaultKey, ({ clear }) => ({ clear: edit(clear) })),
    );
  }

  const withoutThis = (clear: readonly ClearRecord[]) =>
    clear.filter((record) => record.name !== name);

  return {
    get: async () => {
      try {
        const text = findClearText(await currentDocument(deps), name);
        return text === undefined ? undefined : parseCached(text);
      } catch (error) {
        if (error instanceof KeystampError && NO_VAULT_CODES.includes(error.code)) return undefined;
        throw error;
      }
    },
    set: (value) =>
      update((clear) => [...withoutThis(clear), { name, text: JSON.stringify(value) }]),
    remove: () => update(withoutThis),
  };
}
