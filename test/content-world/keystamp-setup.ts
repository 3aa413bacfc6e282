import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as base64url from '../../src/crypto/base64url.ts';
import type { CallName, InputOf } from '../../src/messaging/calls.ts';
import { HELLO_CALL, MESSAGE_MARK } from '../../src/messaging/wire.ts';
import { ANNOUNCE_EVENT, DISCOVER_EVENT } from '../../src/protocol/page-api.ts';
import { TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { sealTo } from '../e2e/extension-internals.ts';
import type { TestBrowser, TestTab } from './test-browser.ts';

/*
 * A Keystamp with something to lose, set up by an own page's messages: it needs no service, so it
 * is the same in both browsers. Also reads everything that it has stored.
 */

type Reply = { readonly ok: boolean; readonly answer?: unknown; readonly error?: unknown };
type Api = { readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> } };

/** A key-encryption key as a page would derive it. */
const KEK = base64url.encode(new Uint8Array(randomBytes(32)));
const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: base64url.encode(new Uint8Array(randomBytes(16))),
};

/** A call of an own page; throws what the worker refuses. */
export async function callOwn<N extends CallName>(
  own: TestTab,
  call: N | typeof HELLO_CALL,
  input: InputOf<N> | object = {},
  secret?: unknown,
): Promise<unknown> {
  const sealed = secret === undefined ? null : await sealTo(await readGreeting(own), call, secret);
  const message = { mark: MESSAGE_MARK, call, input, sealed };
  const reply = (await own.run(async (one) => {
    const scope = globalThis as unknown as Record<'browser' | 'chrome', Api>;
    return ('browser' in globalThis ? scope.browser : scope.chrome).runtime.sendMessage(one);
  }, message)) as Reply;
  if (!reply.ok) throw new Error(`${call}: ${JSON.stringify(reply.error)}`);
  return reply.answer;
}

const readGreeting = async (own: TestTab) =>
  (await callOwn(own, HELLO_CALL)) as { readonly life: string; readonly publicKey: string };

export const unlockOwn = (own: TestTab) => callOwn(own, 'vault_unlock', {}, { keks: [KEK] });

/** Names that occur nowhere but in this Keystamp. */
export const SECRETS = {
  key: 'Canary key of the left wing',
  profile: 'Canary profile of the right wing',
  organizationId: randomUUID(),
  /** Nothing listens on port 9 (discard). */
  baseUrl: 'http://127.0.0.1:9/canary-service',
};

export type KeystampIds = { readonly keyId: string; readonly profileId: string };

/** Vault, key, profile, settings, and a connected site. */
export async function setUpKeystamp(
  browserUnderTest: TestBrowser,
  own: TestTab,
  site: string,
): Promise<KeystampIds> {
  await callOwn(own, 'vault_create', { kdf: KDF }, { kek: KEK });
  const key = (await callOwn(own, 'keys_create', { name: SECRETS.key })) as { id: string };
  const profile = (await callOwn(own, 'profiles_save', {
    id: null,
    name: SECRETS.profile,
    colour: 'violet',
    order: 0,
    service: 'custom',
    baseUrl: SECRETS.baseUrl,
    organizationId: SECRETS.organizationId,
    keyId: key.id,
    passkeys: null,
    authorization: { usual: 'key', passkeyOnly: ['delete_api_keys'] },
    otpGeneration: 'enclave',
    passkeyHeader: 'X-Stamp',
    trust: TURNKEY_TRUST,
    known: null,
  })) as { id: string };
  const look = { theme: 'dark', contrast: 'more', locale: 'en' } as const;
  const settings = { autoLockMinutes: 37, notify: false, ...look } as const;
  await callOwn(own, 'settings_save', settings);
  await connectSite(browserUnderTest, own, site, profile.id);
  return { keyId: key.id, profileId: profile.id };
}

type Provider = { readonly connect: (params: object) => Promise<unknown> };
type Announced = CustomEvent<{ readonly provider: Provider }>;

/** A web page requests a connection, and an own page approves it. */
async function connectSite(
  browserUnderTest: TestBrowser,
  own: TestTab,
  url: string,
  profileId: string,
) {
  const web = await browserUnderTest.openWeb(url);
  await web.run(
    async ([discover, announce]) => {
      const provider = await new Promise<Provider>((resolve) => {
        const told = (event: Event) => resolve((event as Announced).detail.provider);
        window.addEventListener(announce ?? '', told, { once: true });
        window.dispatchEvent(new Event(discover ?? ''));
      });
      const outcome = provider.connect({ operations: ['update_wallet'] });
      const end = (how: string) => () =>
        document.documentElement.setAttribute('data-connected', how);
      outcome.then(end('yes'), end('no'));
    },
    [DISCOVER_EVENT, ANNOUNCE_EVENT],
  );
  const pendingRequest = await until(async () => {
    const { items } = (await callOwn(own, 'requests_list')) as { items: { id: string }[] };
    return items[0];
  });
  const decision = { kind: 'connect', profileId, operations: ['update_wallet'] } as const;
  await callOwn(own, 'requests_decide', { id: pendingRequest.id, decision });
  await until(() =>
    web.run(() => document.documentElement.getAttribute('data-connected') === 'yes', null),
  );
}

/** Retries for half a minute, until there is a result. */
export async function until<T>(ask: () => Promise<T | undefined | null | false>): Promise<T> {
  for (let left = 150; left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error('it did not come in half a minute');
}

/** Everything that an extension stores, by place. */
export type Stores = {
  readonly local: Readonly<Record<string, unknown>>;
  readonly session: Readonly<Record<string, unknown>>;
  /** By database, then by store: keys and values alternate. */
  readonly databases: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
};

/** Reads all stores from an own page. */
export function readStores(own: TestTab): Promise<Stores> {
  return own.run(async () => {
    type Area = { readonly get: (keys: null) => Promise<Record<string, unknown>> };
    type Storage = { readonly storage: Readonly<Record<'local' | 'session', Area>> };
    const scope = globalThis as unknown as Record<'browser' | 'chrome', Storage>;
    const { storage } = 'browser' in globalThis ? scope.browser : scope.chrome;
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(String(request.error))));
      });
    const databases: Record<string, Record<string, unknown[]>> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name));
      const stores: Record<string, unknown[]> = {};
      for (const store of db.objectStoreNames) {
        const open = db.transaction(store).objectStore(store);
        const [keys, values] = [settled(open.getAllKeys()), settled(open.getAll())];
        stores[store] = [await keys, await values];
      }
      db.close();
      databases[name] = stores;
    }
    const plain = { databases, local: await storage.local.get(null) };
    const whole = { ...plain, session: await storage.session.get(null) };
    const bytes = (_key: string, one: unknown) =>
      ArrayBuffer.isView(one) ? [...new Uint8Array(one.buffer)].join(' ') : one;
    return JSON.parse(JSON.stringify(whole, bytes)) as Stores;
  }, null);
}

/** All stores, once no more writes are in progress. */
export async function readSettledStores(own: TestTab): Promise<Stores> {
  let last = await readStores(own);
  return until(async () => {
    const now = await readStores(own);
    const isSettled = isDeepStrictEqual(now, last);
    last = now;
    return isSettled && now;
  });
}

/** Sixteen characters don't match by accident. */
const MIN_SECRET_LENGTH = 16;

/** Every text in a value that would reveal something, including in JSON inside texts. */
export function secretTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const inner = readJson(value);
    if (typeof inner === 'object' && inner !== null) return [value, ...secretTexts(inner)];
    return value.length >= MIN_SECRET_LENGTH ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...(key.length >= MIN_SECRET_LENGTH * 2 ? [key] : []),
    ...secretTexts(one),
  ]);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
