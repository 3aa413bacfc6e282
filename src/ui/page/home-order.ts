import { signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { HomeView, NamedItem } from '../../protocol/app-state.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import type * as AppliedEdits from '../records/applied-edits.ts';
import { kindRow } from '../kinds.ts';
import type { ObjectPlace } from './routes.ts';

/*
 * The home screen has the objects first that were opened last. The worker sorts them when it reads
 * them; while the popup is open, nothing moves under the pointer.
 */

/** Tells the worker that an object was opened, if it or what it is a part of stands on the home screen. */
export function noteOpened(client: Client, profileId: string, place: ObjectPlace): void {
  const { partOf: whole } = kindRow(place.kind);
  const id = whole === undefined ? place.id : place.within;
  if (id === undefined || !kindRow(whole ?? place.kind).atHome) return;
  void client.call('records_opened', { profileId, id }).catch(() => undefined);
}

/** Sorts items as in their list's first look: new ones come last. */
function createStableOrder() {
  const firstLooks = new Map<string, readonly string[]>();
  return (list: string, items: readonly NamedItem[]): readonly NamedItem[] => {
    const first = firstLooks.get(list) ?? items.map(({ id }) => id);
    firstLooks.set(list, first);
    const known = first.flatMap((id) => items.find((item) => item.id === id) ?? []);
    return [...known, ...items.filter(({ id }) => !first.includes(id))];
  };
}

/** The home screen's wallets or private keys: in a stable order, with the names given to them since. */
export function createHomeItems() {
  const inStableOrder = createStableOrder();
  // It comes with the table of operations, which the first paint does not wait for.
  const edits = signal<typeof AppliedEdits | undefined>(undefined);
  const loadEdits = async () => {
    edits.value ??= await import('../records/applied-edits.ts');
  };

  /** The names that records have been given since. */
  function withNames(home: HomeView, kind: RecordKind, items: readonly NamedItem[]) {
    if (!edits.value) return items;
    const { appliedEdits, withEdits } = edits.value;
    const records = new Map(items.map((item) => [item.id, { ...item, record: {} }]));
    return [...withEdits(records, kind, home.at, appliedEdits(home.entries)).values()];
  }

  return (home: HomeView | null | undefined, kind: RecordKind): readonly NamedItem[] => {
    const { atHome } = kindRow(kind);
    if (!home || !atHome) return [];
    const items = home[atHome.items];
    const isChanged = home.entries.some(
      ({ state, updatedAt }) => state !== 'completed' || updatedAt >= home.at,
    );
    if (isChanged) void loadEdits();
    return inStableOrder(
      `${home.profileId} ${kind}`,
      isChanged ? withNames(home, kind, items) : items,
    );
  };
}
