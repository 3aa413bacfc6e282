import { expect, test, vi } from 'vitest';
import { createLate } from '../../src/protocol/load-part.ts';

test('behavior: what is late is loaded once, by its first use', async () => {
  const load = vi.fn(async () => ({}));
  const late = createLate(load);
  expect(load).not.toHaveBeenCalled();
  expect(late.isWanted()).toBe(false);
  const [first, second] = [late.get(), late.get()];
  expect(late.isWanted()).toBe(true);
  expect(await first).toBe(await second);
  expect(await late.get()).toBe(await first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('error: a failed load reaches all that wait, and the next use loads again', async () => {
  const fault = new TypeError('x');
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(fault);
  const late = createLate(load);
  const [first, second] = [late.get(), late.get()];
  await expect(first).rejects.toBe(fault);
  await expect(second).rejects.toBe(fault);
  expect(late.isWanted()).toBe(false);
  expect(await late.get()).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
});
