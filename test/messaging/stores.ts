// Everything that a browser around the background has stored, as it lies there.
import type { Rig } from './rig.ts';

type Rows = Readonly<Record<string, unknown>>;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.message)));
  });

/** All rows of the database by store, then by key; nothing where there is no database. */
export async function databaseRows(): Promise<Readonly<Record<string, Rows>>> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('keystamp')) return {};
  const db = await settled(indexedDB.open('keystamp'));
  const found: Record<string, Rows> = {};
  for (const name of db.objectStoreNames) {
    const store = db.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([
      settled(store.getAllKeys()),
      settled<unknown[]>(store.getAll()),
    ]);
    found[name] = Object.fromEntries(keys.map((key, at) => [JSON.stringify(key), values[at]]));
  }
  db.close();
  return found;
}

/**
 * The text of all stores. The snapshot is left out: it is written after others' changes, too, and tells
 * what the stores hold.
 */
export async function allStores({ local, session }: Rig): Promise<string> {
  const areas = [local, session].map((area) =>
    [...area].filter(([key]) => key !== 'snapshot').sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return JSON.stringify([await databaseRows(), ...areas], (_, value: unknown) =>
    value instanceof Uint8Array ? [...value] : value,
  );
}
