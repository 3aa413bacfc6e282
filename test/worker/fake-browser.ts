// A browser around Keystamp's background: stores that outlive it, messages, alarms, locks, and a
// network that ends in the real service. The background can stop at any moment; the next message or
// alarm starts it again over the same stores. Time stands still until someone waits for an answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { AnswerOf, CallName, InputOf } from '../../src/messaging/calls.ts';
import { createClient, type Client } from '../../src/client/client.ts';
import { createBackgroundWorker, type BackgroundWorker } from '../../src/worker/worker.ts';
import type { ClearableArea } from '../../src/worker/worker-effects.ts';
import type { WorkerMessage } from '../../src/protocol/page-api.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import { DEFAULT_SETTINGS, SNAPSHOT_KEY, type Snapshot } from '../../src/protocol/app-state.ts';
import { createConnection } from '../../src/storage/database.ts';
import { ROOT } from '../../scripts/tool.ts';
import type { Service } from '../../src/service/service.ts';
import { newSetUpCode } from '../set-up-code.ts';
import { createTestClock, during, type TestClock } from '../test-clock.ts';

export const OWN_ID = 'keystamp-extension-id';
export const OWN_URL = `chrome-extension://${OWN_ID}/`;
export const OWN_PAGE_SENDER = {
  id: OWN_ID,
  url: `${OWN_URL}popup.html`,
  origin: OWN_URL.slice(0, -1),
};
export const BASE_URL = 'http://127.0.0.1:8788';
export const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: base64url.encode(new Uint8Array(16)),
};

/** Chromium's `runtime.sendMessage` error when the worker dies with a message in hand. */
const WORKER_DIED =
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received';

/** The id of the window in which the user decides. */
const CONFIRM_WINDOW_ID = 7;
/** The list in the extension's package. */
const SUFFIXES = readFileSync(join(ROOT, 'public/site-suffixes.txt'), 'utf8');

/** Never settles: what a stopped worker's effects look like to the worker. */
const neverSettle = <T>() => new Promise<T>(() => undefined);

/** When the fake computer was started. */
export const STARTED_AT = Date.UTC(2026, 0, 15, 9);

/**
 * Clocks of this computer and of the service; `shift` moves both, `skew` only the service's. Nobody
 * sets `uptime`: it is the test's clock, by which all timers run.
 */
export type FakeTime = Omit<TestClock, 'set'> & {
  shift: number;
  skew: number;
  readonly uptime: () => number;
};

export function createFakeTime(): FakeTime {
  const clock = createTestClock();
  const time = {
    ...clock,
    shift: 0,
    skew: 0,
    uptime: clock.now,
    now: () => STARTED_AT + clock.now() + time.shift,
  };
  return time;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type FakeBrowser = {
  /** Keystamp's own page: time passes while it waits. */
  readonly client: Client;
  /** The same, and time passes only if the test lets it. */
  readonly stillClient: Client;
  readonly time: FakeTime;
  /** Stops the worker where it is. */
  readonly kill: () => void;
  /** Stops the worker at its nth effect from now on, the next one at 1. */
  readonly killAtEffect: (nth: number) => void;
  /** Called before and after everything the worker does outside its own memory. */
  onEffect: () => void;
  /** Starts the worker if it isn't running. */
  readonly wake: () => BackgroundWorker;
  /** Everything that pages sent, as text. */
  readonly sent: string[];
  readonly session: Map<string, unknown>;
  /** The second area on disk. */
  readonly local: Map<string, unknown>;
  readonly lastSavedArea: Map<string, unknown>;
  /** What enterprise policy has set; an error is what the browser throws instead. */
  managed: unknown;
  /** Sets the policy and announces it, like the browser. */
  readonly setManaged: (value: unknown) => void;
  readonly alarms: Map<string, number>;
  readonly badge: { count: number };
  /** How many activities wait, in each notification. */
  readonly notified: number[];
  /** Bridges of open documents by bridgeId: receive the worker's messages and answer them. */
  readonly bridges: Map<string, (message: WorkerMessage) => unknown>;
  /** How often the confirm window was opened or brought to the front, and whether it is open. */
  readonly confirmWindow: { shown: number; open: boolean };
  /** The user closes the confirm window, or it closes itself. */
  readonly closeConfirmWindow: () => void;
  /** How much the session area can store, and how often it was written to. */
  readonly quota: { bytes: number; writes: number };
  /** Places of the passkey page that were opened. */
  readonly confirmPlaces: string[];
  /** Hosts outside this computer that the browser lets us reach. */
  readonly permissions: Set<string>;
  /** Tells the worker that they have changed. */
  readonly onPermissionsChanged: () => void;
  /** Whether the browser asks the user for each host. */
  asksForHosts: boolean;
  /** Whether a new worker goes on with earlier work at once, rather than a moment later. */
  resumes: boolean;
  /** The network; tests replace it. */
  network: Fetch;
  /** Sends like {@link FakeBrowser.client}, with any sender. */
  readonly sendRaw: (message: unknown, sender?: object) => Promise<unknown>;
  /** Calls back with every snapshot that the worker writes, like pages see it. */
  readonly watchSnapshot: (onChange: (snapshot: Snapshot | null) => void) => () => void;
  readonly lifeCount: () => number;
  readonly close: () => void;
};

/** A fetch that is the service itself, with answers as a browser would deliver them. */
export function createServiceFetch(service: Service): Fetch {
  return async (url, init) => {
    const { signal: _signal, ...rest } = init;
    return during(() => service.handle(new Request(url, rest)));
  };
}

export function createFakeBrowser(network: Fetch, time: FakeTime = createFakeTime()): FakeBrowser {
  globalThis.indexedDB = new IDBFactory();
  const session = new Map<string, unknown>();
  const local = new Map<string, unknown>();
  const lastSavedArea = new Map<string, unknown>();
  const alarms = new Map<string, number>();
  const alarmTimers = new Map<string, () => void>();
  const locks = new Map<string, object>();
  const permissions = new Set(['http://127.0.0.1/*', 'http://localhost/*']);
  const badge = { count: 0 };
  const notified: number[] = [];
  const bridges: FakeBrowser['bridges'] = new Map();
  const confirmWindow = { shown: 0, open: false };
  const quota = { bytes: 10 * 1024 * 1024, writes: 0 };
  const confirmPlaces: string[] = [];
  const sent: string[] = [];
  const snapshotWatchers = new Set<(snapshot: Snapshot | null) => void>();
  let currentLife:
    { worker: BackgroundWorker; alive: boolean; readonly onDeath: (() => void)[] } | undefined;
  let lifeCount = 0;
  let closed = false;

  const createMemoryArea = (map: Map<string, unknown>): ClearableArea => ({
    get: async (key) => structuredClone(map.get(key)),
    set: async (key, value) => void map.set(key, JSON.parse(JSON.stringify(value))),
    remove: async (key) => void map.delete(key),
    clear: async () => map.clear(),
  });

  /** Counts like Chromium: what the area would contain after the write. */
  const withQuota = (map: Map<string, unknown>): ClearableArea => {
    const area = createMemoryArea(map);
    // Of what was written: to count all anew for each write took a tenth of some files' time.
    const lengths = new Map<unknown, number>();
    const lengthOf = (value: unknown) => lengths.get(value) ?? JSON.stringify(value).length;
    const set: ClearableArea['set'] = async (key, value) => {
      quota.writes += 1;
      const length = JSON.stringify(value).length;
      // As the text of all entries: each with its brackets, quotes and commas.
      let after = 1 + key.length + 6 + length;
      for (const [name, one] of map) if (name !== key) after += name.length + 6 + lengthOf(one);
      if (after > quota.bytes) throw new Error('Session storage quota bytes exceeded.');
      const previous = map.get(key);
      await area.set(key, value);
      lengths.delete(previous);
      lengths.set(map.get(key), length);
      // Like browsers: a write of an equal value isn't a change.
      if (key !== SNAPSHOT_KEY || JSON.stringify(map.get(key)) === JSON.stringify(previous)) return;
      for (const notify of snapshotWatchers) notify(structuredClone(map.get(key)) as Snapshot);
    };
    return { ...area, set };
  };

  function startLife() {
    lifeCount += 1;
    const life = {
      alive: true,
      onDeath: [] as (() => void)[],
      worker: undefined as never as BackgroundWorker,
    };
    /** Runs only while this worker lives, and answers only to it. */
    const whileAlive =
      <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        browser.onEffect();
        if (!life.alive) return neverSettle();
        const result = await act(...args).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if (life.alive) browser.onEffect();
        if (!life.alive) return neverSettle();
        if ('error' in result) throw result.error;
        return result.value;
      };
    const areaWhileAlive = (area: ClearableArea): ClearableArea => {
      return {
        get: whileAlive(area.get),
        set: whileAlive(area.set),
        remove: whileAlive(area.remove),
        clear: whileAlive(area.clear),
      };
    };
    life.worker = createBackgroundWorker({
      connect: whileAlive(createConnection({ pause: async () => undefined })),
      session: areaWhileAlive(withQuota(session)),
      second: areaWhileAlive(createMemoryArea(local)),
      lastSavedArea: areaWhileAlive(createMemoryArea(lastSavedArea)),
      readManagedStorage: whileAlive(async () => {
        const managed = await browser.managed;
        if (managed instanceof Error) throw managed;
        return structuredClone(managed);
      }),
      fetch: whileAlive((url: string, init: RequestInit) => browser.network(url, init)),
      now: time.now,
      uptime: time.uptime,
      random: randomBytes,
      newId: () => crypto.randomUUID(),
      later: (ms, act) => time.later(ms, () => life.alive && act()),
      tryLock: whileAlive(async (name: string, work: () => Promise<void>) => {
        if (locks.has(name)) return;
        locks.set(name, life);
        try {
          await work();
        } finally {
          if (locks.get(name) === life) locks.delete(name);
        }
      }),
      setAlarm: whileAlive(async (name: string, at: number | null) => setAlarm(name, at)),
      mayReach: whileAlive(async (pattern: string) => permissions.has(pattern)),
      asksForHosts: browser.asksForHosts,
      reachable: whileAlive(async () => [...permissions, 'https://*/*']),
      setBadge: whileAlive(async (count: number) => void (badge.count = count)),
      notifyWaiting: whileAlive(async (count: number) => void notified.push(count)),
      showInbox: whileAlive(async () => undefined),
      sendToDocument: whileAlive(
        async ({ bridgeId }: { bridgeId: string }, message: WorkerMessage) => {
          const bridge = bridges.get(bridgeId);
          if (!bridge)
            throw new Error('Could not establish connection. Receiving end does not exist.');
          return bridge(message);
        },
      ),
      showConfirm: whileAlive(async (place?: string) => {
        if (place !== undefined) confirmPlaces.push(place);
        confirmWindow.shown += 1;
        confirmWindow.open = true;
        return CONFIRM_WINDOW_ID;
      }),
      isConfirmOpen: whileAlive(async () => confirmWindow.open),
      siteSuffixes: whileAlive(async () => SUFFIXES),
      ownId: OWN_ID,
      ownUrl: OWN_URL,
    });
    currentLife = life;
    life.worker.readAhead();
    if (browser.resumes) life.worker.resume();
    return life;
  }

  function setAlarm(name: string, at: number | null): void {
    alarmTimers.get(name)?.();
    alarmTimers.delete(name);
    alarms.delete(name);
    if (at === null || closed) return;
    alarms.set(name, at);
    const fireAlarm = () => {
      alarms.delete(name);
      wake().onAlarm(name);
    };
    alarmTimers.set(name, time.later(Math.max(0, at - time.now()), fireAlarm));
  }

  const wake = (): BackgroundWorker => (currentLife ?? startLife()).worker;

  function kill(): void {
    if (!currentLife) return;
    const { onDeath } = currentLife;
    currentLife.alive = false;
    currentLife.worker.stop();
    for (const [name, owner] of locks) if (owner === currentLife) locks.delete(name);
    currentLife = undefined;
    for (const notifyDeath of onDeath) notifyDeath();
  }

  function sendRaw(message: unknown, sender: object = OWN_PAGE_SENDER): Promise<unknown> {
    sent.push(JSON.stringify(message));
    const copy: unknown = JSON.parse(JSON.stringify(message));
    wake();
    const life = currentLife;
    if (!life) throw new Error('no life');
    return new Promise((resolve, reject) => {
      life.onDeath.push(() => reject(new Error(WORKER_DIED)));
      const isHandled = life.worker.onMessage(copy, sender, (reply) => {
        if (life.alive) resolve(JSON.parse(JSON.stringify(reply)));
      });
      if (!isHandled) resolve(undefined);
    });
  }

  const stillClient = createClient({ send: (message) => sendRaw(message), later: time.later });
  const client: Client = {
    call: (name, ...rest) => time.run(stillClient.call(name, ...rest)),
  };
  const browser: FakeBrowser = {
    client,
    stillClient,
    time,
    onEffect: () => undefined,
    kill,
    killAtEffect: (nth) => {
      let left = nth;
      browser.onEffect = () => {
        left -= 1;
        if (left === 0) kill();
      };
    },
    wake,
    sent,
    session,
    local,
    lastSavedArea,
    managed: {},
    setManaged: (value) => {
      browser.managed = value;
      currentLife?.worker.onManagedChanged();
    },
    alarms,
    badge,
    notified,
    bridges,
    confirmWindow,
    quota,
    closeConfirmWindow: () => {
      if (!confirmWindow.open) return;
      confirmWindow.open = false;
      wake().onWindowClosed(CONFIRM_WINDOW_ID);
    },
    confirmPlaces,
    permissions,
    asksForHosts: true,
    resumes: true,
    onPermissionsChanged: () => currentLife?.worker.onPermissionsChanged(),
    network,
    sendRaw: (message, sender) => time.run(sendRaw(message, sender)),
    watchSnapshot: (onChange) => {
      snapshotWatchers.add(onChange);
      return () => void snapshotWatchers.delete(onChange);
    },
    lifeCount: () => lifeCount,
    close: () => {
      closed = true;
      kill();
      for (const cancel of alarmTimers.values()) cancel();
    },
  };
  return browser;
}

/** The 32 bytes of a made-up password. */
export const newKek = () => base64url.encode(randomBytes(32));

/** Makes a call that guards stamping, with the password's key right before it. */
export async function callWithProof<N extends CallName>(
  { client }: Pick<FakeBrowser, 'client'>,
  kek: string,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  await client.call('vault_prove', {}, { keks: [kek] });
  return client.call(name, input);
}

/** Creates vault, key, enrollment and profile through the client, like the options page. */
export async function setUpAccount(browser: FakeBrowser, changes: Partial<Profile> = {}) {
  const { client } = browser;
  const kek = newKek();
  await client.call('vault_create', { kdf: KDF }, { kek });
  // Late enough for what the tests wait for.
  const chosen = { ...DEFAULT_SETTINGS, autoLockMinutes: 240 };
  await callWithProof(browser, kek, 'settings_save', chosen);
  const key = await client.call('keys_create', { name: 'Test key' });
  const enrolment = await client.call('profiles_enrol', {
    baseUrl: BASE_URL,
    keyId: key.id,
    userName: 'Tester',
    setUpCode: newSetUpCode(),
  });
  const profile = await client.call('profiles_save', {
    id: null,
    name: 'Local',
    colour: 'blue',
    order: 0,
    service: 'local',
    baseUrl: BASE_URL,
    organizationId: enrolment.organizationId,
    keyId: key.id,
    otpGeneration: 'enclave',
    passkeys: null,
    authorization: { usual: 'key', passkeyOnly: [] },
    passkeyHeader: 'X-Stamp',
    trust: enrolment.trust,
    known: null,
    ...changes,
  });
  return { kek, key, enrolment, profile };
}

/** Follows an entry until it is in one of the given states. */
export async function waitForState(
  { client, time }: FakeBrowser,
  id: string,
  states: readonly string[],
): Promise<EntryView> {
  let view: EntryView | undefined;
  const reached = async () => {
    view = await client.call('activities_get', { id });
    return states.includes(view.state) && view;
  };
  return time.until(reached).catch((error: unknown) => {
    throw new Error(`still ${view?.state}: ${JSON.stringify(view)}`, { cause: error });
  });
}
