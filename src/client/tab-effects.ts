import { browser } from '../messaging/browser.ts';
import {
  createPageEffects,
  readBrowserVersion,
  readStoredSettings,
  requestOriginPermission,
} from './own-page-effects.ts';
import { createPasskeyEnrolment } from './passkey/enrolment.ts';
import { createPasskeyEffects } from './passkey/page-effects.ts';
import { createPasswordClient, startKdfWorker } from './password.ts';

const NOTIFICATIONS = { permissions: ['notifications' as const] };

/** What the tab is given by the browser: passwords, passkeys and permissions besides. */
export function createTabEffects() {
  const effects = createPageEffects();
  const { authenticator, passkeyUnlock, promptDeps } = createPasskeyEffects(effects.client);
  const passwords = createPasswordClient({ client: effects.client, start: startKdfWorker });
  return {
    ...effects,
    passwords,
    authenticator,
    passkeyUnlock,
    enrolment: createPasskeyEnrolment({ ...promptDeps, passwords }),
    requestOriginPermission,
    asksForHosts: !import.meta.env.FIREFOX,
    requestNotifications: () => browser.permissions.request(NOTIFICATIONS),
    mayNotify: () => browser.permissions.contains(NOTIFICATIONS),
    browserVersion: readBrowserVersion,
    version: browser.runtime.getManifest().version,
    development: readStoredSettings().locale === 'en-XA' || import.meta.env.DEV,
  };
}
