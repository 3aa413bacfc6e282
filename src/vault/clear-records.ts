// What anyone may read and only the holder of the vault key may write: it travels with the vault,
// under its MAC, in both copies. Profiles and the auto-lock time are kept so, for they guard stamping.
import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import type { Item } from '../storage/area.ts';
import { change, current, unlocked, type Core } from './core.ts';
import type { AnyDocument, ClearRecord } from './document.ts';

/** The parsed JSON of a record; undefined when there is none. */
export function readClear(document: AnyDocument, name: string): unknown {
  const text = textOf(document, name);
  return text === undefined ? undefined : JSON.parse(text);
}

function textOf(document: AnyDocument, name: string): string | undefined {
  if (document.v === 1) return undefined;
  return document.clear.find((one) => one.name === name)?.text;
}

/** Codes that mean that there is no vault to read. */
const NONE: readonly string[] = ['vault_missing', 'vault_damaged', 'kdf_refused'];

/**
 * A value of the vault's clear records. While the vault is open it is authentic; while it is locked it
 * is what lies on the disk, for showing alone. `get` answers undefined without a vault and for a value
 * of another form; `set` and `remove` throw `vault_locked`, `vault_behind` and storage errors.
 */
export function clearItem<T>(
  core: Core,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): Item<T> {
  let last: { readonly text: string; readonly value: T | undefined } | undefined;

  function parsed(text: string): T | undefined {
    if (last?.text === text) return last.value;
    const result = v.safeParse(schema, JSON.parse(text));
    const value = result.success ? result.output : undefined;
    last = { text, value };
    return value;
  }

  async function put(records: (clear: readonly ClearRecord[]) => ClearRecord[]): Promise<void> {
    await unlocked(core, (vaultKey) =>
      change(core, vaultKey, ({ clear }) => ({ clear: records(clear) })),
    );
  }

  const without = (clear: readonly ClearRecord[]) => clear.filter((one) => one.name !== name);

  return {
    get: async () => {
      try {
        const text = textOf(await current(core), name);
        return text === undefined ? undefined : parsed(text);
      } catch (error) {
        if (error instanceof KeystampError && NONE.includes(error.code)) return undefined;
        throw error;
      }
    },
    set: (value) => put((clear) => [...without(clear), { name, text: JSON.stringify(value) }]),
    remove: () => put(without),
  };
}
