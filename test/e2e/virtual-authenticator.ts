import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from 'playwright';

/*
 * Passkeys for tests: Chromium's own virtual authenticator, over the debugging session of a tab.
 * What was found out about it (Chromium 156):
 * - it belongs to the tab: it stays over navigations and reloads, and other tabs and windows, also
 *   those that the tab opens, have none. A prompt in a tab without one waits for ever;
 * - credentials can be carried to another tab or browser, but not the secret behind PRF: a carried
 *   credential signs, and gives no PRF output. There is no such member in the protocol.
 */

/** A credential as the browser tells it. Bytes are base64, not base64url. */
export type StoredCredential = {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  /** Of the extension's own origin, that origin with its scheme. */
  readonly rpId?: string;
  /** PKCS#8. */
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
};

export type AuthenticatorOptions = {
  /** Whether it has PRF; it has unless told otherwise. */
  readonly prf?: boolean;
  /** Whether it recognises its user; it does unless told otherwise. */
  readonly userVerified?: boolean;
};

export type VirtualAuthenticator = {
  /** Everything it holds, private keys too. */
  readonly credentials: () => Promise<readonly StoredCredential[]>;
  /** Gives it a credential, such as another one's {@link credentials} told. */
  readonly add: (credential: StoredCredential) => Promise<void>;
  readonly remove: (credentialId: string) => Promise<void>;
  readonly setSignCount: (credentialId: string, signCount: number) => Promise<void>;
  readonly setUserVerified: (verified: boolean) => Promise<void>;
  /** Without a user every prompt waits, until the page gives it up. */
  readonly setUserPresent: (present: boolean) => Promise<void>;
  /** Makes its next answers wrong; members that are left out are right again. */
  readonly spoil: (how: {
    readonly isBogusSignature?: boolean;
    readonly isBadUV?: boolean;
    readonly isBadUP?: boolean;
  }) => Promise<void>;
  /** Takes it away: nothing answers prompts of the tab afterwards. */
  readonly unplug: () => Promise<void>;
};

/** Gives a tab an authenticator of its own. The tab must be in front when it prompts. */
export async function addAuthenticator(
  page: Page,
  options: AuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  return (await plug(page, options)).authenticator;
}

async function plug(page: Page, { prf = true, userVerified = true }: AuthenticatorOptions) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: userVerified,
      automaticPresenceSimulation: true,
      hasPrf: prf,
    },
  });
  return { session, authenticator: over(session, authenticatorId) };
}

function over(session: CDPSession, authenticatorId: string): VirtualAuthenticator {
  const at = { authenticatorId };
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', at)).credentials,
    add: async (credential) => {
      await session.send('WebAuthn.addCredential', { ...at, credential });
    },
    remove: async (credentialId) => {
      await session.send('WebAuthn.removeCredential', { ...at, credentialId });
    },
    setSignCount: async (credentialId, signCount) => {
      await session.send('WebAuthn.setCredentialProperties', { ...at, credentialId, signCount });
    },
    setUserVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { ...at, isUserVerified });
    },
    setUserPresent: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { ...at, enabled });
    },
    spoil: async (how) => {
      await session.send('WebAuthn.setResponseOverrideBits', { ...at, ...how });
    },
    unplug: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', at);
    },
  };
}

export type RoamingOptions = AuthenticatorOptions & {
  /**
   * Whether PRF outputs come with the registration itself, as some authenticators give them; others
   * only say that they have PRF.
   */
  readonly prfAtCreation?: boolean;
  /** The secret behind PRF, hex; a fresh one by default. */
  readonly secret?: string;
  /** What it holds from the start. */
  readonly holds?: readonly StoredCredential[];
};

/** One authenticator that is carried from tab to tab and outlives the browser. */
export type RoamingAuthenticator = {
  /** Plugs it into a tab, with all that it holds. It may be in several at once. */
  readonly plugInto: (page: Page) => Promise<VirtualAuthenticator>;
  /** Everything it holds. */
  readonly credentials: () => readonly StoredCredential[];
};

/**
 * An authenticator in the test's memory. Chromium signs with its credentials, the sign counter is one
 * over all tabs; PRF outputs are made here, as CTAP 2.1 hmac-secret and WebAuthn 3, 10.1.4 say, because
 * Chromium cannot carry its own.
 */
export function createRoamingAuthenticator(options: RoamingOptions = {}): RoamingAuthenticator {
  const { prf = true, prfAtCreation = true, holds = [] } = options;
  const { secret = randomBytes(32).toString('hex') } = options;
  const held = new Map(holds.map((one) => [one.credentialId, one]));
  const plugged = new Set<VirtualAuthenticator>();

  /** Other tabs that cannot be reached any more are closed ones. */
  const spread = (
    from: VirtualAuthenticator,
    act: (other: VirtualAuthenticator) => Promise<void>,
  ) =>
    [...plugged].forEach((other) => {
      if (other !== from) act(other).catch(() => plugged.delete(other));
    });

  async function plugInto(page: Page): Promise<VirtualAuthenticator> {
    const { session, authenticator } = await plug(page, options);
    for (const credential of held.values()) await authenticator.add(credential);
    plugged.add(authenticator);
    session.on('WebAuthn.credentialAdded', ({ credential }) => {
      if (held.has(credential.credentialId)) return;
      held.set(credential.credentialId, credential);
      spread(authenticator, (other) => other.add(credential));
    });
    session.on('WebAuthn.credentialAsserted', ({ credential }) => {
      const { credentialId, signCount } = credential;
      const before = held.get(credentialId);
      if (before) held.set(credentialId, { ...before, signCount });
      spread(authenticator, (other) => other.setSignCount(credentialId, signCount));
    });
    const unplugPrf = prf
      ? await plugPrf(session, page, { secret, prfAtCreation })
      : () => Promise.resolve();
    return {
      ...authenticator,
      unplug: async () => {
        plugged.delete(authenticator);
        await unplugPrf();
        await authenticator.unplug();
      },
    };
  }

  return { plugInto, credentials: () => [...held.values()] };
}

type Prf = { readonly secret: string; readonly prfAtCreation: boolean };

/** Has prompts of this document and of those that follow it in the tab answer PRF outputs. */
async function plugPrf(session: CDPSession, page: Page, prf: Prf): Promise<() => Promise<void>> {
  const source = (given: Prf | null) => `(${String(answerPrf)})(${JSON.stringify(given)})`;
  await session.send('Page.enable');
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: source(prf),
  });
  await page.evaluate(source(prf));
  return async () => {
    await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await page.evaluate(source(null));
  };
}

/** Runs in the page: puts PRF outputs into what the browser's prompts answer; null ends it. */
function answerPrf(given: Prf | null): void {
  const PLUGGED = 'keystamp-test-prf';
  const patched = Reflect.has(globalThis, PLUGGED);
  Reflect.set(globalThis, PLUGGED, given);
  if (patched || !globalThis.navigator.credentials) return;
  const roaming = () => Reflect.get(globalThis, PLUGGED) as Prf | null;
  const { prototype } = CredentialsContainer;
  // oxlint-disable-next-line typescript/unbound-method -- called with its container below
  const { create, get } = prototype;

  async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
  }

  /** The credential's own secret over the hashed and named input. */
  async function outputOf(
    secret: string,
    rawId: ArrayBuffer,
    salt: BufferSource,
  ): Promise<ArrayBuffer> {
    const own = await hmac(new TextEncoder().encode(secret), new Uint8Array(rawId));
    const input = ArrayBuffer.isView(salt)
      ? new Uint8Array(salt.buffer, salt.byteOffset, salt.byteLength)
      : new Uint8Array(salt);
    const named = await new Blob(['WebAuthn PRF', Uint8Array.of(0), input]).arrayBuffer();
    const hashed = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
    return (await hmac(own, hashed)).buffer;
  }

  async function withPrf(
    credential: Credential | null,
    salt: BufferSource | undefined,
    enabled: boolean | undefined,
  ): Promise<Credential | null> {
    const prf = roaming();
    if (!(credential instanceof PublicKeyCredential) || !salt || !prf) return credential;
    const results = { first: await outputOf(prf.secret, credential.rawId, salt) };
    const told = {
      ...(enabled !== undefined && { enabled }),
      ...((enabled === undefined || prf.prfAtCreation) && { results }),
    };
    const others = credential.getClientExtensionResults();
    Object.defineProperty(credential, 'getClientExtensionResults', {
      value: () => ({ ...others, prf: told }),
    });
    return credential;
  }

  prototype.create = async function (this: CredentialsContainer, options) {
    const made = await create.call(this, options);
    const real = made instanceof PublicKeyCredential && made.getClientExtensionResults().prf;
    const salt = options?.publicKey?.extensions?.prf?.eval?.first;
    return withPrf(made, salt, real ? real.enabled === true : false);
  };
  prototype.get = async function (this: CredentialsContainer, options) {
    const found = await get.call(this, options);
    const prf = options?.publicKey?.extensions?.prf;
    const own = found instanceof PublicKeyCredential && prf?.evalByCredential?.[found.id];
    return withPrf(found, (own || prf?.eval)?.first, undefined);
  };
}
