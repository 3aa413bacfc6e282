import { expect } from 'vitest';

/** The error that `act` ends with. */
export async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}

/** Demands that `act` is refused with a code, in these words. */
export async function expectRefusal(
  act: () => unknown,
  code: string,
  message: string,
): Promise<void> {
  expect(await errorOf(act)).toMatchObject({ code, message });
}
