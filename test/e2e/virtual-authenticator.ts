import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from 'playwright';

/*
 * Passkeys for tests: Chromium's own virtual authenticator, over a tab's debugging session. What we
 * found out about it (Chromium 156):
 * - it belongs to the tab: it survives navigations and reloads, but other tabs and windows have
 *   none, even those that the tab opens. A prompt in a tab without one waits forever;
 * - credentials can be moved to another tab or browser, but not the secret behind PRF: a moved
 *   credential signs, but gives no PRF output. The protocol has no such member.
 */

/** A credential as the browser reports it. Bytes are base64, not base64url. */
export type StoredCredential = {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  /** For the extension's own origin, that origin with its scheme. */
  readonly rpId?: string;
  /** PKCS#8. */
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
};

export type AuthenticatorOptions = {
  /** Whether it has PRF; true by default. */
  readonly prf?: boolean;
  /** Whether it recognizes its user; true by default. */
  readonly userVerified?: boolean;
};

export type VirtualAuthenticator = {
  /** Everything it contains, private keys included. */
  readonly credentials: () => Promise<readonly StoredCredential[]>;
  /** Adds a credential, such as one from another authenticator's {@link credentials}. */
  readonly add: (credential: StoredCredential) => Promise<void>;
  readonly remove: (credentialId: string) => Promise<void>;
  readonly setSignCount: (credentialId: string, signCount: number) => Promise<void>;
  readonly setUserVerified: (verified: boolean) => Promise<void>;
  /** Without a user, every prompt waits until the page gives it up. */
  readonly setUserPresent: (present: boolean) => Promise<void>;
  /** Makes its next answers wrong; omitted members are right again. */
  readonly spoil: (how: {
    readonly isBogusSignature?: boolean;
    readonly isBadUV?: boolean;
    readonly isBadUP?: boolean;
  }) => Promise<void>;
  /** Removes it: nothing answers the tab's prompts afterwards. */
  readonly unplug: () => Promise<void>;
};

/** Gives a tab its own authenticator. The tab must be in front when it prompts. */
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

/** What a page told the browser of passkeys that are of no use any more, and how that ended. */
export type ForgottenPasskey = UnknownCredentialOptions & { readonly accepted: boolean };

/**
 * Watches for that in the page as it is now. The browser hears all of it; its virtual authenticator keeps an
 * extension's passkeys all the same (docs/platform.md, Passkeys in extension pages).
 */
export async function watchForgotten(page: Page): Promise<() => Promise<ForgottenPasskey[]>> {
  await page.evaluate(() => {
    const told: ForgottenPasskey[] = [];
    Reflect.set(globalThis, 'forgottenPasskeys', told);
    const signal = PublicKeyCredential.signalUnknownCredential.bind(PublicKeyCredential);
    PublicKeyCredential.signalUnknownCredential = async (options) => {
      const ended = signal(options);
      told.push({ ...options, accepted: await ended.then(() => true).catch(() => false) });
      return ended;
    };
  });
  return () =>
    page.evaluate(() => Reflect.get(globalThis, 'forgottenPasskeys') as ForgottenPasskey[]);
}

export type RoamingOptions = AuthenticatorOptions & {
  /**
   * Whether PRF outputs come with the registration itself, as with some authenticators; others only
   * say that they support PRF.
   */
  readonly prfAtCreation?: boolean;
  /** The secret behind PRF, hex; a fresh one by default. */
  readonly secret?: string;
  /** What it contains from the start. */
  readonly holds?: readonly StoredCredential[];
};

/** An authenticator that is moved from tab to tab and outlives the browser. */
export type RoamingAuthenticator = {
  /**
   * Plugs it into a tab, with everything it contains. It may be in several tabs at the same time.
   */
  readonly plugInto: (page: Page) => Promise<VirtualAuthenticator>;
  /** Everything it contains. */
  readonly credentials: () => readonly StoredCredential[];
};

/**
 * An authenticator in the test's memory. Chromium signs with its credentials, and all tabs share
 * the sign counter. PRF outputs are computed here, as CTAP 2.1 hmac-secret and WebAuthn 3, 10.1.4
 * say, because Chromium can't move its own.
 */
export function createRoamingAuthenticator(options: RoamingOptions = {}): RoamingAuthenticator {
  const { prf = true, prfAtCreation = true, holds = [] } = options;
  const { secret = randomBytes(32).toString('hex') } = options;
  const held = new Map(holds.map((one) => [one.credentialId, one]));
  const plugged = new Set<VirtualAuthenticator>();

  /** Other tabs that can no longer be reached have been closed. */
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

/** Makes prompts of this document, and of later ones in the tab, return PRF outputs. */
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

/** Runs in the page: adds PRF outputs to what the browser's prompts return; null ends that. */
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

  /** The credential's own secret over the hashed input with its prefix. */
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
