import { expect } from 'vitest';

/** The error that `act` fails with. */
export async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}

/** Expects `act` to fail with this code and message. */
export async function expectRefusal(
  act: () => unknown,
  code: string,
  message: string,
): Promise<void> {
  expect(await errorOf(act)).toMatchObject({ code, message });
}
