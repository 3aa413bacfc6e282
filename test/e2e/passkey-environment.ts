import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { PasskeyAnswer } from '../../src/protocol/passkey.ts';
import type { PendingRequests } from '../../src/protocol/pending-request.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { checkShown } from './appearance.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { callWorker } from './extension-internals.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { isConfirm, isPasskeyPrompt, POPUP_SIZE } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button } from './user-actions.ts';
import { SCREENSHOTS } from './screenshots.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import {
  createRoamingAuthenticator,
  type RoamingAuthenticator,
  type VirtualAuthenticator,
} from './virtual-authenticator.ts';
import { reauthenticate } from './reauthentication.ts';

/*
 * A user with a passkey: Keystamp set up at a local service behind a proxy that sees every request,
 * one authenticator that is available in each window, and a credential that the service knows.
 */

const TIMEOUT_MS = 15_000;

export type PasskeyEnvironment = {
  readonly keystamp: Keystamp;
  /** A page of the extension, to look inside. */
  readonly own: Page;
  readonly service: LocalService;
  readonly proxy: FaultProxy;
  readonly oracle: Oracle;
  readonly device: RoamingAuthenticator;
  /** The profile's user at the service. */
  readonly userId: string;
  /** Credential id, base64url. */
  readonly passkey: string;
  readonly stop: () => Promise<void>;
};

/** Starts everything; the profile has an API key and a passkey of the extension's own origin. */
export async function startPasskeyEnvironment(): Promise<PasskeyEnvironment> {
  const service = await hostService();
  const [proxy, oracle, keystamp] = await Promise.all([
    startFaultProxy(service.url),
    oracleAt(service.url),
    launchKeystamp(),
  ]);
  keystamp.context.setDefaultTimeout(TIMEOUT_MS);
  const own = await setUpByCalls(keystamp, proxy.url);
  const device = createRoamingAuthenticator();
  await authenticatorIn(own, device);
  const created = await makePasskey(own);
  const profile = await profileOf(own);
  const userId = profile.known?.userId ?? '';
  await registerAt(oracle, userId, [created]);
  const passkey = created.credentialId;
  await changeProfile(own, {
    passkeys: {
      rpId: null,
      credentials: [{ id: passkey, name: 'Laptop', transports: ['internal'] }],
    },
  });
  const stop = async () => {
    await keystamp.close();
    await proxy.stop();
    await service.stop();
  };
  return { keystamp, own, service, proxy, oracle, device, userId, passkey, stop };
}

/** The stored active profile. */
export async function profileOf(own: Page): Promise<Profile> {
  const { profiles, activeProfileId } = await callWorker<AppState>(own, 'state');
  const profile = profiles.find(({ id }) => id === activeProfileId);
  if (!profile) throw new Error('there is no profile');
  return profile;
}

/** Saves the active profile with some members changed. */
export async function changeProfile(own: Page, members: Partial<Profile>): Promise<Profile> {
  await reauthenticate(own);
  return callWorker(own, 'profiles_save', { ...(await profileOf(own)), ...members });
}

const authenticators = new WeakMap<Page, VirtualAuthenticator>();

/** The authenticator in a page, plugged in on the first call. */
export async function authenticatorIn(
  page: Page,
  device: RoamingAuthenticator,
): Promise<VirtualAuthenticator> {
  const known = authenticators.get(page);
  if (known) return known;
  const authenticator = await device.plugInto(page);
  authenticators.set(page, authenticator);
  return authenticator;
}

/** The same for a page whose authenticator no longer recognizes its user: starts over. */
export async function replugAuthenticator(
  page: Page,
  device: RoamingAuthenticator,
): Promise<VirtualAuthenticator> {
  await authenticators.get(page)?.unplug();
  authenticators.delete(page);
  return authenticatorIn(page, device);
}

/** An attestation in the form that the service accepts. */
export type CreatedPasskey = {
  readonly credentialId: string;
  readonly challenge: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
};

/**
 * Creates a passkey in a page, like the page's own script. @param rpId its own origin by default
 */
export function makePasskey(page: Page, rpId?: string): Promise<CreatedPasskey> {
  return page.evaluate(async (domain) => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const challenge = crypto.getRandomValues(new Uint8Array(32));
    const created = (await navigator.credentials.create({
      publicKey: {
        challenge,
        rp: { name: 'Test', ...(domain !== undefined && { id: domain }) },
        user: {
          id: crypto.getRandomValues(new Uint8Array(16)),
          name: 'Tester',
          displayName: 'Tester',
        },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    })) as PublicKeyCredential;
    const { clientDataJSON, attestationObject } =
      created.response as AuthenticatorAttestationResponse;
    return {
      credentialId: created.id,
      challenge: text(challenge.buffer),
      clientDataJson: text(clientDataJSON),
      attestationObject: text(attestationObject),
    };
  }, rpId);
}

/**
 * Registers a user's passkeys at the service, with the vendor's own client. Returns the service's
 * ids.
 */
export async function registerAt(
  { client, organizationId }: Oracle,
  userId: string,
  created: readonly CreatedPasskey[],
): Promise<readonly string[]> {
  const { activity } = await client.createAuthenticators({
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    timestampMs: String(Date.now()),
    organizationId,
    parameters: {
      userId,
      authenticators: created.map(({ challenge, ...attestation }, at) => ({
        authenticatorName: `Laptop ${at} ${attestation.credentialId.slice(0, 6)}`,
        challenge,
        attestation: { ...attestation, transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'] },
      })),
    },
  });
  return activity.result.createAuthenticatorsResult?.authenticatorIds ?? [];
}

/** Prompts in a page for the stamp over a digest, as any script of the extension could. */
export function signDigest(page: Page, digest: string, passkey: string): Promise<PasskeyAnswer> {
  return page.evaluate(
    async ([text, credentialId]) => {
      const encode = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
      const decode = (base64: string) =>
        Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
          character.charCodeAt(0),
        );
      const got = (await navigator.credentials.get({
        publicKey: {
          challenge: new TextEncoder().encode(text),
          allowCredentials: [{ type: 'public-key', id: decode(credentialId) }],
        },
      })) as PublicKeyCredential;
      const response = got.response as AuthenticatorAssertionResponse;
      return {
        credentialId: got.id,
        authenticatorData: encode(response.authenticatorData),
        clientDataJson: encode(response.clientDataJSON),
        signature: encode(response.signature),
      };
    },
    [digest, passkey] as const,
  );
}

/** Every open window that can prompt for a passkey. */
export function passkeyWindows({ context }: Keystamp): readonly Page[] {
  return context.pages().filter((page) => isPasskeyPrompt(page.url()));
}

/** The ids of the user's own requests that are still pending. */
export async function ownRequestIds(own: Page): Promise<readonly string[]> {
  const { items } = await callWorker<PendingRequests>(own, 'requests_list');
  return items.filter(({ asker }) => asker === 'own').map(({ id }) => id);
}

/** Closes every passkey window, and waits until the extension no longer knows such a page. */
export async function closePasskeyWindows({ keystamp, own }: PasskeyEnvironment): Promise<void> {
  for (const page of passkeyWindows(keystamp)) await page.close();
  type Context = { readonly documentUrl?: string };
  type Chrome = { readonly runtime: { getContexts: (filter: object) => Promise<Context[]> } };
  const known = () =>
    own.evaluate(async () => {
      const { runtime } = Reflect.get(globalThis, 'chrome') as Chrome;
      const found = await runtime.getContexts({ contextTypes: ['TAB'] });
      return found.map(({ documentUrl = '' }) => documentUrl);
    });
  while ((await known()).some(isConfirm)) await sleep(20);
}

/** The passkey window that the extension opens, or has open, with the authenticator in it. */
export async function passkeyWindow({
  keystamp,
  device,
}: Pick<PasskeyEnvironment, 'keystamp' | 'device'>): Promise<Page> {
  const late = Date.now() + TIMEOUT_MS;
  for (;;) {
    const [page] = passkeyWindows(keystamp);
    if (page) {
      await authenticatorIn(page, device);
      return page;
    }
    if (Date.now() > late) throw new Error('no passkey window opened');
    await sleep(20);
  }
}

/** Answers a passkey window's prompt, and closes it once it shows the outcome. */
export async function stampIn(
  page: Page,
  onPrompt: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await button(page, 'passkey.use').waitFor();
  await onPrompt(page);
  await page.bringToFront();
  await button(page, 'passkey.use').click();
  await unlessClosed(page, button(page, 'passkey.use').waitFor({ state: 'detached' }));
  await closeByButton(page);
}

/** Waits for something in a window, unless the window closes itself first: it does so after a good end only. */
async function unlessClosed(page: Page, wait: Promise<void>): Promise<void> {
  await wait.catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** Waits until a window shows that its activity is completed; it closes itself soon after. */
export function waitForCompleted(page: Page): Promise<void> {
  return unlessClosed(page, page.locator('[data-state="completed"]').waitFor());
}

/** Closes a window with its own button, if it hasn't closed itself. */
export async function closeByButton(page: Page): Promise<void> {
  if (page.isClosed()) return;
  const closed = page.waitForEvent('close');
  // The window may be gone before the click has ended.
  await Promise.all([
    closed,
    button(page, 'app.close')
      .click()
      .catch(() => undefined),
  ]);
}

/** While `work` runs, the user stamps in every passkey window that opens. */
export async function stampWhile(
  environment: PasskeyEnvironment,
  work: () => Promise<void>,
  onPrompt?: (page: Page) => Promise<void>,
): Promise<void> {
  const { context } = environment.keystamp;
  const stamps: Promise<void>[] = [];
  const onPage = (page: Page): void => {
    const stamped = async () => {
      await page.waitForURL((url) => url.protocol !== 'about:', { waitUntil: 'commit' });
      if (!isPasskeyPrompt(page.url())) return;
      await authenticatorIn(page, environment.device);
      await stampIn(page, onPrompt);
    };
    const one = stamped();
    // Reported at the end.
    one.catch(() => undefined);
    stamps.push(one);
  };
  context.on('page', onPage);
  try {
    await work();
    await Promise.all(stamps);
  } finally {
    context.off('page', onPage);
  }
}

/** The size of the windows that the extension opens. */
const WINDOW = { width: 400, height: 640 };

/** Pictures of a window in both schemes; no accessibility faults. */
export async function checkAppearance(page: Page, name: string): Promise<void> {
  await page.setViewportSize(isConfirm(page.url()) ? WINDOW : POPUP_SIZE);
  await checkShown(page, name, { folder: join(SCREENSHOTS, 'passkey') });
}
