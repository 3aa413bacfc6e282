import { describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import type { CallName } from '../../src/messaging/calls.ts';
import type { Client } from '../../src/client/client.ts';
import type { KdfReply, KdfRequest } from '../../src/client/kdf.ts';
import { createPasswordClient, type KdfPort } from '../../src/client/password.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import { createLocalKdfPort, derivedKek } from './local-kdf-port.ts';

const PASSWORD = 'walnut carpet thunder bicycle';
const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: 'AAECAwQFBgcICQoLDA0ODw',
} as const;

type RecordedCall = { name: CallName; input: unknown; secret: unknown };

/** The derivation itself, behind a real message channel instead of a Worker. */
function createChannelPort(ended: () => void): KdfPort {
  const { port1, port2 } = new MessageChannel();
  const worker = createLocalKdfPort();
  port2.addEventListener('message', ({ data }) => {
    void worker
      .ask(data as KdfRequest)
      .then((reply) => port2.postMessage(reply, 'kek' in reply ? [reply.kek.buffer] : []));
  });
  port2.start();
  return {
    ask: (request) =>
      new Promise((resolve) => {
        port1.addEventListener('message', (event) => resolve(event.data as KdfReply), {
          once: true,
        });
        port1.start();
        port1.postMessage(request);
      }),
    end: () => {
      port1.close();
      ended();
    },
  };
}

function createTestPasswords(
  waitMs = 0,
  kdf: object | readonly object[] = KDF,
  passkeys: readonly object[] = [],
) {
  const calls: RecordedCall[] = [];
  let ended = 0;
  let started = 0;
  const client = {
    call: async (name: CallName, input: unknown, secret?: unknown) => {
      calls.push({ name, input, secret });
      return name === 'vault_challenge'
        ? { kdfs: [kdf].flat(), waitMs, passkeys }
        : { vault: 'unlocked' };
    },
  } as unknown as Client;
  const start = () => {
    started++;
    return createChannelPort(() => {
      ended++;
    });
  };
  const passwordClient = createPasswordClient({ client, start });
  return { passwordClient, calls, workers: () => ({ started, ended }) };
}

describe('createPasswordClient', () => {
  test('behavior: unlock sends only the derived key, sealed, and ends the Worker', async () => {
    const { passwordClient, calls, workers } = createTestPasswords();
    await passwordClient.unlock(PASSWORD);
    const kek = base64url.encode(await derivedKek(PASSWORD, KDF));
    expect(calls.map(({ name }) => name)).toEqual(['vault_challenge', 'vault_unlock']);
    expect(calls[1]).toEqual({ name: 'vault_unlock', input: {}, secret: { keks: [kek] } });
    expect(JSON.stringify(calls)).not.toContain('walnut');
    expect(workers()).toEqual({ started: 1, ended: 1 });
  });

  test('behavior: the page’s copy of a derived key is wiped once it is sent', async () => {
    const kek = toHex(await derivedKek(PASSWORD, KDF));
    const { passwordClient } = createTestPasswords();
    const ways: readonly (() => Promise<unknown>)[] = [
      () => passwordClient.unlock(PASSWORD),
      () => passwordClient.prove(PASSWORD),
      () => passwordClient.reauthenticate(PASSWORD),
      () => passwordClient.deriveWith(PASSWORD, KDF),
    ];
    for (const way of ways) expect(await recordWipes(way)).toContain(kek);
    const made: { kek: string }[] = [];
    const wiped = await recordWipes(async () => {
      made.push(await passwordClient.deriveFresh(PASSWORD));
    });
    for (const fresh of made) expect(wiped).toContain(toHex(base64url.decode(fresh.kek)));
    expect(made).toHaveLength(1);
  });

  test('behavior: unlock moves a vault from PBKDF2 to Argon2id, sealed both ways', async () => {
    const old = { kdf: 'pbkdf2-sha256', iterations: 1_300_000, salt: KDF.salt } as const;
    const { passwordClient, calls } = createTestPasswords(0, old);
    await passwordClient.unlock(PASSWORD);
    const oldKek = base64url.encode(await derivedKek(PASSWORD, old));
    const [, , change] = calls;
    if (change?.name !== 'vault_password') throw new Error('the vault was not moved');
    const { kdf } = change.input as { kdf: unknown };
    expect(checkKdfParameters(kdf)).toMatchObject({ kdf: 'argon2id' });
    const newKek = base64url.encode(await derivedKek(PASSWORD, checkKdfParameters(kdf)));
    expect(change.secret).toEqual({ oldKeks: [oldKek], newKek });
  });

  test('behavior: a vault with passkeys isn’t moved: that would turn them off', async () => {
    const old = { kdf: 'pbkdf2-sha256', iterations: 1_300_000, salt: KDF.salt } as const;
    const { passwordClient, calls } = createTestPasswords(0, old, [{ id: 'one' }]);
    await passwordClient.unlock(PASSWORD);
    expect(calls.map(({ name }) => name)).toEqual(['vault_challenge', 'vault_unlock']);
  });

  test('behavior: prove returns the key that the vault has accepted', async () => {
    const { passwordClient, calls } = createTestPasswords();
    const kek = base64url.encode(await derivedKek(PASSWORD, KDF));
    expect(await passwordClient.prove(PASSWORD)).toEqual([kek]);
    expect(calls[1]).toEqual({ name: 'vault_unlock', input: {}, secret: { keks: [kek] } });
  });

  test('behavior: of two copies that differ, each gets a key by its own parameters', async () => {
    const other = { ...KDF, salt: 'BAECAwQFBgcICQoLDA0ODw' } as const;
    const { passwordClient, calls } = createTestPasswords(0, [KDF, other]);
    await passwordClient.unlock(PASSWORD);
    const keks = await Promise.all([KDF, other].map((one) => derivedKek(PASSWORD, one)));
    expect(calls[1]?.secret).toEqual({ keks: keks.map(base64url.encode) });
  });

  test('behavior: create calibrates parameters within the bounds, with a fresh salt', async () => {
    const { passwordClient, calls } = createTestPasswords();
    await passwordClient.create(PASSWORD);
    expect(calls.map(({ name }) => name)).toEqual(['vault_create']);
    const { input, secret } = calls[0] ?? {};
    const { kdf } = input as { kdf: unknown };
    const checked = checkKdfParameters(kdf);
    expect(checked.salt).not.toBe(KDF.salt);
    const kek = base64url.encode(await derivedKek(PASSWORD, checked));
    expect(secret).toEqual({ kek });
  });

  test('behavior: change uses stored parameters for the old key, then fresh ones', async () => {
    const { passwordClient, calls } = createTestPasswords();
    await passwordClient.change('an old one', PASSWORD);
    expect(calls.map(({ name }) => name)).toEqual(['vault_challenge', 'vault_password']);
    const { input, secret } = calls[1] ?? {};
    const { kdf } = input as { kdf: unknown };
    expect(secret).toEqual({
      oldKeks: [base64url.encode(await derivedKek('an old one', KDF))],
      newKek: base64url.encode(await derivedKek(PASSWORD, checkKdfParameters(kdf))),
    });
  });

  test('error: a weak new password is refused before anything is sent', async () => {
    const { passwordClient, calls, workers } = createTestPasswords();
    await expect(passwordClient.create('Password2024!')).rejects.toMatchObject({
      code: 'weak_password',
    });
    await expect(passwordClient.change(PASSWORD, '12345678')).rejects.toMatchObject({
      code: 'weak_password',
    });
    expect(calls).toEqual([]);
    expect(workers().started).toBe(0);
  });

  test('error: no derivation starts while the vault asks to wait', async () => {
    const { passwordClient, workers } = createTestPasswords(9000);
    await expect(passwordClient.unlock(PASSWORD)).rejects.toMatchObject({
      code: 'backoff',
      detail: { waitMs: 9000 },
    });
    expect(workers().started).toBe(0);
  });

  test('error: parameters outside the bounds are refused, and the Worker ends', async () => {
    const { passwordClient, workers } = createTestPasswords();
    const hostile = { ...KDF, memoryKib: 8_388_608 };
    const client = {
      call: async () => ({ kdfs: [hostile], waitMs: 0, passkeys: [] }),
    } as unknown as Client;
    let ended = false;
    const weak = createPasswordClient({
      client,
      start: () =>
        createChannelPort(() => {
          ended = true;
        }),
    });
    await expect(weak.unlock(PASSWORD)).rejects.toMatchObject({ code: 'kdf_refused' });
    expect(ended).toBe(true);
    await expect(passwordClient.unlock('')).rejects.toMatchObject({ code: 'weak_password' });
    expect(workers()).toEqual({ started: 1, ended: 1 });
  });
});
