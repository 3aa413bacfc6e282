import type { Page } from 'playwright';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { seal } from '../../src/crypto/hpke.ts';
import { HELLO_CALL, MESSAGE_MARK, sealInfo } from '../../src/messaging/wire.ts';

/*
 * What no user does: raw storage and raw messages, from inside a page of the extension. For tests
 * that simulate damage, passing time and callers that break the rules.
 */

type Items = Record<string, unknown>;
type AreaName = 'local' | 'session';

/** The part of the browser's API that is used here. */
type Chrome = {
  readonly alarms: { readonly create: (name: string, at: { when: number }) => Promise<void> };
  readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> };
  readonly storage: Readonly<
    Record<
      AreaName,
      { readonly get: () => Promise<Items>; readonly set: (items: Items) => Promise<void> }
    >
  >;
};

/** The worker's alarm that comes every five minutes, and counts what waits for a vote, rings now. */
export function countVotesNow(page: Page): Promise<void> {
  return page.evaluate(() =>
    (Reflect.get(globalThis, 'chrome') as Chrome).alarms.create('keystamp-inbox', {
      when: Date.now(),
    }),
  );
}

/** Everything in one of the extension's storage areas. */
export function readArea(page: Page, area: AreaName): Promise<Items> {
  return page.evaluate(
    (name) => (Reflect.get(globalThis, 'chrome') as Chrome).storage[name].get(),
    area,
  );
}

/** Overwrites items of a storage area. */
export function writeArea(page: Page, area: AreaName, items: Items): Promise<void> {
  return page.evaluate(
    ([name, values]) => (Reflect.get(globalThis, 'chrome') as Chrome).storage[name].set(values),
    [area, items] as const,
  );
}

/** All records of the extension's database, by store, then by key. */
export function readDatabase(page: Page): Promise<Record<string, Items>> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const db = await settled(indexedDB.open('keystamp'));
    const found: Record<string, Record<string, unknown>> = {};
    for (const name of db.objectStoreNames) {
      const store = db.transaction(name).objectStore(name);
      const [keys, values] = await Promise.all([
        settled(store.getAllKeys()),
        settled(store.getAll() as IDBRequest<unknown[]>),
      ]);
      found[name] = Object.fromEntries(keys.map((key, at) => [JSON.stringify(key), values[at]]));
    }
    db.close();
    return found;
  });
}

/** Overwrites a record of a store without inline keys. */
export function writeRecord(page: Page, store: string, key: string, value: unknown): Promise<void> {
  return page.evaluate(
    ([name, at, record]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keystamp');
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const transaction = db.transaction(name, 'readwrite', { durability: 'strict' });
          transaction.objectStore(name).put(record, at);
          transaction.addEventListener('complete', () => {
            db.close();
            resolve();
          });
        });
      }),
    [store, key, value] as const,
  );
}

/** Writes rows into stores with inline keys. */
export function writeRows(
  page: Page,
  rows: Readonly<Record<string, readonly unknown[]>>,
): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keystamp');
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const transaction = db.transaction(Object.keys(all), 'readwrite');
          for (const [name, some] of Object.entries(all))
            for (const row of some) transaction.objectStore(name).put(row);
          transaction.addEventListener('complete', () => {
            db.close();
            resolve();
          });
        });
      }),
    rows,
  );
}

/** Sends a message unchanged and returns the worker's answer. */
export function send(page: Page, message: unknown): Promise<unknown> {
  return page.evaluate(
    (one) => (Reflect.get(globalThis, 'chrome') as Chrome).runtime.sendMessage(one),
    message,
  );
}

/** A call as the pages make it, or nearly: `more` adds members to the message. */
export function call(page: Page, name: string, input: unknown, more: Items = {}): Promise<unknown> {
  return send(page, { mark: MESSAGE_MARK, call: name, input, sealed: null, ...more });
}

/** What the worker answers to a call; throws what it refuses. */
export async function callWorker<T>(page: Page, name: string, input: unknown = {}): Promise<T> {
  const reply = (await call(page, name, input)) as { ok: boolean; answer: T };
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.answer;
}

/** What one worker tells its pages. */
type Life = { readonly life: string; readonly publicKey: string };

/** The secret part of a call, sealed to one worker like the pages do. */
export async function sealTo(to: Life, name: string, secret: unknown): Promise<Items> {
  const box = await seal({
    receiverPublic: fromHex(to.publicKey),
    info: sealInfo(name),
    aad: utf8(to.life),
    plaintext: utf8(JSON.stringify(secret)),
  });
  return {
    life: to.life,
    encappedPublic: toHex(box.encappedPublic),
    ciphertext: toHex(box.ciphertext),
  };
}

/** A call with a secret part, sealed to the current worker's key. */
export async function sealedCall(
  page: Page,
  name: string,
  input: unknown,
  secret: unknown,
): Promise<unknown> {
  const { answer } = (await call(page, HELLO_CALL, {})) as { answer: Life };
  return call(page, name, input, { sealed: await sealTo(answer, name, secret) });
}
