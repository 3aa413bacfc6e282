// Passwords stay in the page: its Worker turns them into a key-encryption key, and only that key
// leaves, sealed to the service worker.
import * as base64url from '../crypto/base64url.ts';
import { wipe } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { fromWire, KeystampError } from '../protocol/errors.ts';
import type { AppState } from '../protocol/app-state.ts';
import type { Kdf } from '../messaging/define-call.ts';
import type { Client } from './client.ts';
import type { KdfProgress, KdfReply, KdfRequest } from './kdf.ts';
import { allowOwnWorker, type ScriptPolicies } from './script-policy.ts';
import { strengthOf } from './password-strength.ts';

/** A running key-derivation Worker. */
export type KdfPort = {
  readonly ask: (request: KdfRequest, onProgress?: (done: number) => void) => Promise<KdfReply>;
  readonly end: () => void;
};

/** Starts this page's Worker. It handles one password and ends after that. */
export function startKdfWorker(): KdfPort {
  allowOwnWorker((globalThis as { trustedTypes?: ScriptPolicies }).trustedTypes, location.origin);
  const worker = new Worker(new URL('./kdf-worker.ts', import.meta.url), { type: 'module' });
  return {
    ask: (request, onProgress) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }) => {
          const message = data as KdfReply | KdfProgress;
          if ('progress' in message) onProgress?.(message.progress);
          else resolve(message);
        });
        worker.addEventListener('error', () => reject(new KeystampError('internal')), {
          once: true,
        });
        worker.postMessage(request);
      }),
    end: () => worker.terminate(),
  };
}

type PasswordClientDeps = {
  readonly client: Client;
  readonly start: () => KdfPort;
};

const STRONGEST_KDF = 'argon2id';

export type PasswordClient = ReturnType<typeof createPasswordClient>;

/** What pages do with passwords. Everything rejects with `KeystampError`. */
export function createPasswordClient({ client, start }: PasswordClientDeps) {
  async function withKdfWorker<T>(work: (port: KdfPort) => Promise<T>): Promise<T> {
    const port = start();
    try {
      return await work(port);
    } finally {
      port.end();
    }
  }

  /** Moves the vault to the strongest derivation, if this page has it now. */
  async function upgrade(password: string, oldKeks: string[]): Promise<AppState> {
    const { kdf, kek } = await withKdfWorker((port) => deriveFresh(port, password));
    if (kdf.kdf !== STRONGEST_KDF) throw new KeystampError('kdf_refused');
    return client.call('vault_password', { kdf }, { oldKeks, newKek: kek });
  }

  /** The keys that a password gives with the parameters of each copy of the vault; `backoff`. */
  async function answerChallenge(password: string) {
    const { kdfs, waitMs, passkeys } = await client.call('vault_challenge', {});
    if (waitMs > 0) throw new KeystampError('backoff', undefined, { waitMs });
    return { kdfs, passkeys, keks: await withKdfWorker((port) => deriveAll(port, password, kdfs)) };
  }

  /**
   * Unlocks the vault; `wrong_password` and `backoff`, with `waitMs` of the next try in the detail.
   */
  async function openVault(password: string) {
    const { kdfs, passkeys, keks } = await answerChallenge(password);
    return { kdfs, passkeys, keks, state: await client.call('vault_unlock', {}, { keks }) };
  }

  return {
    /** @throws `wrong_password` and `backoff`, with `waitMs` of the next try in the detail */
    unlock: async (password: string): Promise<AppState> => {
      const { kdfs, passkeys, keks, state } = await openVault(password);
      // A new vault key would turn off unlock by passkey, which nobody asked for.
      if (kdfs.some(({ kdf }) => kdf === STRONGEST_KDF) || passkeys.length > 0) return state;
      // A vault from a page that refused WebAssembly. It's unlocked already: hide a failure here.
      return upgrade(password, keks).catch(() => state);
    },

    /**
     * The key-encryption keys of the current password, base64url, once the vault has accepted one.
     * @throws `wrong_password`, `backoff`
     */
    prove: async (password: string): Promise<string[]> => (await openVault(password)).keks,

    /** The password again, while the vault is unlocked. @throws `wrong_password`, `backoff` */
    reauthenticate: async (password: string): Promise<AppState> => {
      const { keks } = await answerChallenge(password);
      return client.call('vault_prove', {}, { keks });
    },

    /** A new vault under this password. @throws `weak_password`, `vault_exists` */
    create: async (password: string): Promise<AppState> => {
      refuseWeak(password);
      const { kdf, kek } = await withKdfWorker((port) => deriveFresh(port, password));
      return client.call('vault_create', { kdf }, { kek });
    },

    /** The key of a new password for something else than the vault. @throws `weak_password` */
    deriveFresh: async (password: string): Promise<{ kdf: KdfParameters; kek: string }> => {
      refuseWeak(password);
      return withKdfWorker((port) => deriveFresh(port, password));
    },

    /** The key of such a password by its parameters. @throws `kdf_refused` */
    deriveWith: (password: string, kdf: KdfParameters): Promise<string> =>
      withKdfWorker((port) => derive(port, password, kdf)),

    /**
     * Another password for the vault, with a fresh salt. @throws `wrong_password`, `weak_password`
     */
    change: async (oldPassword: string, newPassword: string): Promise<AppState> => {
      refuseWeak(newPassword);
      const { kdfs, waitMs } = await client.call('vault_challenge', {});
      if (waitMs > 0) throw new KeystampError('backoff', undefined, { waitMs });
      const { kdf, oldKeks, newKek } = await withKdfWorker(async (port) => {
        const oldKeys = await deriveAll(port, oldPassword, kdfs);
        const next = await deriveFresh(port, newPassword);
        return { kdf: next.kdf, oldKeks: oldKeys, newKek: next.kek };
      });
      return client.call('vault_password', { kdf }, { oldKeks, newKek });
    },
  };
}

function refuseWeak(password: string): void {
  if (strengthOf(password).level === 'weak') throw new KeystampError('weak_password');
}

/** One key for each set of parameters: of two copies that differ, either may be the good one. */
async function deriveAll(port: KdfPort, password: string, kdfs: readonly Kdf[]): Promise<string[]> {
  const keks: string[] = [];
  for (const kdf of kdfs) keks.push(await derive(port, password, kdf));
  return keks;
}

async function derive(port: KdfPort, password: string, kdf: Kdf): Promise<string> {
  // The Worker checks the parameters against minimums and maximums before it uses them.
  const reply = await port.ask({ do: 'derive', password, kdf: kdf as KdfParameters });
  if ('error' in reply) throw fromWire(reply.error);
  if (!('kek' in reply)) throw new KeystampError('internal');
  const text = base64url.encode(reply.kek);
  wipe(reply.kek);
  return text;
}

async function deriveFresh(
  port: KdfPort,
  password: string,
): Promise<{ kdf: KdfParameters; kek: string }> {
  const reply = await port.ask({ do: 'calibrate' });
  if ('error' in reply) throw fromWire(reply.error);
  if (!('kdf' in reply)) throw new KeystampError('internal');
  return { kdf: reply.kdf, kek: await derive(port, password, reply.kdf) };
}
