import { browser } from '../../src/messaging/browser.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  closeOwnTab,
  createBrowserClient,
  locationHash,
  runLater,
  readStoredSettings,
  readSnapshot,
  watchState,
} from '../../src/client/own-page-effects.ts';
import { createAuthenticator } from '../../src/client/passkey/authenticator.ts';
import { readClientCapabilities, createPasskeyUnlock } from '../../src/client/passkey/unlock.ts';
import { applySettings, startOwnPage } from '../../src/ui/components/own-page.ts';
import { drawInLanguage } from '../../src/ui/i18n.ts';
import { startConfirm } from '../../src/ui/confirm/app.tsx';
import type { ConfirmEffects } from '../../src/ui/confirm/effects.ts';
import '../../src/ui/style.css';

const client = createBrowserClient();
const authenticator = createAuthenticator({ container: navigator.credentials, later: runLater });

const effects: ConfirmEffects = {
  client,
  authenticator,
  passkeyUnlock: createPasskeyUnlock({
    client,
    authenticator,
    random: randomBytes,
    ownOrigin: location.origin,
    capabilities: readClientCapabilities,
  }),
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
  later: runLater,
  openTab: async (url) => void (await browser.tabs.create({ url })),
  openOptions: () => browser.runtime.openOptionsPage(),
  close: () => void closeOwnTab(),
  hash: locationHash,
};

// Set theme and language before the first paint.
startOwnPage({ now: effects.now, root: document.documentElement });
watchState({ settings: applySettings });
applySettings(readStoredSettings());
const root = document.getElementById('app');
if (root) drawInLanguage(() => startConfirm(effects, root));
