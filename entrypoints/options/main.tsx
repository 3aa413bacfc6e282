import { browser } from '../../src/messaging/browser.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import {
  browserVersion,
  pageClient,
  pageHash,
  pageLater,
  readSettings,
  readSnapshot,
  watchState,
} from '../../src/messaging/page.ts';
import { createAuthenticator } from '../../src/messaging/passkey/authenticator.ts';
import { createEnrolment } from '../../src/messaging/passkey/enrolment.ts';
import { clientCapabilities, createPasskeyUnlock } from '../../src/messaging/passkey/unlock.ts';
import { createPasswords, startKdfWorker } from '../../src/messaging/password.ts';
import { showSettings } from '../../src/ui/kit/page.ts';
import { startOptions } from '../../src/ui/options/start.tsx';
import '../../src/ui/kit/kit.css';
import '../../src/ui/options/options.css';

const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for its content.');

const client = pageClient();
const settings = readSettings();
showSettings(settings);

const passwords = createPasswords({ client, start: startKdfWorker });
const authenticator = createAuthenticator({ container: navigator.credentials, later: pageLater });
const prompts = { client, authenticator, random: randomBytes };
const browserOf = { ownOrigin: location.origin, capabilities: clientCapabilities };

startOptions(
  {
    client,
    passwords,
    authenticator,
    passkeyUnlock: createPasskeyUnlock({ ...prompts, ...browserOf }),
    enrolment: createEnrolment({ ...prompts, passwords }),
    readSnapshot,
    watchSnapshot: (changed) => watchState({ snapshot: changed, settings: showSettings }),
    askForHost: (origin) => browser.permissions.request({ origins: [`${origin}/*`] }),
    browserVersion,
    now: () => Date.now(),
    randomBytes,
    randomId: () => crypto.randomUUID(),
    later: pageLater,
    version: browser.runtime.getManifest().version,
    development: settings.locale !== 'en' || import.meta.env.DEV,
    hash: pageHash,
  },
  root,
);
