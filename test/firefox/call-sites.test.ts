import { describe, expect, test } from 'vitest';
import { withCallSites } from './call-sites.ts';

/** Rejects as a driver does: by an event that knows no caller. */
const fail = (): Promise<never> =>
  new Promise((_, reject) => {
    setImmediate(() => reject(new Error('no such element')));
  });

const caughtBy = async (act: () => Promise<unknown>): Promise<string> => {
  try {
    await act();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? '') : '';
  }
  return 'nothing';
};

describe('calls of the Firefox driver', () => {
  test('behavior: an error names the line that called, and stays what it was', async () => {
    const { click } = withCallSites({ click: fail });
    async function clickInThisTest(): Promise<void> {
      await click();
    }
    expect(await caughtBy(fail)).not.toContain('clickInThisTest');
    const stack = await caughtBy(clickInThisTest);
    expect(stack.split('\n')[0]).toBe('Error: no such element');
    expect(stack.split('\n')[1]).toContain('clickInThisTest');
  });

  test('behavior: answers, plain members and errors that are thrown at once pass as they are', async () => {
    const thrown = new Error('at once');
    const driver = withCallSites({
      url: 'about:blank',
      count: () => Promise.resolve(3),
      isClosed: () => true,
      refuse: () => {
        throw thrown;
      },
    });
    expect([driver.url, await driver.count(), driver.isClosed()]).toEqual(['about:blank', 3, true]);
    expect(() => driver.refuse()).toThrow(thrown);
  });
});
