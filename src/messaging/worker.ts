import type { TryLock } from '../activities/courier.ts';
import { former } from '../activities/former-profiles.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import { longestMs } from '../protocol/managed.ts';
import type { AppState } from '../protocol/state.ts';
import type { Area } from '../storage/area.ts';
import { deleteDatabase, type Connect } from '../storage/database.ts';
import { createVault, type Vault } from '../vault/vault.ts';
import type { Stored } from './access.ts';
import { createAppState } from './app-state.ts';
import { createCeremonies, type Ceremonies } from './ceremonies/ceremonies.ts';
import { createChanges, type Changes } from './changes.ts';
import { activityHandlers } from './handlers/activities.ts';
import { approvalHandlers } from './handlers/approvals.ts';
import { ceremonyHandlers } from './handlers/ceremonies.ts';
import type { Handlers } from './handlers/handlers.ts';
import { keyHandlers } from './handlers/keys.ts';
import { profileHandlers } from './handlers/profiles.ts';
import { queryHandlers } from './handlers/queries.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { siteHandlers } from './handlers/sites.ts';
import { timingHandlers } from './handlers/timing.ts';
import { vaultHandlers } from './handlers/vault.ts';
import { createManagedSettings, type ManagedSettings, type ManagingEffects } from './managing.ts';
import { createOffice, type Office } from './office.ts';
import { createPages, type Pages } from './page/pages.ts';
import type { TellDocument } from './page/seats.ts';
import { createSecrets } from './secrets.ts';
import { createServer, type Listener } from './server.ts';
import { createSettings, type SettingsStore } from './settings.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';

/** A key-value area of the browser that can be emptied. */
export type ClearableArea = Area & { readonly clear: () => Promise<void> };

/** The names under which the worker asks to be woken. */
export const ALARMS = {
  outbox: 'keystamp-outbox',
  lock: 'keystamp-lock',
  pages: 'keystamp-pages',
} as const;
export type AlarmName = (typeof ALARMS)[keyof typeof ALARMS];

/** Everything that the background does outside its own memory. */
export type WorkerEffects = ManagingEffects & {
  readonly connect: Connect;
  readonly session: ClearableArea;
  /** On disk, apart from the database and out of reach for content scripts. */
  readonly second: ClearableArea;
  /** On disk, apart from both. */
  readonly third: ClearableArea;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only grow, also while somebody sets the clock. */
  readonly uptime?: () => number;
  readonly random: RandomBytes;
  /** A fresh UUID. */
  readonly newId: () => string;
  readonly later: (ms: number, act: () => void) => () => void;
  readonly tryLock: TryLock;
  /** Wakes the worker under a name at a moment; null: not any more. */
  readonly alarm: (name: AlarmName, at: number | null) => Promise<void>;
  readonly mayReach: (pattern: string) => Promise<boolean>;
  /** Sends to the bridge of one document of a web page. */
  readonly tell: TellDocument;
  /** Opens the one confirm window, or brings it to the front; answers the id of the window. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly isConfirmOpen: () => Promise<boolean>;
  /** The list of public suffixes that is packed in the extension. */
  readonly siteSuffixes: () => Promise<string>;
  /** Opens the window of the passkey page at a place, or brings it there. */
  readonly showPasskey: (place: string) => Promise<void>;
  /** Shows how many things wait for the user; 0 shows nothing. */
  readonly badge: (count: number) => Promise<void>;
  readonly ownId: string;
  readonly ownUrl: string;
  /** For tests; 20 s otherwise. */
  readonly timeoutMs?: number;
};

/** One life of the background. */
export type Worker = {
  readonly onMessage: Listener;
  readonly onAlarm: (name: string) => void;
  /** Enterprise policy has changed. */
  readonly onManagedChanged: () => void;
  /** The machine was locked by its user. */
  readonly onMachineLocked: () => void;
  /** A window of the browser was closed. */
  readonly onWindowClosed: (windowId: number) => void;
  /** Takes up what an earlier life left. */
  readonly resume: () => void;
  /** Ends this life's timers. Tests re-create the whole worker over the same stores. */
  readonly stop: () => void;
};

/** Builds one life of the background over its effects. Nothing runs before something happens. */
export function createWorker(outside: WorkerEffects): Worker {
  const managedSettings = createManagedSettings(outside);
  const effects = { ...outside, managed: managedSettings.policy };
  const { later, now, second } = effects;
  const changes = createChanges(later);
  const vault = createVault({
    ...effects,
    clock: now,
    former: former(effects),
    longestMs: async () => longestMs(await effects.managed()),
    onLock: () => {
      quietly(office.readSessions.clear());
      quietly(ceremonies.clear());
      quietly(publish());
    },
  });
  const office = createOffice({
    ...effects,
    vault,
    alarm: (at) => effects.alarm(ALARMS.outbox, at),
    onChange: (id) => {
      changes.tell(id);
      snapshots.soon();
      quietly(pages.moved(id));
    },
    onTiming: () => snapshots.soon(),
  });
  const isUnlocked = async () => (await vault.status()) === 'unlocked';
  const ceremonies: Ceremonies = createCeremonies({
    ...effects,
    ...office,
    isUnlocked,
    onChange: () => quietly(publish()),
  });
  const pages = createPages({
    ...effects,
    ...office,
    rows: vault.rows,
    isUnlocked,
    changed: changes.next,
    pagesAlarm: (at) => effects.alarm(ALARMS.pages, at),
    onChange: () => snapshots.soon(),
  });
  const chosen = createSettings(second, vault);
  const shown = { office, ceremonies, pages, vault, managedSettings };
  const snapshots: Snapshots = snapshotsOf(effects, chosen, shown);
  const publish = (): Promise<AppState> => snapshots.publish();

  const life = { ...shown, snapshots, changes };
  const own = serverOf(effects, chosen, life);

  return {
    onMessage: (message, sender, respond) =>
      pages.onMessage(message, sender, respond) || own(message, sender, respond),
    onAlarm: (name) => rung(life, name),
    onManagedChanged: () => quietly(obey(life)),
    onMachineLocked: () => quietly(vault.lock().then(publish)),
    onWindowClosed: (windowId) => quietly(pages.windowClosed(windowId)),
    resume: () => quietly(takeUp(life).then(pages.resume).then(publish)),
    stop: office.courier.stop,
  };
}

function rung({ office, pages, snapshots }: Life, name: string): void {
  if (name === ALARMS.outbox) quietly(office.courier.resume(true));
  // Reading the deadline locks when it has passed.
  if (name === ALARMS.lock) quietly(snapshots.publish());
  if (name === ALARMS.pages) quietly(pages.woken());
}

/** An earlier life may have been stopped between an unlock and what waited for it. */
async function takeUp({ managedSettings, office, vault }: Life): Promise<void> {
  // A browser that has just started takes seconds for them: less is left of that when they are needed.
  quietly(managedSettings.get());
  const { courier } = office;
  const rests = await courier.resume();
  if (rests && (await vault.status()) === 'unlocked') await courier.wake();
}

/** Applies another policy to what waits: some of it may not be asked for, or may go out, from now on. */
async function obey({ managedSettings, pages, office, snapshots }: Life): Promise<void> {
  managedSettings.renew();
  await pages.obey();
  await office.courier.wake();
  await snapshots.publish();
}

type Life = {
  readonly office: Office;
  readonly ceremonies: Ceremonies;
  readonly pages: Pages;
  readonly vault: Vault;
  readonly managedSettings: ManagedSettings;
  readonly snapshots: Snapshots;
  readonly changes: Changes;
};

/** What pages see before they ask, and what hangs on it: the alarm of the lock, and the badge. */
function snapshotsOf(
  effects: WorkerEffects,
  chosen: SettingsStore,
  life: Omit<Life, 'snapshots' | 'changes'>,
): Snapshots {
  const { office, ceremonies, pages, vault, managedSettings } = life;
  return createSnapshots({
    area: effects.session,
    later: effects.later,
    state: createAppState({
      ...office,
      vault,
      managed: managedSettings.get,
      settings: chosen,
      approvals: pages.count,
      ceremonies: async () => (await ceremonies.list()).length,
    }),
    newest: office.home.newest,
    onState: async ({ lockAt, approvals, ceremonies: waiting }) => {
      await effects.alarm(ALARMS.lock, lockAt);
      await effects.badge(approvals.count + waiting + (await office.outbox.countWaiting()));
    },
  });
}

/** Answers Keystamp's own pages, each call compared with what is stored before it runs. */
function serverOf(effects: WorkerEffects, chosen: SettingsStore, life: Life): Listener {
  const stored: Stored = { profiles: life.office.profiles.list, settings: chosen.get };
  const handlers = handlersOf(effects, chosen, life);
  const secrets = createSecrets(effects.random);
  return createServer({ ...effects, handlers, secrets, vault: life.vault, stored });
}

/** What Keystamp's own pages may call, over one life of the background. */
function handlersOf(effects: WorkerEffects, chosen: SettingsStore, life: Life): Handlers {
  const { office, ceremonies, pages, vault, managedSettings, snapshots, changes } = life;
  const { publish } = snapshots;
  const { outbox, courier } = office;
  const managed = managedSettings.policy;
  const shared = { ...effects, ...office, managed, vault, published: publish };
  const changed = () => quietly(publish());
  const goOn = () => quietly(courier.wake());
  return {
    ...vaultHandlers({ ...shared, wipeAll: () => wipe(effects, life), onUnlock: goOn }),
    ...settingsHandlers({ ...shared, settings: chosen }),
    ...keyHandlers(shared),
    ...profileHandlers({ ...shared, onRemoved: pages.forgetProfile }),
    ...timingHandlers(shared),
    ...queryHandlers({ ...shared, keepHome: snapshots.keepHome }),
    ...activityHandlers({ ...shared, changed: changes.next, onHidden: changed }),
    ...ceremonyHandlers({
      ceremonies,
      showPasskey: (id) => effects.showPasskey(`/stamp/${id}`),
      onLook: goOn,
    }),
    ...approvalHandlers({ pages, isUnlocked: async () => (await vault.lockAt()) !== null }),
    ...siteHandlers({ pages, outbox, onChange: changed }),
  };
}

/** Empties every store. Pages are told first: afterwards nobody knows them. */
async function wipe({ second, third, session }: WorkerEffects, life: Life): Promise<void> {
  life.office.courier.stop();
  await life.pages.leaveAll().catch(() => undefined);
  // A store that is damaged must not keep the others: what is left of it is deleted below, or told.
  await life.vault.wipe().catch(() => undefined);
  await life.snapshots.clear();
  await Promise.all([second.clear(), session.clear(), third.clear().catch(() => undefined)]);
  await deleteDatabase();
}

/** For what nobody waits for: a failure shows in the next state that somebody asks for. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
