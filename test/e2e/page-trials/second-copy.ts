import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { ANNOUNCE_EVENT, DISCOVER_EVENT, type Provider } from '../../../src/protocol/page-api.ts';

/*
 * Another copy of Keystamp that comes into a running browser and goes again, and a page that has both. It
 * isn't set up: what counts is that it is there, and is asked.
 */

const FOUND_MS = 60_000;

type Providers = { provider?: Provider; other?: Provider };

/** Lets the page discover both, and tells them apart: the site is connected in the first only. */
export async function discoverBoth(page: Page): Promise<void> {
  for (const late = Date.now() + FOUND_MS; Date.now() < late; await sleep(50)) {
    const found = await page.evaluate(
      async ([ask, answer]) => {
        type Announced = CustomEvent<{ readonly provider: Provider }>;
        const all: Provider[] = [];
        const take = (event: Event) => all.push((event as Announced).detail.provider);
        addEventListener(answer, take);
        dispatchEvent(new Event(ask));
        removeEventListener(answer, take);
        const both: Providers = {};
        for (const one of all) {
          const { connection } = await one.capabilities();
          both[connection === null ? 'other' : 'provider'] = one;
        }
        Object.assign(globalThis, both);
        return both.provider !== undefined && both.other !== undefined;
      },
      [DISCOVER_EVENT, ANNOUNCE_EVENT] as const,
    );
    if (found) return;
  }
  throw new Error('the page did not discover both copies');
}

/** Asks the other copy for what the page also asks the first one for; its promise is noted in the page. */
export async function askOther(
  page: Page,
  method: 'connect' | 'request',
  parameters: object,
): Promise<void> {
  await page.evaluate(
    ([name, given]) => {
      const { other } = globalThis as {
        other?: Record<string, (one: unknown) => Promise<unknown>>;
      };
      Object.assign(globalThis, { otherAsked: true });
      other?.[name]?.(given).then(
        () => Object.assign(globalThis, { otherSettled: 'answered' }),
        (error: { readonly code: string }) =>
          Object.assign(globalThis, { otherSettled: error.code }),
      );
    },
    [method, parameters] as const,
  );
}

/** How that promise settled; undefined while it is open, null if the other copy wasn't asked. */
export function otherSettled(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const { otherAsked, otherSettled: settled } = globalThis as {
      otherAsked?: boolean;
      otherSettled?: string;
    };
    return otherAsked ? settled : null;
  });
}
