import { expect, test, vi } from 'vitest';
import { createLate, loadPart } from '../../src/protocol/load-part.ts';
import { createHandlerFinder } from '../../src/worker/handlers/handlers.ts';

type Finder = Parameters<typeof createHandlerFinder>;

/** Handlers that answer with where they stand; a part's loading as a test has it. */
function createFinder(loadHistory: () => Promise<object>) {
  const answer = (name: string) => async () => name;
  const core = { state: answer('core') } as unknown as Finder[0];
  const late = {
    history: createLate(loadHistory),
    keys: createLate(async () => ({ keys_list: answer('keys') })),
  };
  return createHandlerFinder(core, late as unknown as Finder[1]);
}
const call = async (find: ReturnType<typeof createHandlerFinder>, name: 'state' | 'keys_list') =>
  (await find(name))({ run: 'a run' }, null);

test('behavior: a part is loaded by its first call, once, and no other call loads it', async () => {
  const load = vi.fn(async () => ({ history_verify: async () => 'verified' }));
  const find = createFinder(load);
  expect([await call(find, 'state'), await call(find, 'keys_list')]).toEqual(['core', 'keys']);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([find('history_verify'), find('history_verify')]);
  await find('history_verify');
  expect(load).toHaveBeenCalledTimes(1);
});

test('error: a part that doesn’t load is named, and the next call tries again', async () => {
  const part = { create: () => ({ history_verify: async () => 'verified' }) };
  const load = vi.fn(async () => part).mockRejectedValueOnce(new TypeError('no such file'));
  const find = createFinder(async () => (await loadPart(load)).create());
  await expect(find('history_verify')).rejects.toMatchObject({ code: 'part_missing' });
  expect(await (await find('history_verify'))({ run: 'a run' }, null)).toBe('verified');
});

test('error: a fault in the making of handlers is not a missing part', async () => {
  const fault = new TypeError('undefined is no function');
  const create = vi
    .fn(() => ({ history_verify: async () => 'verified' }))
    .mockImplementationOnce(() => {
      throw fault;
    });
  const find = createFinder(async () => (await loadPart(async () => ({ create }))).create());
  await expect(find('history_verify')).rejects.toBe(fault);
  expect(await (await find('history_verify'))({ run: 'a run' }, null)).toBe('verified');
});
