import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { KeystampError } from '../../protocol/errors.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { listQueryOf } from '../../protocol/operations.ts';
import type { Values } from './draft.ts';
import { itemsOf, type KnownRecords } from './pickable-records.ts';

/** Asks a query row; rejects with KeystampError only. */
export type Query = (operation: string, parameters: Values) => Promise<Values>;

/** What is known of the organization's records. */
export type Records = {
  readonly known: ReadonlySignal<KnownRecords>;
  /** Why a list of records could not be had. */
  readonly loadErrors: ReadonlySignal<Readonly<Partial<Record<RecordKind, KeystampError>>>>;
  readonly load: (source: RecordKind) => Promise<void>;
};

/** A copy that lacks one member. */
export function omit<T>(
  from: Readonly<Record<string, T>>,
  name: string,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
}

/** The lists of records of one profile: each asked for once, and again after a failure. */
export function createRecords(query: Query): Records {
  const known = signal<KnownRecords>({});
  const loadErrors = signal<Readonly<Partial<Record<RecordKind, KeystampError>>>>({});
  const loading = new Map<RecordKind, Promise<void>>();

  async function fetchList(source: RecordKind): Promise<void> {
    const listing = listQueryOf(source);
    if (!listing) return;
    try {
      const items = itemsOf(listing, await query(listing.name, {}));
      known.value = { ...known.peek(), [source]: items };
      loadErrors.value = omit(loadErrors.peek(), source);
    } catch (error) {
      loading.delete(source);
      const failure = error instanceof KeystampError ? error : new KeystampError('internal');
      loadErrors.value = { ...loadErrors.peek(), [source]: failure };
    }
  }

  function load(source: RecordKind): Promise<void> {
    const running = loading.get(source) ?? fetchList(source);
    loading.set(source, running);
    return running;
  }

  return { known, loadErrors, load };
}
