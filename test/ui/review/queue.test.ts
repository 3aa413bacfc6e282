import { describe, expect, test } from 'vitest';
import { promptForStamp } from '../../../src/client/passkey/stamping.ts';
import type { Decision } from '../../../src/protocol/pending-request.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { ALL_OF_SITE } from '../../../src/ui/review/reject-button.tsx';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { createPasskeyDevice } from '../passkey/device.ts';
import { id, unlocked, type Answers } from '../page/world.ts';
import { openedRequest, queueWorld, request } from './world.ts';
import { settled } from '../../test-clock.ts';

const approvalOf = (n: number): Decision => ({
  kind: 'approve',
  digest: openedRequest(n).digest,
  by: { method: 'key' },
  grant: null,
});
const REFUSE: Decision = { kind: 'refuse' };
const fails = (code: 'approval_changed' | 'approval_gone' | 'approval_away' | 'timeout') => () => {
  throw new KeystampError(code);
};

describe('createQueue', () => {
  test('behavior: the oldest is in front, opened with its exact body', async () => {
    const { queue } = queueWorld([request(1), request(2)]);
    await settled();
    expect(queue.current.value?.id).toBe(id(1));
    expect(queue.content.value?.request).toEqual(openedRequest(1));
  });

  test('behavior: what is in front stays there while others come and go', async () => {
    const { queue, worker, publish } = queueWorld([request(1), request(2)]);
    await settled();
    queue.show(id(2));
    worker.items = [request(2), request(3)];
    publish();
    await settled();
    expect(queue.current.value?.id).toBe(id(2));
    expect(queue.notice.value).toBeUndefined();
  });

  test('behavior: one that a link names is in front when the list arrives', async () => {
    const { queue } = queueWorld([request(1), request(2), request(3)]);
    queue.show(id(3));
    await settled();
    expect(queue.current.value?.id).toBe(id(3));
    expect(queue.content.value?.request?.id).toBe(id(3));
  });

  test('behavior: what a locked worker told is not taken for what is asked, once unlocked', async () => {
    const { queue, worker, publish, state } = queueWorld([request(1)]);
    const hidden = { kind: 'operation', operation: '', profileId: '' } as const;
    worker.items = [request(1, { requested: hidden })];
    publish({ vault: 'locked' });
    await settled();
    expect(queue.current.value?.requested).toEqual(hidden);
    worker.items = [request(1)];
    state.value = unlocked;
    expect(queue.items.value).toBeUndefined();
    expect(queue.current.value).toBeUndefined();
    await settled();
    expect(queue.current.value?.requested).toEqual(request(1).requested);
  });

  test('behavior: previous and next stop at the ends', async () => {
    const { queue } = queueWorld([request(1), request(2)]);
    await settled();
    const seen = [-1, 1, 1, -1].map((by) => {
      queue.move(by === 1 ? 1 : -1);
      return queue.current.value?.id;
    });
    expect(seen).toEqual([id(1), id(2), id(2), id(1)]);
  });

  test('behavior: asks again whenever the revision has grown, and not otherwise', async () => {
    const { queue, state, world, publish } = queueWorld([request(1)]);
    await settled();
    state.value = { ...unlocked };
    await settled();
    expect(world.calls('requests_list')).toHaveLength(1);
    publish();
    await settled();
    expect(world.calls('requests_list')).toHaveLength(2);
    queue.dispose();
    publish();
    await settled();
    expect(world.calls('requests_list')).toHaveLength(2);
  });

  test('behavior: a locked vault opens nothing; unlocking does', async () => {
    const { queue, world, publish } = queueWorld([request(1)]);
    await settled();
    publish({ vault: 'locked' });
    await settled();
    expect(queue.content.value).toBeUndefined();
    expect(queue.items.value).toHaveLength(1);
    const before = world.calls('requests_open').length;
    publish({ vault: 'unlocked' });
    await settled();
    expect(world.calls('requests_open')).toHaveLength(before + 1);
    expect(queue.content.value?.request?.id).toBe(id(1));
  });

  test('behavior: an approved one is followed, and the next is in front', async () => {
    const { queue, world } = queueWorld([request(1), request(2)]);
    await settled();
    await queue.decide(request(1), approvalOf(1));
    expect(queue.following.value).toEqual({
      request: request(1),
      entryId: id(900),
      outcome: null,
      pageIsBusy: false,
    });
    expect(queue.current.value?.id).toBe(id(2));
    expect(queue.notice.value).toBeUndefined();
    expect(world.calls('requests_decide')[0]?.input).toEqual({
      id: id(1),
      decision: approvalOf(1),
    });
    queue.showNext();
    expect(queue.following.value).toBeUndefined();
  });

  test('behavior: a refused one leaves without ado', async () => {
    const { queue } = queueWorld([request(1)]);
    await settled();
    await queue.decide(request(1), REFUSE);
    expect([queue.following.value, queue.items.value, queue.decided.value]).toEqual([
      undefined,
      [],
      true,
    ]);
  });

  test('behavior: what goes with a refused one is not missed', async () => {
    const elsewhere = request(3, { origin: 'https://b.c' });
    const { queue, world } = queueWorld([request(1), request(2), elsewhere]);
    await settled();
    queue.move(1);
    await queue.refuseSite(request(1), { ...ALL_OF_SITE, block: true });
    expect([queue.notice.value, queue.current.value?.id]).toEqual([undefined, id(3)]);
    expect([queue.decided.value, queue.following.value]).toEqual([true, undefined]);
    expect(world.calls('requests_refuse_site')[0]?.input).toEqual({
      origin: 'https://app.example',
      privateWindow: false,
      cooldownMs: 0,
      block: true,
    });
  });

  test('behavior: two decisions at once are one', async () => {
    const { queue, world } = queueWorld([request(1), request(2)]);
    await settled();
    await Promise.all([queue.decide(request(1), approvalOf(1)), queue.decide(request(1), REFUSE)]);
    expect(world.calls('requests_decide')).toHaveLength(1);
  });

  test('behavior: nothing moves while a decision is on its way', async () => {
    let answer: () => void = () => undefined;
    const { queue, worker, publish } = queueWorld([request(1), request(2)], {
      requests_decide: async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { queue: { items: [request(2)] }, entryId: id(900) };
      },
    });
    await settled();
    const deciding = queue.decide(request(1), approvalOf(1));
    worker.items = [request(2)];
    publish();
    await settled();
    expect([queue.current.value?.id, queue.isDeciding.value]).toEqual([id(1), true]);
    answer();
    await deciding;
    expect([queue.current.value?.id, queue.isDeciding.value]).toEqual([id(2), false]);
    expect([queue.notice.value, queue.following.value?.entryId]).toEqual([undefined, id(900)]);
  });

  test('error: one that was withdrawn is said to be gone', async () => {
    const { queue, worker, publish } = queueWorld([request(1), request(2)]);
    await settled();
    worker.items = [request(2)];
    publish();
    await settled();
    expect([queue.notice.value, queue.current.value?.id]).toEqual(['gone', id(2)]);
    queue.move(1);
    expect(queue.notice.value).toBeUndefined();
  });

  test.each([
    [
      'a body that is not the one of the digest',
      { ...openedRequest(1, 'Other'), digest: openedRequest(1).digest },
    ],
    ['another request', openedRequest(2)],
  ])('error: %s is never shown', async (_, details) => {
    const { queue } = queueWorld([request(1)], { requests_open: () => details });
    await settled();
    expect(queue.content.value?.error?.code).toBe('approval_changed');
    expect(queue.content.value?.request).toBeUndefined();
  });

  test('error: a late answer about another request is not taken', async () => {
    const answers = new Map<string, (approval: unknown) => void>();
    const { queue } = queueWorld([request(1), request(2)], {
      requests_open: ({ id: asked }: { id: string }) =>
        new Promise((resolve) => answers.set(asked, resolve)),
    });
    await settled();
    queue.move(1);
    answers.get(id(2))?.(openedRequest(2));
    await settled();
    answers.get(id(1))?.(openedRequest(1));
    await settled();
    expect(queue.content.value?.request?.id).toBe(id(2));
  });

  test('error: a changed one is opened anew and says so', async () => {
    const { queue, world } = queueWorld([request(1)], {
      requests_decide: fails('approval_changed'),
    });
    await settled();
    await queue.decide(request(1), approvalOf(1));
    expect(queue.notice.value).toBe('changed');
    expect(world.calls('requests_open')).toHaveLength(2);
    expect(queue.following.value).toBeUndefined();
  });

  test.each(['approval_gone', 'approval_away'] as const)(
    'error: after %s the list tells what is left',
    async (code) => {
      const { queue, world } = queueWorld([request(1)], { requests_decide: fails(code) });
      await settled();
      await queue.decide(request(1), approvalOf(1));
      expect(world.calls('requests_list')).toHaveLength(2);
      expect([queue.decideError.value, queue.isDeciding.value]).toEqual([undefined, false]);
    },
  );

  test('behavior: a site is refused as a whole, also when what was shown of it is gone', async () => {
    const { queue, worker } = queueWorld([request(1), request(2, { origin: 'https://b.c' })]);
    await settled();
    worker.items = [request(2, { origin: 'https://b.c' }), request(3)];
    await queue.refuseSite(request(1), ALL_OF_SITE);
    expect(queue.items.value?.map((one) => one.id)).toEqual([id(2)]);
    expect([queue.notice.value, queue.decideError.value]).toEqual([undefined, undefined]);
  });

  test('error: an unreachable worker is said, for the list and for a decision', async () => {
    const { queue } = queueWorld([request(1)], { requests_decide: fails('timeout') });
    await settled();
    await queue.decide(request(1), approvalOf(1));
    expect(queue.decideError.value?.code).toBe('timeout');
    const lost = queueWorld([], { requests_list: fails('timeout') });
    await settled();
    expect(lost.queue.listError.value?.code).toBe('timeout');
    expect(lost.queue.items.value).toBeUndefined();
  });
});

describe('decisions by passkey', () => {
  stubBrowserCredentials();
  const { digest } = openedRequest(1);
  const prompt = { rpId: null, allow: [] };

  /** The queue of a window that prompts, and how it approves its first request. */
  async function passkeyWorld(answers: Answers = {}) {
    const device = createPasskeyDevice();
    const base = queueWorld([request(1), request(2)], answers, device.authenticator);
    await settled();
    const source = async (): Promise<Decision> => {
      const answer = await promptForStamp(device.authenticator, digest, prompt);
      return { kind: 'approve', digest, by: { method: 'passkey', answer }, grant: null };
    };
    return { ...base, device, approveIt: () => base.queue.decide(request(1), source) };
  }

  test('behavior: prompts within the click, then decides with the answer', async () => {
    const { queue, world, device, approveIt } = await passkeyWorld();
    const before = world.asked.length;
    const deciding = approveIt();
    expect(device.prompts).toEqual([digest]);
    expect([queue.prompting.value, world.asked.length]).toEqual([true, before]);
    await deciding;
    expect(queue.prompting.value).toBe(false);
    expect(world.calls('requests_decide')[0]?.input).toMatchObject({
      decision: {
        digest,
        by: { method: 'passkey', answer: { credentialId: device.id } },
        grant: null,
      },
    });
    expect(queue.following.value?.entryId).toBe(id(900));
  });

  test('error: a cancelled prompt leaves the request pending, and says so', async () => {
    const { queue, world, device, approveIt } = await passkeyWorld();
    device.outcome = new DOMException('no', 'NotAllowedError');
    await approveIt();
    expect(queue.decideError.value?.code).toBe('passkey_cancelled');
    expect([queue.isDeciding.value, queue.prompting.value]).toEqual([false, false]);
    expect(queue.current.value?.id).toBe(id(1));
    expect(world.calls('requests_decide')).toEqual([]);
    device.outcome = 'answer';
    await approveIt();
    expect(queue.following.value?.entryId).toBe(id(900));
  });

  test.each(['move', 'show'] as const)(
    'error: another request in front (%s) takes the prompt back, without ado',
    async (way) => {
      const { queue, world, device, approveIt } = await passkeyWorld();
      device.outcome = 'wait';
      const deciding = approveIt();
      if (way === 'move') queue.move(1);
      else queue.show(id(2));
      await deciding;
      expect(world.calls('requests_decide')).toEqual([]);
      expect([queue.current.value?.id, queue.decideError.value]).toEqual([id(2), undefined]);
    },
  );

  test('behavior: the request that is in front already keeps its prompt', async () => {
    const { queue, device, approveIt } = await passkeyWorld();
    device.outcome = 'wait';
    void approveIt();
    queue.show(id(1));
    await settled();
    expect(queue.prompting.value).toBe(true);
    device.authenticator.cancel();
  });

  test('error: a request that was withdrawn meanwhile is gone, not approved', async () => {
    const { queue, worker, approveIt } = await passkeyWorld({
      requests_decide: fails('approval_gone'),
    });
    worker.items = [request(2)];
    await approveIt();
    expect([queue.current.value?.id, queue.notice.value]).toEqual([id(2), 'gone']);
    expect(queue.following.value).toBeUndefined();
  });
});
