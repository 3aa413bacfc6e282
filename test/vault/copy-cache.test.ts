// What one worker keeps of the vault in memory: uses that read nothing, and which copy they rely on
// if the disk says something else.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { Area } from '../../src/storage/area.ts';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { copyOf } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Copy, type Device } from './device.ts';

let device: Device;
beforeEach(() => {
  device = createDevice();
});

afterEach(() => vi.restoreAllMocks());

/** The vault in a new worker, with every read of its stores counted. */
function createCountedVault(session: Area = device.memory) {
  const reads = { main: 0, second: 0, memory: 0 };
  const counting = (area: Area, name: 'second' | 'memory'): Area => ({
    ...area,
    get: (key) => {
      reads[name] += 1;
      return area.get(key);
    },
  });
  const vault = device.vault({
    connect: () => {
      reads.main += 1;
      return device.connect();
    },
    second: counting(device.local, 'second'),
    session: counting(session, 'memory'),
  });
  /** What `act` read. */
  const during = async (act: () => Promise<unknown>) => {
    const before = { ...reads };
    await act();
    return {
      main: reads.main - before.main,
      second: reads.second - before.second,
      memory: reads.memory - before.memory,
    };
  };
  return { vault, during };
}
const NO_READS = { main: 0, second: 0, memory: 0 };

/** An unlocked vault with one key, in its own worker. */
async function createVaultWithKey() {
  await device.vault().create(KEK, kdf());
  return device.vault().addKey(freshKey('A').key);
}

describe('an open vault', () => {
  test('behavior: is read once, however it was opened', async () => {
    const { vault, during } = createCountedVault();
    await vault.create(KEK, kdf());
    await vault.lockAt();
    expect(await during(vault.listKeys)).toEqual(NO_READS);
    const { id } = await vault.addKey(freshKey('A').key);
    await vault.lockAt();
    expect(await during(vault.listKeys)).toEqual(NO_READS);
    await vault.lock();
    await vault.unlock([KEK]);
    await vault.stamper(id).stamp('{}');
    expect(await during(vault.listKeys)).toEqual(NO_READS);
    expect(await during(() => vault.stamper(id).stamp('{}'))).toEqual(NO_READS);
    await vault.changePassword([KEK], OTHER_KEK, kdf(2));
    await vault.lockAt();
    expect(await during(vault.listKeys)).toEqual(NO_READS);
  });

  test('behavior: a new worker reads the first copy, and nothing after that', async () => {
    await createVaultWithKey();
    const { vault, during } = createCountedVault();
    const listed = await during(async () => {
      expect(await vault.listKeys()).toMatchObject([{ name: 'A' }]);
    });
    expect(listed).toMatchObject({ main: 1, second: 0 });
    expect(await during(vault.listKeys)).toEqual(NO_READS);
    expect(await during(vault.lockAt)).toEqual(NO_READS);
  });

  test('behavior: relies on the very copy that it was opened with, wherever that is now', async () => {
    await createVaultWithKey();
    const before = await device.readMain();
    const anchored = await device.memory.get(SESSION_KEY);
    await device.vault().addKey(freshKey('B').key);
    await device.writeMain(before);
    expect(await device.vault().listKeys()).toMatchObject([{ name: 'A' }, { name: 'B' }]);
    // A worker was stopped after writing one of the two copies: the session knows the earlier one.
    await device.memory.set(SESSION_KEY, anchored);
    expect(await device.vault().listKeys()).toMatchObject([{ name: 'A' }]);
    await device.writeMain(await device.readSecond());
    await device.writeSecond(before);
    expect(await device.vault().listKeys()).toMatchObject([{ name: 'A' }]);
  });

  test('behavior: finds a write that wasn’t noted, and notes it', async () => {
    await createVaultWithKey();
    const anchored = await device.memory.get(SESSION_KEY);
    await device.vault().addKey(freshKey('B').key);
    const noted = await device.memory.get(SESSION_KEY);
    await device.memory.set(SESSION_KEY, anchored);
    const both = [{ name: 'A' }, { name: 'B' }];
    expect(await device.vault().listKeys()).toMatchObject(both);
    expect(await device.memory.get(SESSION_KEY)).toEqual(noted);
  });

  test('error: finds nothing if someone wrote both copies without the vault key', async () => {
    await createVaultWithKey();
    const { text, mac } = (await device.readMain()) as Copy;
    const forged = { ...JSON.parse(text), revision: 99, keys: [] };
    for (const copy of [copyOf(forged, mac), copyOf(forged)]) {
      await device.writeMain(copy);
      await device.writeSecond(copy);
      await expect(device.vault().listKeys()).rejects.toMatchObject({ code: 'vault_damaged' });
    }
  });

  test('behavior: a reader between a write and its note doesn’t read the disk either', async () => {
    await createVaultWithKey();
    const seen: unknown[] = [];
    const { vault, during } = createCountedVault({
      ...device.memory,
      set: async (key, value) => {
        // The new copy is written, but the session still names the one before.
        let read: unknown;
        const { main, second } = await during(async () => (read = await vault.listKeys()));
        seen.push([main, second, read]);
        await device.memory.set(key, value);
      },
    });
    const before = await vault.listKeys();
    await vault.addKey(freshKey('B').key);
    expect(seen).toEqual([[0, 0, before]]);
    expect(await vault.listKeys()).toHaveLength(2);
  });
});

describe('a stamper', () => {
  test('error: after a failure, is created again at the next use', async () => {
    const { id } = await createVaultWithKey();
    const vault = device.vault();
    const busy = new DOMException('busy', 'OperationError');
    vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValueOnce(busy);
    await expect(vault.stamper(id).stamp('{}')).rejects.toMatchObject({ code: 'vault_damaged' });
    expect((await vault.stamper(id).stamp('{}')).header).toBe('X-Stamp');
  });
});

describe('the row key', () => {
  test('error: after a failure, is opened again at the next use', async () => {
    await createVaultWithKey();
    const { rows } = device.vault();
    const busy = new DOMException('busy', 'OperationError');
    vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValueOnce(busy);
    await expect(rows.sign('sites', 'a')).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await rows.verify('sites', 'a', await rows.sign('sites', 'a'))).toBe(true);
  });

  test('behavior: never leaves the browser’s own crypto', async () => {
    await createVaultWithKey();
    const imported = vi.spyOn(crypto.subtle, 'importKey');
    await device.vault().rows.sign('sites', 'a');
    const made = await Promise.all(
      imported.mock.results.map(({ value }) => value as Promise<CryptoKey>),
    );
    expect(made.map(({ extractable }) => extractable)).not.toContain(true);
    expect(made.some(({ algorithm }) => algorithm.name === 'HMAC')).toBe(true);
  });
});

describe('a clear record', () => {
  const Note = v.strictObject({ text: v.string() });

  test('behavior: is parsed once as long as it stays the same', async () => {
    await createVaultWithKey();
    const vault = device.vault();
    const note = vault.clearItem('note', Note);
    expect(await note.get()).toBeUndefined();
    await note.set({ text: 'one' });
    const first = await note.get();
    expect(first).toEqual({ text: 'one' });
    expect(await note.get()).toBe(first);
    await note.set({ text: 'two' });
    expect(await note.get()).toEqual({ text: 'two' });
  });

  test('behavior: is replaced and removed by its own name', async () => {
    await createVaultWithKey();
    const vault = device.vault();
    const [one, two] = ['one', 'two'].map((name) => vault.clearItem(name, Note));
    await one?.set({ text: 'a' });
    await two?.set({ text: 'b' });
    await one?.set({ text: 'c' });
    const lying = async () => {
      const { text } = (await device.readMain()) as Copy;
      return (JSON.parse(text) as { clear: unknown }).clear;
    };
    expect(await lying()).toEqual([
      { name: 'two', text: '{"text":"b"}' },
      { name: 'one', text: '{"text":"c"}' },
    ]);
    await two?.remove();
    expect(await lying()).toEqual([{ name: 'one', text: '{"text":"c"}' }]);
    expect([await one?.get(), await two?.get()]).toEqual([{ text: 'c' }, undefined]);
  });

  test('error: a record of another form counts as none', async () => {
    await createVaultWithKey();
    await device.vault().clearItem('note', v.number()).set(7);
    expect(await device.vault().clearItem('note', Note).get()).toBeUndefined();
  });

  test('behavior: there is none without a vault or in a damaged one; an error of the store is passed on', async () => {
    const note = () => device.vault().clearItem('note', Note).get();
    expect(await note()).toBeUndefined();
    await createVaultWithKey();
    device.restartBrowser();
    await device.writeMain('rubbish');
    await device.writeSecond('rubbish');
    expect(await note()).toBeUndefined();
    const fault = new KeystampError('storage_failed');
    const broken = device.vault({ connect: () => Promise.reject(fault) });
    await expect(broken.clearItem('note', Note).get()).rejects.toBe(fault);
  });
});
