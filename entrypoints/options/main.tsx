import { browser } from '../../src/messaging/browser.ts';
import {
  createPageEffects,
  readBrowserVersion,
  readStoredSettings,
  requestOriginPermission,
} from '../../src/client/own-page-effects.ts';
import { createPasskeyEnrolment } from '../../src/client/passkey/enrolment.ts';
import { createPasskeyEffects } from '../../src/client/passkey/page-effects.ts';
import { createPasswordClient, startKdfWorker } from '../../src/client/password.ts';
import { startDocument } from '../../src/ui/page/document.ts';
import { startTab } from '../../src/ui/page/tab.tsx';
import '../../src/ui/style.css';
import '../../src/ui/settings/settings.css';

const effects = createPageEffects();
const { authenticator, passkeyUnlock, promptDeps } = createPasskeyEffects(effects.client);
const passwords = createPasswordClient({ client: effects.client, start: startKdfWorker });
const notifications = { permissions: ['notifications' as const] };

const draw = (root: HTMLElement): void =>
  startTab(
    {
      ...effects,
      passwords,
      authenticator,
      passkeyUnlock,
      enrolment: createPasskeyEnrolment({ ...promptDeps, passwords }),
      requestOriginPermission,
      asksForHosts: !import.meta.env.FIREFOX,
      requestNotifications: () => browser.permissions.request(notifications),
      mayNotify: () => browser.permissions.contains(notifications),
      browserVersion: readBrowserVersion,
      version: browser.runtime.getManifest().version,
      development: readStoredSettings().locale === 'en-XA' || import.meta.env.DEV,
    },
    root,
  );

startDocument(effects.now, draw, 'all');
