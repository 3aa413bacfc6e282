import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { KeystampError } from '../../protocol/errors.ts';
import type { Source } from '../../protocol/fields.ts';
import { listingOf } from '../../protocol/operations.ts';
import type { Values } from './draft.ts';
import { itemsOf, type Known } from './picking.ts';

/** Asks a query row; rejects with KeystampError only. */
export type Query = (operation: string, parameters: Values) => Promise<Values>;

/** What is known of the organization's records. */
export type Records = {
  readonly known: ReadonlySignal<Known>;
  /** Why a list of records could not be had. */
  readonly unknown: ReadonlySignal<Readonly<Partial<Record<Source, KeystampError>>>>;
  readonly load: (source: Source) => Promise<void>;
};

/** A copy that lacks one member. */
export function without<T>(
  from: Readonly<Record<string, T>>,
  name: string,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

/** The lists of records of one profile: each asked for once, and again after a failure. */
export function createRecords(query: Query): Records {
  const known = signal<Known>({});
  const unknown = signal<Readonly<Partial<Record<Source, KeystampError>>>>({});
  const asked = new Map<Source, Promise<void>>();

  async function ask(source: Source): Promise<void> {
    const listing = listingOf(source);
    if (!listing) return;
    try {
      const items = itemsOf(listing, await query(listing.name, {}));
      known.value = { ...known.peek(), [source]: items };
      unknown.value = without(unknown.peek(), source);
    } catch (error) {
      asked.delete(source);
      const told = error instanceof KeystampError ? error : new KeystampError('internal');
      unknown.value = { ...unknown.peek(), [source]: told };
    }
  }

  function load(source: Source): Promise<void> {
    const running = asked.get(source) ?? ask(source);
    asked.set(source, running);
    return running;
  }

  return { known, unknown, load };
}
