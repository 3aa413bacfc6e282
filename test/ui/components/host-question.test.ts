import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { createHostQuestion } from '../../../src/ui/components/host-question.ts';
import { settled } from '../../test-clock.ts';

const ORIGIN = 'https://service.example:8443';
const HOST = 'service.example';

/** A page in a browser that gives or refuses, with what was asked of it and of the worker, in order. */
function createPage({ asksForHosts = false, isGiven = true, allowed = [] as string[] } = {}) {
  const asked: string[] = [];
  const call = async (name: string, { host }: { host: string }) => {
    asked.push(`${name} ${host}`);
    if (name === 'hosts_allow') allowed.push(host);
    return allowed.includes(host);
  };
  const question = createHostQuestion({
    client: { call } as unknown as Client,
    asksForHosts,
    requestOriginPermission: async (origin) => {
      asked.push(`browser ${origin}`);
      return isGiven;
    },
  });
  return { ...question, asked };
}

describe('a browser that asks about each host', () => {
  test.each([true, false])(
    'behavior: its answer %s is the answer, with no question of ours',
    async (isGiven) => {
      const { requestOriginPermission, host, asked } = createPage({ asksForHosts: true, isGiven });
      expect(await requestOriginPermission(ORIGIN)).toBe(isGiven);
      expect(host.value).toBeNull();
      expect(asked).toEqual([`browser ${ORIGIN}`]);
    },
  );
});

describe('a browser that asks about none', () => {
  test('behavior: Keystamp asks by name, and keeps a yes', async () => {
    const { requestOriginPermission, host, answer, asked } = createPage();
    const first = requestOriginPermission(ORIGIN);
    // Within the click.
    expect(asked).toEqual([`browser ${ORIGIN}`]);
    await settled();
    expect(host.value).toBe(HOST);
    answer(true);
    expect(await first).toBe(true);
    expect(host.value).toBeNull();
    expect(asked.at(-1)).toBe(`hosts_allow ${HOST}`);
    expect(await requestOriginPermission(ORIGIN)).toBe(true);
    expect(host.value).toBeNull();
  });

  test('error: a no is kept nowhere, and is asked about again', async () => {
    const { requestOriginPermission, host, answer, asked } = createPage();
    for (let round = 0; round < 2; round += 1) {
      const answered = requestOriginPermission(ORIGIN);
      await settled();
      expect(host.value).toBe(HOST);
      answer(false);
      expect(await answered).toBe(false);
    }
    expect(asked).not.toContain(`hosts_allow ${HOST}`);
  });

  test('error: what the browser refuses is not asked about', async () => {
    const { requestOriginPermission, asked } = createPage({ isGiven: false });
    expect(await requestOriginPermission(ORIGIN)).toBe(false);
    expect(asked).toEqual([`browser ${ORIGIN}`]);
  });
});
