// The two stores of the vault one by one: what lies, refuses or forgets, and what is written where.
import { beforeEach, describe, expect, test } from 'vitest';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { Area } from '../../src/storage/area.ts';
import {
  createCopies,
  compareCopies,
  parseCopy,
  SECOND_KEY,
  toStoredCopy,
  type Copy,
  type StoredCopy,
} from '../../src/vault/copies.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { createDevice, KEK, kdf, type Device } from './device.ts';

let device: Device;
let stored: StoredCopy;
beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
  const copy = await device.readSecond();
  if (!copy?.mac) throw new Error('no vault was written');
  stored = { ...copy, mac: copy.mac };
});

/** The area, with its writes counted. */
function countWrites(area: Area) {
  const written: unknown[] = [];
  const set: Area['set'] = async (key, value) => {
    written.push(value);
    await area.set(key, value);
  };
  return { written, area: { ...area, set } };
}
const changedCopy = (): Promise<StoredCopy> =>
  toStoredCopy(stored.text.replace(/"revision":\d+/, '"revision":99'), stored.mac ?? '');

describe('save', () => {
  test.for([
    ['nothing', undefined],
    ['another text', { text: 'x' }],
    ['another MAC', { mac: 'x' }],
    ['something else', { text: 7 }],
  ] as const)('error: a store that keeps %s is detected, and undone', async ([, kept]) => {
    const area = memoryArea();
    await area.set(SECOND_KEY, stored);
    const lying: Area = {
      ...area,
      set: async (key, value) => {
        const lie = kept && { ...(value as StoredCopy), ...kept };
        await (lie === undefined ? area.remove(key) : area.set(key, lie));
      },
    };
    await expect(
      createCopies(device.connect, lying).save(await changedCopy()),
    ).rejects.toMatchObject({
      code: 'storage_failed',
      detail: { reason: 'storage_unread' },
    });
    // The first copy is unchanged.
    expect(await device.readMain()).toEqual(stored);
  });

  test('behavior: a database that refuses leaves both as they were, even if there was nothing', async () => {
    const fault = new KeystampError('storage_full');
    for (const before of [stored, undefined]) {
      const area = memoryArea();
      if (before) await area.set(SECOND_KEY, before);
      const copies = createCopies(() => Promise.reject(fault), area);
      await expect(copies.save(await changedCopy())).rejects.toBe(fault);
      expect(await area.get(SECOND_KEY)).toEqual(before);
    }
  });
});

describe('repair', () => {
  const good = (copy: StoredCopy) => parseCopy(copy);

  test('behavior: writes where a different copy is, and nowhere else', async () => {
    const cases: readonly (readonly [
      main: Copy,
      second: Copy,
      mains: boolean,
      seconds: boolean,
    ])[] = [
      [await good(stored), await good(stored), false, false],
      [await good(stored), await good(await changedCopy()), false, true],
      [await good(await changedCopy()), await good(stored), true, false],
      [{ kind: 'absent' }, await good({ ...stored, mac: 'other' }), true, true],
    ];
    for (const [main, second, mains, seconds] of cases) {
      const { written, area } = countWrites(memoryArea());
      await device.writeMain(undefined);
      await createCopies(device.connect, area).repair(stored, [main, second]);
      expect(written).toEqual(seconds ? [stored] : []);
      expect(await device.readMain()).toEqual(mains ? stored : undefined);
    }
  });
});

describe('finding a vault', () => {
  const failed = new KeystampError('storage_failed');
  const unreadable: Copy = { kind: 'unreadable', error: failed };
  const damaged: Copy = { kind: 'damaged', error: new KeystampError('vault_damaged') };
  const refused: Copy = { kind: 'damaged', error: new KeystampError('kdf_refused') };
  const absent: Copy = { kind: 'absent' };

  test('behavior: nothing, the kind of damage, or a store that doesn’t respond', () => {
    expect(compareCopies([absent, absent])).toEqual({ status: 'missing' });
    expect(compareCopies([absent, damaged])).toMatchObject({ error: { code: 'vault_damaged' } });
    expect(compareCopies([damaged, refused])).toMatchObject({ error: { code: 'kdf_refused' } });
    expect(compareCopies([refused, damaged])).toMatchObject({ error: { code: 'kdf_refused' } });
    expect(compareCopies([damaged, absent])).toMatchObject({ error: { code: 'vault_damaged' } });
    for (const other of [absent, damaged]) {
      expect(() => compareCopies([unreadable, other])).toThrow(failed);
      expect(() => compareCopies([other, unreadable])).toThrow(failed);
    }
  });

  test('error: our own storage error is passed on; any other becomes a failed store', async () => {
    const told = async (fault: Error) => {
      const copies = createCopies(() => Promise.reject(fault), memoryArea());
      return copies.find().catch((error: unknown) => error);
    };
    const full = new KeystampError('storage_full');
    expect(await told(full)).toBe(full);
    for (const fault of [new Error('x'), new KeystampError('malformed')]) {
      expect(await told(fault)).toMatchObject({ code: 'storage_failed', cause: fault });
    }
  });

  test('error: the version and the MAC go together', async () => {
    const { mac: _, ...bare } = stored;
    expect(await parseCopy(stored)).toMatchObject({ kind: 'good' });
    expect(await parseCopy(bare)).toMatchObject({ error: { code: 'vault_damaged' } });
    expect(await parseCopy({ ...stored, more: 1 })).toMatchObject({ kind: 'damaged' });
    expect(await parseCopy({ ...stored, digest: 'sha256:' })).toMatchObject({ kind: 'damaged' });
  });

  test('error: a store that can’t be emptied is reported, and the other one is empty', async () => {
    const fault = new KeystampError('storage_failed');
    const area = memoryArea();
    await area.set(SECOND_KEY, stored);
    await expect(createCopies(() => Promise.reject(fault), area).remove()).rejects.toBe(fault);
    expect(await area.get(SECOND_KEY)).toBeUndefined();
    const stuck: Area = { ...area, remove: () => Promise.reject(fault) };
    await expect(createCopies(device.connect, stuck).remove()).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(await device.readMain()).toBeUndefined();
  });
});
