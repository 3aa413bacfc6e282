// What a new request meets between its check and the queue.
import { beforeEach, describe, expect, test } from 'vitest';
import { askUser } from '../../src/requests/ask-user.ts';
import type { RequestDeps } from '../../src/requests/request-deps.ts';
import { createRequestStore } from '../../src/requests/request-store.ts';
import type { ProviderMessage } from '../../src/protocol/page-api.ts';
import { memoryArea } from '../storage/memory-area.ts';
import { NOW, siteRequest, SITE } from './pending.ts';

let isBlocked: boolean;
let told: ProviderMessage[];
let shown: number;
let deps: RequestDeps;

beforeEach(() => {
  [isBlocked, told, shown] = [false, [], 0];
  deps = {
    requests: createRequestStore({ session: memoryArea(), now: () => NOW, later: () => () => {} }),
    now: () => NOW,
    later: () => () => {},
    onChange: () => {},
    entryId: async () => 'new',
    groups: { of: async () => 'app.example' },
    sites: { get: async () => ({ profileId: 'p', blocked: isBlocked }) },
    history: { append: async () => {} },
    notifying: new Set(),
    documents: {
      send: (_handle: unknown, event: ProviderMessage) => {
        told.push(event);
        return { soon: Promise.resolve('heard'), end: Promise.resolve('heard') };
      },
    },
    presence: { watch: () => {}, watchOwed: () => {}, check: async () => {} },
    confirmWindow: { show: async () => void (shown += 1) },
  } as unknown as RequestDeps;
});

const ask = () => {
  const { requested, requestDigest } = siteRequest();
  return askUser(deps, {
    key: { origin: SITE, privateWindow: false, name: 'name' },
    caller: { tabId: 7, documentId: null },
    bridgeId: 'bridge',
    permission: { decision: 'ask', requested, requestDigest },
    clicked: true,
  } as unknown as Parameters<typeof askUser>[1]);
};
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

describe('askUser', () => {
  test('behavior: queues the request and opens the window for it', async () => {
    await ask();
    expect(deps.requests.all()).toMatchObject([{ id: 'new', name: 'name', state: 'pending' }]);
    expect([shown, told]).toEqual([1, []]);
  });

  test('error: of a site that was blocked since the check, it is refused and never shown', async () => {
    isBlocked = true;
    await ask();
    await turns();
    expect([deps.requests.all(), shown]).toEqual([[], 0]);
    expect(told).toMatchObject([{ data: { id: 'name', ok: false, error: { code: 'refused' } } }]);
  });
});
