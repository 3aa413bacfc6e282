import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createItem } from '../../src/storage/area.ts';
import { memoryArea } from './memory-area.ts';

const schema = v.strictObject({ n: v.number() });

describe('createItem', () => {
  test('behavior: stores a value, returns undefined if there is none', async () => {
    const area = memoryArea();
    const one = createItem(area, 'one', schema);
    expect(await one.get()).toBeUndefined();
    await one.set({ n: 1 });
    expect(await createItem(area, 'one', schema).get()).toEqual({ n: 1 });
    expect(await createItem(area, 'other', schema).get()).toBeUndefined();
    await one.remove();
    expect(await one.get()).toBeUndefined();
  });

  test('error: a stored value of another form is malformed', async () => {
    const area = memoryArea();
    await area.set('one', { n: 1, more: true });
    await expect(createItem(area, 'one', schema).get()).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  test.each([
    ['Resource::kQuotaBytes quota exceeded', 'storage_full'],
    ['An unexpected error occurred', 'storage_failed'],
  ])('error: the error “%s” becomes %s', async (message, code) => {
    const refuse = () => Promise.reject(new Error(message));
    const one = createItem({ get: refuse, set: refuse, remove: refuse }, 'one', schema);
    for (const act of [() => one.get(), () => one.set({ n: 1 }), () => one.remove()]) {
      await expect(act()).rejects.toMatchObject({ code });
    }
  });
});
