import { browser } from '../../src/messaging/browser.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  readBrowserVersion,
  createBrowserClient,
  locationHash,
  requestOriginPermission,
  runLater,
  saveFile,
  readStoredSettings,
  readSnapshot,
  watchState,
} from '../../src/client/own-page-effects.ts';
import { createAuthenticator } from '../../src/client/passkey/authenticator.ts';
import { createPasskeyEnrolment } from '../../src/client/passkey/enrolment.ts';
import { readClientCapabilities, createPasskeyUnlock } from '../../src/client/passkey/unlock.ts';
import { createPasswordClient, startKdfWorker } from '../../src/client/password.ts';
import { applySettings } from '../../src/ui/components/own-page.ts';
import { startOptions } from '../../src/ui/options/start.tsx';
import '../../src/ui/style.css';
import '../../src/ui/options/options.css';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for its content.');

const client = createBrowserClient();
const settings = readStoredSettings();
applySettings(settings);

const passwords = createPasswordClient({ client, start: startKdfWorker });
const authenticator = createAuthenticator({ container: navigator.credentials, later: runLater });
const promptDeps = { client, authenticator, random: randomBytes };
const browserFacts = { ownOrigin: location.origin, capabilities: readClientCapabilities };
startOptions(
  {
    client,
    passwords,
    authenticator,
    passkeyUnlock: createPasskeyUnlock({ ...promptDeps, ...browserFacts }),
    enrolment: createPasskeyEnrolment({ ...promptDeps, passwords }),
    readSnapshot,
    watchSnapshot: (changed) => watchState({ snapshot: changed, settings: applySettings }),
    requestOriginPermission,
    asksForHosts: !import.meta.env.FIREFOX,
    requestNotifications: () => browser.permissions.request({ permissions: ['notifications'] }),
    mayNotify: () => browser.permissions.contains({ permissions: ['notifications'] }),
    browserVersion: readBrowserVersion,
    now: () => Date.now(),
    randomBytes,
    randomId: () => crypto.randomUUID(),
    later: runLater,
    saveFile,
    openTab: async (url) => void (await browser.tabs.create({ url })),
    version: browser.runtime.getManifest().version,
    development: settings.locale === 'en-XA' || import.meta.env.DEV,
    hash: locationHash,
  },
  root,
);
