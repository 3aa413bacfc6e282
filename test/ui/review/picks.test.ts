import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { PendingRequestDetails } from '../../../src/protocol/pending-request.ts';
import { isPicked } from '../../../src/ui/review/request-content.ts';
import { id } from '../page/world.ts';
import { openedRequest, queueWorld, request } from './world.ts';
import { settled } from '../../test-clock.ts';
import type { Values } from '../../../src/protocol/parse.ts';

/** A request that leaves its wallet to the user, as the worker tells it. */
function details(picks: Values = {}): PendingRequestDetails {
  const opened = openedRequest(1);
  const parameters = { walletName: 'Cold', ...picks };
  const shared = { ...opened, open: ['walletId'], grantable: false, parameters };
  if (!Object.hasOwn(picks, 'walletId')) return { ...shared, body: null, digest: null };
  const body = JSON.stringify({ parameters });
  return { ...shared, body, digest: createHash('sha256').update(body).digest('hex') };
}

/** A worker that keeps the last pick, and answers when the test says so. */
async function openQueue(changes: (picks: Values) => Partial<PendingRequestDetails> = () => ({})) {
  let stored: Values = {};
  const waiting: (() => void)[] = [];
  const base = queueWorld([request(1), request(2)], {
    requests_open: ({ id: asked }: { id: string }) =>
      asked === id(1) ? details(stored) : openedRequest(2),
    requests_pick: async ({ picks }: { picks: Values }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      stored = picks;
      return { ...details(picks), ...changes(picks) };
    },
  });
  await settled();
  const answer = async () => {
    waiting.shift()?.();
    await settled();
  };
  const pick = (picks: Values) => base.queue.pick(request(1), picks);
  return { ...base, answer, pick, content: () => base.queue.content.value };
}

describe('pick', () => {
  test('behavior: what is left to the user has nothing to approve', async () => {
    const { content } = await openQueue();
    expect(content()).toMatchObject({ request: { body: null, digest: null }, picks: {} });
    expect(isPicked(details(), content()?.picks)).toBe(false);
  });

  test('behavior: a pick makes a body; until it is there, nothing can be approved', async () => {
    const { pick, answer, content, world } = await openQueue();
    void pick({ walletId: id(7) });
    await settled();
    expect(content()).toMatchObject({ request: { digest: null }, picks: { walletId: id(7) } });
    await answer();
    const picked = details({ walletId: id(7) });
    expect(content()).toMatchObject({ request: picked, picks: { walletId: id(7) } });
    expect(world.calls('requests_pick')).toMatchObject([
      { input: { id: id(1), picks: { walletId: id(7) } } },
    ]);
  });

  test('behavior: another pick takes the body away until its own is there; the later one counts', async () => {
    const { pick, answer, content } = await openQueue();
    void pick({ walletId: id(7) });
    await answer();
    void pick({ walletId: id(8) });
    void pick({ walletId: id(9) });
    expect(content()?.request).toMatchObject({ digest: null, parameters: { walletName: 'Cold' } });
    await answer();
    expect(content()?.request?.digest).toBeNull();
    await answer();
    expect(content()?.request).toMatchObject(details({ walletId: id(9) }));
  });

  test('behavior: taken back, there is nothing to approve, and the worker is not asked', async () => {
    const { pick, answer, content, world } = await openQueue();
    void pick({ walletId: id(7) });
    await answer();
    await pick({});
    expect(content()).toMatchObject({ request: { body: null, digest: null }, picks: {} });
    expect(world.calls('requests_pick')).toHaveLength(1);
  });

  test('behavior: it is still picked after another request was in front', async () => {
    const { pick, answer, content, queue } = await openQueue();
    void pick({ walletId: id(7) });
    await answer();
    queue.move(1);
    await settled();
    await pick({ walletId: id(8) });
    expect(content()?.id).toBe(id(2));
    queue.move(-1);
    await settled();
    expect(content()).toMatchObject({ id: id(1), picks: { walletId: id(7) } });
  });

  test.each<[string, Partial<PendingRequestDetails>]>([
    ['a body that its digest isn’t of', { body: '{}' }],
    ['no body', { body: null }],
    ['another request', { id: id(2) }],
  ])('error: %s isn’t shown', async (_, change) => {
    const { pick, answer, content } = await openQueue(() => change);
    void pick({ walletId: id(7) });
    await answer();
    expect(content()).toMatchObject({
      request: { body: null, digest: null },
      picks: { walletId: id(7) },
      error: { code: 'approval_changed' },
    });
  });

  test('error: a pick that failed can be made again', async () => {
    let fails = true;
    const { queue } = queueWorld([request(1)], {
      requests_open: () => details(),
      requests_pick: ({ picks }: { picks: Values }) => {
        if (fails) throw new KeystampError('clock_ahead');
        return details(picks);
      },
    });
    await settled();
    await queue.pick(request(1), { walletId: id(7) });
    expect(queue.content.value).toMatchObject({ error: { code: 'clock_ahead' } });
    fails = false;
    await queue.pick(request(1), { walletId: id(7) });
    expect(queue.content.value?.error).toBeUndefined();
    expect(queue.content.value?.request).toMatchObject(details({ walletId: id(7) }));
  });

  test('error: details without a body that leave nothing to the user', async () => {
    const { queue } = queueWorld([request(1)], {
      requests_open: () => ({ ...details(), open: [] }),
    });
    await settled();
    expect(queue.content.value?.error).toMatchObject({ code: 'approval_changed' });
  });
});
