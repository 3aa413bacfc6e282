// A browser around Keystamp's background: stores that outlive it, messages, alarms, locks, and a
// network that ends in the real service. The background can be stopped at any moment; the next
// message or alarm starts another life over the same stores.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import * as base64url from '../../src/crypto/base64url.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { AnswerOf, CallName, InputOf } from '../../src/messaging/calls.ts';
import { createClient, type Client } from '../../src/messaging/client.ts';
import { createWorker, type ClearableArea, type Worker } from '../../src/messaging/worker.ts';
import type { Downward } from '../../src/protocol/page.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/state.ts';
import { createConnection } from '../../src/storage/database.ts';
import { ROOT } from '../../scripts/tool.ts';
import type { Service } from '../../src/service/service.ts';

export const OWN_ID = 'keystamp-extension-id';
export const OWN_URL = `chrome-extension://${OWN_ID}/`;
export const PAGE = { id: OWN_ID, url: `${OWN_URL}popup.html`, origin: OWN_URL.slice(0, -1) };
export const BASE_URL = 'http://127.0.0.1:8788';
export const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: base64url.encode(new Uint8Array(16)),
};

/** What `runtime.sendMessage` says in Chromium when the worker dies with a message in hand. */
const DIED =
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received';

/** The window in which the user decides, as the browser counts windows. */
const CONFIRM_ID = 7;
/** The list that is packed in the extension. */
const SUFFIXES = readFileSync(join(ROOT, 'public/site-suffixes.txt'), 'utf8');

/** Never settles: what a stopped worker's effects look like to the worker. */
const never = <T>() => new Promise<T>(() => undefined);

/** How many times faster than real time everything here runs. */
export const SPEED = 100;

/**
 * Clocks of this computer and of the service; `shift` moves both, `skew` only the service's. `uptime`
 * is what nobody sets.
 */
export type Time = {
  shift: number;
  skew: number;
  readonly now: () => number;
  readonly uptime: () => number;
};

export function createTime(): Time {
  const begun = Date.now();
  const uptime = () => (Date.now() - begun) * SPEED;
  const time = { shift: 0, skew: 0, uptime, now: () => begun + uptime() + time.shift };
  return time;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Rig = {
  readonly client: Client;
  readonly time: Time;
  /** Ends the present life of the worker where it stands. */
  readonly kill: () => void;
  /** Called before and after everything that a life does outside its own memory. */
  atEffect: () => void;
  /** Starts a life when there is none. */
  readonly wake: () => Worker;
  /** Everything that pages sent, as text. */
  readonly sent: string[];
  readonly session: Map<string, unknown>;
  /** The second area on disk. */
  readonly local: Map<string, unknown>;
  readonly third: Map<string, unknown>;
  /** What enterprise policy holds; an error is what the browser says instead. */
  managed: unknown;
  /** Sets it and says so, as the browser does. */
  readonly setManaged: (value: unknown) => void;
  readonly alarms: Map<string, number>;
  readonly badge: { count: number };
  /** Bridges of open documents, by seat: what the worker sends to one, and its answer. */
  readonly bridges: Map<string, (message: Downward) => unknown>;
  /** How often the confirm window was opened or brought to the front, and whether it is open. */
  readonly confirm: { shown: number; open: boolean };
  /** The user closes the confirm window, or it closes itself. */
  readonly closeConfirm: () => void;
  /** How much the session area takes, and how often anybody has written to it. */
  readonly quota: { bytes: number; writes: number };
  /** Places of the passkey page that were opened. */
  readonly passkeyPlaces: string[];
  /** Hosts outside this computer that the browser lets us reach. */
  readonly permissions: Set<string>;
  /** The network; tests put another one in. */
  net: Fetch;
  /** Sends like {@link Rig.client}, with any sender. */
  readonly raw: (message: unknown, sender?: object) => Promise<unknown>;
  readonly lives: () => number;
  readonly close: () => void;
};

/** A fetch that is the service itself, as a browser would deliver its answers. */
export function fetchFrom(service: Service): Fetch {
  return async (url, init) => {
    const { signal: _signal, ...rest } = init;
    return service.handle(new Request(url, rest));
  };
}

export function createRig(net: Fetch, time: Time = createTime(), timeoutMs = 400): Rig {
  globalThis.indexedDB = new IDBFactory();
  const session = new Map<string, unknown>();
  const local = new Map<string, unknown>();
  const third = new Map<string, unknown>();
  const alarms = new Map<string, number>();
  const bells = new Map<string, ReturnType<typeof setTimeout>>();
  const locks = new Map<string, object>();
  const permissions = new Set<string>();
  const badge = { count: 0 };
  const bridges: Rig['bridges'] = new Map();
  const confirm = { shown: 0, open: false };
  const quota = { bytes: 10 * 1024 * 1024, writes: 0 };
  const passkeyPlaces: string[] = [];
  const sent: string[] = [];
  let life: { worker: Worker; alive: boolean; readonly died: (() => void)[] } | undefined;
  let lives = 0;
  let closed = false;

  const laterAt = (speed: number) => (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms / speed);
    return () => clearTimeout(timer);
  };
  const laterReal = laterAt(SPEED);

  const areaOf = (map: Map<string, unknown>): ClearableArea => ({
    get: async (key) => structuredClone(map.get(key)),
    set: async (key, value) => void map.set(key, JSON.parse(JSON.stringify(value))),
    remove: async (key) => void map.delete(key),
    clear: async () => map.clear(),
  });

  /** As Chromium counts: what would lie there after the write. */
  const limited = (map: Map<string, unknown>): ClearableArea => {
    const area = areaOf(map);
    const set: ClearableArea['set'] = async (key, value) => {
      quota.writes += 1;
      const after = JSON.stringify([...new Map(map).set(key, value)]).length;
      if (after > quota.bytes) throw new Error('Session storage quota bytes exceeded.');
      await area.set(key, value);
    };
    return { ...area, set };
  };

  function startLife() {
    lives += 1;
    const own = { alive: true, died: [] as (() => void)[], worker: undefined as never as Worker };
    /** Runs only while this life lasts, and answers only to it. */
    const live =
      <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        rig.atEffect();
        if (!own.alive) return never();
        const result = await act(...args).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        if (own.alive) rig.atEffect();
        if (!own.alive) return never();
        if ('error' in result) throw result.error;
        return result.value;
      };
    const liveArea = (area: ClearableArea): ClearableArea => {
      return {
        get: live(area.get),
        set: live(area.set),
        remove: live(area.remove),
        clear: live(area.clear),
      };
    };
    own.worker = createWorker({
      connect: live(createConnection({ pause: async () => undefined })),
      session: liveArea(limited(session)),
      second: liveArea(areaOf(local)),
      third: liveArea(areaOf(third)),
      managedArea: live(async () => {
        const managed = await rig.managed;
        if (managed instanceof Error) throw managed;
        return structuredClone(managed);
      }),
      fetch: live((url: string, init: RequestInit) => rig.net(url, init)),
      now: time.now,
      uptime: time.uptime,
      random: randomBytes,
      newId: () => crypto.randomUUID(),
      later: (ms, act) => laterReal(ms, () => own.alive && act()),
      tryLock: live(async (name: string, work: () => Promise<void>) => {
        if (locks.has(name)) return;
        locks.set(name, own);
        try {
          await work();
        } finally {
          if (locks.get(name) === own) locks.delete(name);
        }
      }),
      alarm: live(async (name: string, at: number | null) => setAlarm(name, at)),
      mayReach: live(async (pattern: string) => permissions.has(pattern)),
      badge: live(async (count: number) => void (badge.count = count)),
      tell: live(async ({ seat }: { seat: string }, message: Downward) => {
        const bridge = bridges.get(seat);
        if (!bridge)
          throw new Error('Could not establish connection. Receiving end does not exist.');
        return bridge(message);
      }),
      showPasskey: live(async (place: string) => void passkeyPlaces.push(place)),
      showConfirm: live(async () => {
        confirm.shown += 1;
        confirm.open = true;
        return CONFIRM_ID;
      }),
      isConfirmOpen: live(async () => confirm.open),
      siteSuffixes: live(async () => SUFFIXES),
      ownId: OWN_ID,
      ownUrl: OWN_URL,
      timeoutMs,
    });
    life = own;
    own.worker.resume();
    return own;
  }

  function setAlarm(name: string, at: number | null): void {
    clearTimeout(bells.get(name));
    bells.delete(name);
    alarms.delete(name);
    if (at === null || closed) return;
    alarms.set(name, at);
    const ring = () => {
      alarms.delete(name);
      wake().onAlarm(name);
    };
    const wait = Math.max(0, at - time.now()) / SPEED;
    // Further off than a timer can be: it rings in no test.
    if (wait < 2 ** 31) bells.set(name, setTimeout(ring, wait));
  }

  const wake = (): Worker => (life ?? startLife()).worker;

  function kill(): void {
    if (!life) return;
    const { died } = life;
    life.alive = false;
    life.worker.stop();
    for (const [name, owner] of locks) if (owner === life) locks.delete(name);
    life = undefined;
    for (const tell of died) tell();
  }

  function raw(message: unknown, sender: object = PAGE): Promise<unknown> {
    sent.push(JSON.stringify(message));
    const copy: unknown = JSON.parse(JSON.stringify(message));
    wake();
    const own = life;
    if (!own) throw new Error('no life');
    return new Promise((resolve, reject) => {
      own.died.push(() => reject(new Error(DIED)));
      const kept = own.worker.onMessage(copy, sender, (reply) => {
        if (own.alive) resolve(JSON.parse(JSON.stringify(reply)));
      });
      if (!kept) resolve(undefined);
    });
  }

  // Its watchdog must not take a busy test machine for a dead worker.
  const client = createClient({ send: (message) => raw(message), later: laterAt(4) });
  const rig: Rig = {
    client,
    time,
    atEffect: () => undefined,
    kill,
    wake,
    sent,
    session,
    local,
    third,
    managed: {},
    setManaged: (value) => {
      rig.managed = value;
      life?.worker.onManagedChanged();
    },
    alarms,
    badge,
    bridges,
    confirm,
    quota,
    closeConfirm: () => {
      if (!confirm.open) return;
      confirm.open = false;
      wake().onWindowClosed(CONFIRM_ID);
    },
    passkeyPlaces,
    permissions,
    net,
    raw,
    lives: () => lives,
    close: () => {
      closed = true;
      kill();
      for (const bell of bells.values()) clearTimeout(bell);
    },
  };
  return rig;
}

/** 32 bytes of a made-up password. */
export const newKek = () => base64url.encode(randomBytes(32));

/**
 * Makes a call that guards stamping, the password's key right before it. The minute that a proof counts
 * is 0.6 s here, which a busy machine may take: then once more.
 */
export async function guarded<N extends CallName>(
  { client }: Pick<Rig, 'client'>,
  kek: string,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  for (let attempt = 1; ; attempt++) {
    await client.call('vault_prove', {}, { keks: [kek] });
    try {
      return await client.call(name, input);
    } catch (error) {
      const late = error instanceof KeystampError && error.code === 'reauthentication_needed';
      if (!late || attempt === 5) throw error;
    }
  }
}

/** Creates vault, key, enrolment and profile through the client, as the options page does. */
export async function setUp(rig: Rig, changes: Partial<Profile> = {}) {
  const { client } = rig;
  const kek = newKek();
  await client.call('vault_create', { kdf: KDF }, { kek });
  // Four hours here are two minutes of the test.
  const chosen = { ...DEFAULT_SETTINGS, autoLockMinutes: 240 };
  await guarded(rig, kek, 'settings_save', chosen);
  const key = await client.call('keys_create', { name: 'Test key' });
  const enrolment = await client.call('profiles_enrol', {
    baseUrl: BASE_URL,
    keyId: key.id,
    userName: 'Tester',
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

/** Follows an entry until it rests in one of the given states; throws after a real while. */
export async function follow(rig: Rig, id: string, states: readonly string[], realMs = 15_000) {
  const end = Date.now() + realMs;
  let view = await rig.client.call('activities_get', { id });
  while (!states.includes(view.state)) {
    if (Date.now() > end) throw new Error(`still ${view.state}: ${JSON.stringify(view)}`);
    view = await rig.client.call('activities_wait', { id, revision: view.revision });
  }
  return view;
}
