import { browser } from '../../src/messaging/browser.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  createBrowserClient,
  locationHash,
  runLater,
  readStoredSettings,
  readSnapshot,
  saveFile,
  watchState,
  watchWidth,
} from '../../src/client/own-page-effects.ts';
import type { PopupEffects } from '../../src/ui/popup/effects.ts';
import { applySettings, startOwnPage } from '../../src/ui/components/own-page.ts';
import { drawInLanguage } from '../../src/ui/i18n.ts';
import { startPopup } from '../../src/ui/popup/app.tsx';
import '../../src/ui/style.css';

const client = createBrowserClient();
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
    // Argon2id and its Worker load only when someone types a password.
    const { createPasswordClient: createPasswords, startKdfWorker } =
      await import('../../src/client/password.ts');
    return createPasswords({ client, start: startKdfWorker }).unlock(password);
  },
  now: () => Date.now(),
  randomId: () => crypto.randomUUID(),
  randomBytes,
  later: runLater,
  openTab: async (url) => void (await browser.tabs.create({ url })),
  openOptions: async (route) => {
    if (route) await browser.tabs.create({ url: `/options.html#/${route}` });
    else await browser.runtime.openOptionsPage();
  },
  openPopupTab: async (hash) =>
    void (await browser.tabs.create({ url: location.origin + location.pathname + hash })),
  saveFile,
  wide: watchWidth(),
  mark: (name) => void performance.mark(name),
  hash: locationHash,
};

startOwnPage({ now: effects.now, root: document.documentElement });
watchState({ settings: applySettings });
const root = document.getElementById('app');
// Set theme and language before the first paint.
applySettings(readStoredSettings());
if (root) drawInLanguage(() => startPopup(effects, root));
