import { describe, expect, test } from 'vitest';
import { startChange, withStage } from '../../../../src/ui/procedures/contact/contact-change.ts';
import { createContactStore } from '../../../../src/ui/procedures/contact/contact-store.ts';
import { id, popupWorld, profile } from '../../page/world.ts';

const OPERATION = 'update_user_email';
const placeOf = (n: number) => ({
  profileId: profile.id,
  operation: OPERATION,
  kind: 'user' as const,
  id: id(n),
});

function openStore() {
  const { effects, kept } = popupWorld();
  return { store: createContactStore(effects.session), kept, effects };
}

describe('createContactStore', () => {
  test('behavior: keeps each change under what it is of, the latest first', async () => {
    const { store } = openStore();
    await store.save(placeOf(1), startChange('a@example.com'));
    await store.save(placeOf(2), startChange('b@example.com'));
    await store.save(placeOf(1), withStage(startChange('c@example.com'), 'send', id(50)));
    expect((await store.find(placeOf(1)))?.change).toMatchObject({
      contact: 'c@example.com',
      sendId: id(50),
    });
    expect((await store.list(profile.id)).map((stored) => stored.id)).toEqual([id(1), id(2)]);
    expect(await store.list(id(99))).toEqual([]);
    await store.remove(placeOf(1));
    expect(await store.find(placeOf(1))).toBeUndefined();
  });

  test('behavior: what is saved at the same time is all kept, up to ten', async () => {
    const { store } = openStore();
    const numbers = Array.from({ length: 12 }, (_, n) => n + 1);
    await Promise.all(numbers.map((n) => store.save(placeOf(n), startChange(`${n}@example.com`))));
    expect((await store.list(profile.id)).map((stored) => stored.id)).toEqual(
      numbers.slice(2).toReversed().map(id),
    );
  });

  test('error: anything that is no change is no change', async () => {
    const { store, kept } = openStore();
    const stored = { ...placeOf(1), change: startChange('a@example.com') };
    for (const value of [
      null,
      'x',
      [{}],
      [{ ...stored, change: { ...stored.change, sendId: '../activities' } }],
      [{ ...stored, kind: '__proto__' }],
      [{ ...stored, change: { ...stored.change, ended: 'constructor' } }],
    ]) {
      kept.set('contacts', value);
      expect(await store.list(profile.id)).toEqual([]);
    }
  });

  test('error: storage that fails disturbs nobody', async () => {
    const fail = async () => Promise.reject(new Error('gone'));
    const store = createContactStore({ get: fail, set: fail, remove: fail });
    await store.save(placeOf(1), startChange('a@example.com'));
    await store.remove(placeOf(1));
    expect(await store.find(placeOf(1))).toBeUndefined();
  });
});
