import { browser } from '../../src/messaging/browser.ts';
import {
  pageClient,
  pageHash,
  pageLater,
  readSettings,
  readSnapshot,
  watchState,
} from '../../src/messaging/page.ts';
import type { PopupEffects } from '../../src/ui/popup/effects.ts';
import { showSettings, startPage } from '../../src/ui/kit/page.ts';
import { startPopup } from '../../src/ui/popup/app.tsx';
import '../../src/ui/kit/kit.css';
import '../../src/ui/popup/popup.css';

const client = pageClient();
const { session } = browser.storage;

const effects: PopupEffects = {
  client,
  session: {
    get: async (key) => (await session.get(key))[key],
    set: (key, value) => session.set({ [key]: value }),
    remove: (key) => session.remove(key),
  },
  readSnapshot,
  watchSnapshot: (changed) => watchState({ snapshot: changed }),
  unlock: async (password) => {
    // Argon2id and its Worker are fetched by whoever types a password, and by nobody else.
    const { createPasswords, startKdfWorker } = await import('../../src/messaging/password.ts');
    return createPasswords({ client, start: startKdfWorker }).unlock(password);
  },
  now: () => Date.now(),
  randomId: () => crypto.randomUUID(),
  later: pageLater,
  openTab: async (url) => void (await browser.tabs.create({ url })),
  openOptions: async (place) => {
    if (place) await browser.tabs.create({ url: `/options.html#/${place}` });
    else await browser.runtime.openOptionsPage();
  },
  openPopupTab: async () => {
    await browser.tabs.create({ url: location.origin + location.pathname });
  },
  mark: (name) => void performance.mark(name),
  hash: pageHash,
};

startPage({ now: effects.now, root: document.documentElement });
watchState({ settings: showSettings });
const root = document.getElementById('app');
// Theme and language come before the first paint.
showSettings(readSettings());
if (root) startPopup(effects, root);
