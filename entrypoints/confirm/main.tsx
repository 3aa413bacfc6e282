import { browser } from 'wxt/browser';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  closePage,
  pageClient,
  pageHash,
  pageLater,
  readSettings,
  readSnapshot,
  watchState,
} from '../../src/messaging/page.ts';
import { createAuthenticator } from '../../src/messaging/passkey/authenticator.ts';
import { clientCapabilities, createPasskeyUnlock } from '../../src/messaging/passkey/unlock.ts';
import { startConfirm } from '../../src/ui/confirm/app.tsx';
import type { ConfirmEffects } from '../../src/ui/confirm/effects.ts';
import { showSettings, startPage } from '../../src/ui/kit/page.ts';
import '../../src/ui/kit/kit.css';
import '../../src/ui/popup/popup.css';
import '../../src/ui/confirm/confirm.css';

const client = pageClient();
const authenticator = createAuthenticator({ container: navigator.credentials, later: pageLater });

const effects: ConfirmEffects = {
  client,
  authenticator,
  passkeyUnlock: createPasskeyUnlock({
    client,
    authenticator,
    random: randomBytes,
    ownOrigin: location.origin,
    capabilities: clientCapabilities,
  }),
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
  openOptions: () => browser.runtime.openOptionsPage(),
  close: () => void closePage(),
  hash: pageHash,
};

startPage({ now: effects.now, root: document.documentElement });
watchState({ settings: showSettings });
const root = document.getElementById('app');
// Theme and language come before the first paint; both stores are read at once.
void readSettings().then((settings) => {
  showSettings(settings);
  if (root) startConfirm(effects, root);
});
