import type { PolicyDeps } from '../activities/authorization.ts';
import type { AppState } from '../protocol/app-state.ts';
import { createDatabaseLoss, type DatabaseLoss } from '../storage/database-loss.ts';
import { deleteDatabase } from '../storage/database.ts';
import { createLastPolicyItem } from '../vault/last-policy.ts';
import { createVault, type Vault } from '../vault/vault.ts';
import { FIRST_STEPS_RECORD, firstSteps } from '../protocol/first-steps.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import { letsKeysOut } from '../protocol/operations.ts';
import type { StoredState } from '../messaging/call-access.ts';
import { createAppState } from './app-state.ts';
import { createEntryChanges, type EntryChanges } from './changes.ts';
import { createActivityHandlers } from './handlers/activities.ts';
import { createHandlerFinder } from './handlers/handlers.ts';
import { createQueryHandlers } from './handlers/queries.ts';
import { createVaultHandlers, createSettingsHandlers } from './handlers/vault.ts';
import { createHostAccess, type HostAccess } from './host-access.ts';
import { createManagedPolicyReader, type ManagedPolicyReader } from './managed-policy.ts';
import { ALARMS, type WorkerEffects } from './worker-effects.ts';
import { createWorkerServices, type WorkerServices } from './services.ts';
import { createLateRequests, type LateRequests } from './late-requests.ts';
import { createBridgeListener } from './page/bridge-listener.ts';
import { createSecretReceiver } from '../messaging/secrets.ts';
import { createServer, type MessageListener } from './server.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';
import { createSnapshotPublisher, type SnapshotPublisher } from '../messaging/snapshot.ts';

/** One lifetime of the background. */
export type BackgroundWorker = {
  readonly onMessage: MessageListener;
  /** Begins to read what nearly every call needs, while the browser hands over what woke the worker. */
  readonly readAhead: () => void;
  readonly onAlarm: (name: string) => void;
  /** Enterprise policy has changed. */
  readonly onManagedChanged: () => void;
  /** The user gave a permission to Keystamp or took it back, in the browser's own pages. */
  readonly onPermissionsChanged: () => void;
  /** The browser is back online. */
  readonly onOnline: () => void;
  /** The user clicked a notification. */
  readonly onNotificationClicked: () => void;
  /** The user locked the machine. */
  readonly onMachineLocked: () => void;
  /** A browser window was closed. */
  readonly onWindowClosed: (windowId: number) => void;
  /** Resumes the unfinished work of an earlier lifetime. */
  readonly resume: () => void;
  /** Stops this lifetime's timers. Tests create the whole worker again over the same stores. */
  readonly stop: () => void;
};

/** Builds one lifetime of the background over its effects. Nothing runs until something happens. */
export function createBackgroundWorker(workerEffects: WorkerEffects): BackgroundWorker {
  const { vault, managedPolicy, hosts, databaseLoss } = createManagedVault(workerEffects, {
    onLateRead: () => runInBackground(applyManagedPolicy(parts)),
    onLock: () => {
      services.history.forget();
      runInBackground(services.readSessions.clear());
      for (const reader of [services.inbox, services.activityCheck]) reader.clear();
      runInBackground(requests.onLock());
      runInBackground(publish());
    },
  });
  const { mayContact } = hosts;
  const effects = { ...workerEffects, managed: managedPolicy.policy, mayContact };
  const changes = createEntryChanges(effects.later);
  const services = createWorkerServices({
    ...effects,
    vault,
    alarm: (at) => effects.setAlarm(ALARMS.outbox, at),
    onChange: (id, isSettled) => {
      changes.notifyChanged(id);
      snapshots.publishSoon(isSettled);
      runInBackground(requests.onEntryChanged(id));
    },
    onTimingChanged: () => snapshots.publishSoon(),
  });
  const requests: LateRequests = createLateRequests({
    ...effects,
    ...services,
    rows: vault.rows,
    isUnlocked: async () => (await vault.status()) === 'unlocked',
    nextChange: changes.waitForChange,
    setPagesAlarm: (at) => effects.setAlarm(ALARMS.pages, at),
    onChange: () => snapshots.publishSoon(),
  });
  const onBridgeMessage = createBridgeListener(requests.answerBridge);
  const settingsStore = createSettingsStore(effects.second, vault);
  const shownParts = { services, requests, vault, managedPolicy, databaseLoss, hosts };
  const snapshots: SnapshotPublisher = createWorkerSnapshots(effects, settingsStore, shownParts);
  const publish = (): Promise<AppState> => snapshots.publish();

  const { notifyWaiting } = effects;
  const parts = { ...shownParts, snapshots, changes, settings: settingsStore, notifyWaiting };
  const handleOwnMessage = createWorkerServer(effects, settingsStore, parts);

  return {
    onMessage: (message, sender, respond) =>
      onBridgeMessage(message, sender, respond) || handleOwnMessage(message, sender, respond),
    readAhead: () => readAhead(effects, services),
    onAlarm: (name) => handleAlarm(parts, name),
    onManagedChanged: () => {
      managedPolicy.reload();
      runInBackground(applyManagedPolicy(parts));
    },
    onPermissionsChanged: () => runInBackground(hosts.changed(services.runner).then(publish)),
    onOnline: () => runInBackground(services.runner.resumeOnline()),
    onNotificationClicked: () => runInBackground(effects.showInbox()),
    onMachineLocked: () => runInBackground(vault.lock().then(publish)),
    onWindowClosed: (windowId) => runInBackground(requests.onWindowClosed(windowId)),
    resume: () => runInBackground(resumeEarlierWork(parts).then(requests.resume).then(publish)),
    stop: services.runner.stop,
  };
}

/** The vault, and the organization's settings, which it keeps for the browser's next start. */
function createManagedVault(
  effects: WorkerEffects,
  events: { readonly onLateRead: () => void; readonly onLock: () => void },
): Pick<WorkerParts, 'vault' | 'managedPolicy' | 'hosts' | 'databaseLoss'> {
  const managedPolicy = createManagedPolicyReader({
    ...effects,
    ...events,
    last: { get: () => last.get(), set: (policy) => last.set(policy) },
  });
  const vault = createVault({
    ...effects,
    clock: effects.now,
    maxAutoLockMs: managedPolicy.maxAutoLockMs,
    onLock: events.onLock,
  });
  const last = createLastPolicyItem(vault);
  const hosts = createHostAccess({ ...effects, vault });
  return { vault, managedPolicy, hosts, databaseLoss: createDatabaseLoss(effects) };
}

/** The database and the settings are asked beside the first read of the session, which the vault begins with. */
function readAhead(
  { connect, managed }: Pick<WorkerEffects, 'connect'> & PolicyDeps,
  { profiles, pacing }: WorkerServices,
): void {
  for (const read of [connect, managed, profiles.list, pacing.ready]) runInBackground(read());
}

function handleAlarm(parts: WorkerParts, name: string): void {
  const { services, requests, snapshots } = parts;
  if (name === ALARMS.outbox) runInBackground(services.runner.resume(true));
  // Reading the deadline locks the vault once the deadline has passed.
  if (name === ALARMS.lock) runInBackground(snapshots.publish());
  if (name === ALARMS.pages) runInBackground(requests.all().then(({ onAlarm }) => onAlarm()));
  if (name === ALARMS.inbox) runInBackground(refreshInbox(parts));
}

/** Counts what waits for the user's vote, and tells of what is new if the user wants to be told. */
async function refreshInbox({ services, snapshots, settings, notifyWaiting }: WorkerParts) {
  const count = await services.inbox.refresh();
  await snapshots.publish();
  if (count > 0 && (await settings.get()).notify) await notifyWaiting(count);
}

/** An earlier lifetime may have stopped between an unlock and the work that waited for it. */
async function resumeEarlierWork({ managedPolicy, services, vault }: WorkerParts): Promise<void> {
  // A browser that has just started takes seconds to read them; starting now shortens that wait.
  runInBackground(managedPolicy.get());
  const { runner } = services;
  const hasResting = await runner.resume();
  if (hasResting && (await vault.status()) === 'unlocked') await runner.resumeAfterUnlock();
}

/**
 * Applies a changed policy to pending work: some of it may no longer be requested, or may now go
 * out.
 */
async function applyManagedPolicy({ requests, services, snapshots }: WorkerParts): Promise<void> {
  await requests.applyManagedPolicy();
  await services.runner.resumeAfterUnlock();
  await snapshots.publish();
}

type WorkerParts = {
  readonly services: WorkerServices;
  readonly requests: LateRequests;
  readonly vault: Vault;
  readonly managedPolicy: ManagedPolicyReader;
  readonly databaseLoss: DatabaseLoss;
  readonly hosts: HostAccess;
  readonly snapshots: SnapshotPublisher;
  readonly changes: EntryChanges;
  readonly settings: SettingsStore;
  readonly notifyWaiting: WorkerEffects['notifyWaiting'];
};

/**
 * What pages see before they make a call, and what depends on it: the alarm of the lock, and the
 * badge.
 */
function createWorkerSnapshots(
  effects: WorkerEffects,
  settingsStore: SettingsStore,
  parts: Omit<WorkerParts, 'snapshots' | 'changes' | 'settings' | 'notifyWaiting'>,
): SnapshotPublisher {
  const { services, requests, vault, managedPolicy, databaseLoss, hosts } = parts;
  return createSnapshotPublisher({
    area: effects.session,
    later: effects.later,
    now: effects.now,
    state: createAppState({
      ...services,
      vault,
      databaseLoss,
      firstSteps: vault.clearItem(FIRST_STEPS_RECORD, firstSteps),
      hosts,
      managed: managedPolicy.get,
      settings: settingsStore,
      requests: requests.count,
    }),
    recallHome: services.home.recall,
    listNewestEntries: services.home.listNewest,
    countedVotes: services.inbox.known,
    onState: async ({ lockAt, requests: { count, own }, activeProfileId }) => {
      await effects.setAlarm(ALARMS.lock, lockAt);
      const isReading = lockAt !== null && activeProfileId !== null;
      await effects.setAlarm(ALARMS.inbox, isReading ? services.inbox.nextAt() : null);
      // What waits for the user comes first: what went wrong is told once nothing does.
      const votes = isReading ? (services.inbox.known(activeProfileId) ?? 0) : 0;
      const waiting = count + own + votes;
      await effects.setBadge(waiting || (await services.outbox.countWaiting()));
      if (lockAt !== null) runInBackground(managedPolicy.remember());
    },
  });
}

/** Answers Keystamp's own pages, after checking each call against what is stored. */
function createWorkerServer(
  effects: WorkerEffects,
  settingsStore: SettingsStore,
  parts: WorkerParts,
): MessageListener {
  const stored: StoredState = {
    profiles: parts.services.profiles.list,
    settings: settingsStore.get,
    letsKeysOut,
  };
  const handlerOf = createHandlers(effects, settingsStore, parts);
  const secrets = createSecretReceiver(effects.random);
  return createServer({ ...effects, handlerOf, secrets, vault: parts.vault, stored });
}

/** What Keystamp's own pages may call, over one lifetime of the background. */
function createHandlers(effects: WorkerEffects, settingsStore: SettingsStore, parts: WorkerParts) {
  const { services, requests, vault, snapshots } = parts;
  const { publish } = snapshots;
  const { runner, recordCache, history } = services;
  const deps = {
    ...effects,
    ...services,
    managed: parts.managedPolicy.policy,
    vault,
    requests,
    settings: settingsStore,
    hosts: parts.hosts,
    publish,
    publishInBackground: () => runInBackground(publish()),
    resumeWaiting: () => runInBackground(runner.resumeAfterUnlock()),
  };
  const core = {
    ...createVaultHandlers({
      ...deps,
      wipeAll: () => wipeEverything(effects, parts),
      acceptLoss: async () => {
        // First: a stop in between asks again, and the record is there already.
        await history.acceptLoss();
        await parts.databaseLoss.accept();
      },
      onUnlock: () => {
        deps.resumeWaiting();
        runInBackground(recordCache.sweep());
        runInBackground(history.onUnlock());
      },
    }),
    ...createSettingsHandlers(deps),
    ...createQueryHandlers({ ...deps, saveHome: snapshots.saveHome }),
    ...createActivityHandlers(deps),
  };
  return createHandlerFinder(core, {
    history: createLate(async () => {
      const { createHistoryHandlers } = await loadPart(() => import('./handlers/history.ts'));
      return createHistoryHandlers(history);
    }),
    keys: createLate(async () => {
      const { createKeysPart } = await loadPart(() => import('./handlers/keys.ts'));
      return createKeysPart(deps);
    }),
    backup: createLate(async () => {
      const { createBackupHandlers } = await loadPart(() => import('./handlers/backup.ts'));
      return createBackupHandlers(deps);
    }),
    profiles: createLate(async () => {
      const { createProfileHandlers } = await loadPart(() => import('./handlers/profiles.ts'));
      return createProfileHandlers(deps);
    }),
    requests: createLate(async () => (await requests.part()).createHandlers(deps)),
  });
}

/** Empties every store. Disconnects pages first: afterwards nobody knows them. */
async function wipeEverything(
  { second, lastSavedArea, session }: WorkerEffects,
  parts: WorkerParts,
): Promise<void> {
  parts.services.runner.stop();
  await parts.requests
    .all()
    .then(({ disconnectAll }) => disconnectAll())
    .catch(() => undefined);
  // A damaged store must not block the others: the rest of it is deleted below, or reported.
  await parts.vault.wipe().catch(() => undefined);
  await parts.snapshots.clear();
  await Promise.all([
    second.clear(),
    session.clear(),
    lastSavedArea.clear().catch(() => undefined),
  ]);
  await deleteDatabase();
}

/** For work that nobody waits for: a failure shows in the next state that someone reads. */
function runInBackground(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
