import { defineBackground } from 'wxt/utils/define-background';
import {
  createBrowserEffects,
  keepStorage,
  notifications,
  restrictStorageAccess,
} from '../src/worker/browser-effects.ts';
import { browser, addMessageListener } from '../src/worker/native-browser.ts';
import { createBackgroundWorker } from '../src/worker/worker.ts';

/** The event that woke the worker goes first: a user's decision mustn't wait for lesser work. */
const RESUME_MS = 50;

/** Adds every listener in this first turn: a late one misses the event that woke the worker. */
export default defineBackground({
  main() {
    const worker = createBackgroundWorker(createBrowserEffects());
    addMessageListener((message, sender, respond) =>
      worker.onMessage(message, sender, respond) ? true : undefined,
    );
    browser.alarms.onAlarm.addListener(({ name }) => worker.onAlarm(name));
    browser.idle.onStateChanged.addListener((state) => {
      if (state === 'locked') worker.onMachineLocked();
    });
    browser.storage.onChanged.addListener((_, area) => {
      if (area === 'managed') worker.onManagedChanged();
    });
    browser.windows.onRemoved.addListener((windowId) => worker.onWindowClosed(windowId));
    const onClicked = () => worker.onNotificationClicked();
    const listenForClicks = () => notifications()?.onClicked.addListener(onClicked);
    listenForClicks();
    browser.permissions.onAdded.addListener(() => {
      listenForClicks();
      worker.onPermissionsChanged();
    });
    browser.permissions.onRemoved.addListener(() => worker.onPermissionsChanged());
    browser.runtime.onStartup.addListener(() => worker.resume());
    browser.runtime.onInstalled.addListener(({ reason }) => {
      if (reason === 'install') void browser.runtime.openOptionsPage();
    });
    worker.readAhead();
    void restrictStorageAccess().catch(() => undefined);
    void keepStorage().catch(() => undefined);
    globalThis.addEventListener('online', () => worker.onOnline());
    setTimeout(worker.resume, RESUME_MS);
  },
});
