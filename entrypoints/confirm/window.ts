import { browser } from '../../src/messaging/browser.ts';
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
import { showSettings, startPage } from '../../src/ui/kit/page.ts';
import type { PasskeyEffects } from '../../src/ui/passkey/effects.ts';
import '../../src/ui/kit/kit.css';
import '../../src/ui/popup/popup.css';
import '../../src/ui/confirm/confirm.css';

const client = pageClient();
const authenticator = createAuthenticator({ container: navigator.credentials, later: pageLater });

/** What the windows for requests and for prompts need from outside: the one has all of the other. */
const effects: PasskeyEffects = {
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
  openTab: async (url) => void (await browser.tabs.create({ url })),
  openOptions: () => browser.runtime.openOptionsPage(),
  close: () => void closePage(),
  hash: pageHash,
};

/** Starts what a window shows. Theme and language come before the first paint. */
export function startWindow(start: (effects: PasskeyEffects, root: HTMLElement) => void): void {
  startPage({ now: effects.now, root: document.documentElement });
  watchState({ settings: showSettings });
  const root = document.getElementById('app');
  showSettings(readSettings());
  if (root) start(effects, root);
}
