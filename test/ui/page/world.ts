import { randomBytes } from '../../../src/crypto/bytes.ts';
import type { Client } from '../../../src/client/client.ts';
import type { CallName } from '../../../src/messaging/calls.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { UNMANAGED } from '../../../src/protocol/managed-policy.ts';
import type { Profile } from '../../../src/protocol/profile.ts';
import {
  DEFAULT_SETTINGS,
  type AppState,
  type HomeView,
  type Snapshot,
} from '../../../src/protocol/app-state.ts';
import type { PageEffects, TextFile } from '../../../src/ui/page/effects.ts';

/** An id that ends in the given number. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const profile: Profile = {
  id: id(1),
  name: 'Local service',
  colour: 'blue',
  order: 0,
  service: 'local',
  baseUrl: 'http://127.0.0.1:8788',
  organizationId: id(2),
  keyId: id(3),
  otpGeneration: 'legacy',
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  passkeyHeader: 'X-Stamp',
  trust: { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` },
  known: { organizationName: 'Demo', userId: id(4), userName: 'Ada', at: 0 },
};

export const unlocked: AppState = {
  vault: 'unlocked',
  lockAt: 1,
  vaultNotice: null,
  databaseLost: false,
  backup: 'current',
  hidesFirstSteps: true,
  barredHosts: [],
  profiles: [profile],
  activeProfileId: profile.id,
  requests: { count: 0, own: 0, revision: 0 },
  managed: UNMANAGED,
  pauses: [],
  clockAhead: [],
  settings: DEFAULT_SETTINGS,
};

export const home: HomeView = {
  profileId: profile.id,
  organizationName: 'Demo',
  userName: 'Ada',
  wallets: [{ id: id(5), name: 'Main' }],
  walletCount: 1,
  privateKeys: [],
  privateKeyCount: 0,
  entries: [],
  at: 1_000,
  clockSkewMs: 0,
};

export const entry: EntryView = {
  id: id(9),
  origin: 'popup',
  profileId: profile.id,
  operation: 'update_wallet',
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  method: 'key',
  fingerprint: `sha256:${'0'.repeat(64)}`,
  timestampMs: 0,
  createdAt: 0,
  updatedAt: 0,
  state: 'sending',
  mismatched: false,
  disproved: false,
  attempts: 1,
  nextAt: null,
  parameters: null,
  activity: null,
  result: null,
  error: null,
  revision: 1,
};

type RecordedCall = { readonly name: CallName; readonly input: unknown; readonly secret: unknown };

/** Answers of a worker, by call; a thrown value rejects. */
export type Answers = Partial<Record<CallName, (input: never) => unknown>>;

/** The popup's surroundings with a worker that answers as told, and a clock that stands. */
export function popupWorld(
  answers: Answers = {},
  stored: Snapshot | null = null,
  kept = new Map<string, unknown>(),
) {
  const asked: RecordedCall[] = [];
  const watchers = new Set<(snapshot: Snapshot | null) => void>();
  const hashWatchers: (() => void)[] = [];
  const wideWatchers = new Set<() => void>();
  const saved: TextFile[] = [];
  let isWide = false;
  let hash = '';
  let now = 1_000_000;
  let lastId = 100;
  const client = {
    call: async (name: CallName, input: unknown, secret?: unknown) => {
      asked.push({ name, input, secret });
      const answer = answers[name];
      if (!answer) throw new Error(`the test's worker does not know ${name}`);
      return Promise.resolve(answer(input as never));
    },
  } as Client;
  const effects: PageEffects = {
    client,
    session: {
      get: async (key) => Promise.resolve(kept.get(key)),
      set: async (key, value) => Promise.resolve(void kept.set(key, structuredClone(value))),
      remove: async (key) => Promise.resolve(void kept.delete(key)),
    },
    readSnapshot: async () => Promise.resolve(stored),
    watchSnapshot: (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    unlock: async () => Promise.resolve(unlocked),
    now: () => now,
    randomId: () => id((lastId += 1)),
    randomBytes,
    later: (_, then) => {
      queueMicrotask(then);
      return () => undefined;
    },
    openTab: async () => Promise.resolve(),
    openPage: async () => Promise.resolve(),
    saveFile: (file) => void saved.push(file),
    wide: {
      get: () => isWide,
      watch: (changed) => {
        wideWatchers.add(changed);
        return () => void wideWatchers.delete(changed);
      },
    },
    mark: () => undefined,
    hash: {
      get: () => hash,
      set: (next) => {
        hash = next;
        for (const watcher of hashWatchers) watcher();
      },
      watch: (changed) => {
        hashWatchers.push(changed);
        return () => undefined;
      },
    },
  };
  return {
    effects,
    asked,
    kept,
    /** The files that were offered to be saved. */
    saved,
    setWide: (wide: boolean) => {
      isWide = wide;
      for (const watcher of wideWatchers) watcher();
    },
    advanceClock: (ms: number) => (now += ms),
    publish: (snapshot: Snapshot | null) => {
      for (const watcher of watchers) watcher(snapshot);
    },
    watchers: () => watchers.size,
    calls: (name: CallName) => asked.filter((call) => call.name === name),
  };
}
