// Everything that a browser around the background has stored, in its stored form.
import type { FakeBrowser } from './fake-browser.ts';

type Rows = Readonly<Record<string, unknown>>;

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.message)));
  });

/** All rows of the database by store, then by key; nothing if there is no database. */
export async function readDatabaseRows(): Promise<Readonly<Record<string, Rows>>> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('keystamp')) return {};
  const db = await resultOf(indexedDB.open('keystamp'));
  const rows: Record<string, Rows> = {};
  for (const name of db.objectStoreNames) {
    const store = db.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys()),
      resultOf<unknown[]>(store.getAll()),
    ]);
    rows[name] = Object.fromEntries(keys.map((key, at) => [JSON.stringify(key), values[at]]));
  }
  db.close();
  return rows;
}

/**
 * The text of all stores, without the snapshot: it's also written after changes to others, and
 * repeats what the stores contain.
 */
export async function readAllStores({ local, session }: FakeBrowser): Promise<string> {
  const areas = [local, session].map((area) =>
    [...area].filter(([key]) => key !== 'snapshot').sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return JSON.stringify([await readDatabaseRows(), ...areas], (_, value: unknown) =>
    value instanceof Uint8Array ? [...value] : value,
  );
}
