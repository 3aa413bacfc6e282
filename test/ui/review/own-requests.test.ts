import { describe, expect, test } from 'vitest';
import { approveByPasskey } from '../../../src/client/passkey/stamping.ts';
import type { InputOf } from '../../../src/messaging/calls.ts';
import { KeystampError, type ErrorCode } from '../../../src/protocol/errors.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { stubBrowserCredentials } from '../../client/fake-credentials.ts';
import { createPasskeyDevice } from '../passkey/device.ts';
import { entry, id, unlocked, type Answers } from '../page/world.ts';
import { openedRequest, ownRequest, queueWorld, request } from './world.ts';
import { settled } from '../../test-clock.ts';

stubBrowserCredentials();
// What a failed read says depends on them.
addWords(popupWords);

const prompt = { rpId: null, allow: [] };
const stampChoice = {
  methods: ['passkey'],
  prompt,
  requiresPasskey: true,
  managed: false,
} as const;
const opened = (walletName = 'Cold') => ({ ...openedRequest(1, walletName), stampChoice });
const outcome = { kind: 'activity', entry } as const;

const failWith = (code: ErrorCode) => () => {
  throw new KeystampError(code);
};

/** A queue with one request of the user's own, opened, over a worker that answers as told. */
async function openQueue(answers: Answers = {}, items = [ownRequest(1)]) {
  const device = createPasskeyDevice();
  const base = queueWorld(
    items,
    {
      requests_open: () => opened(),
      requests_decide: () => ({ queue: { items: [] }, entryId: entry.id, outcome }),
      activities_get: failWith('activity_unknown'),
      ...answers,
    },
    device.authenticator,
  );
  await settled();
  const { queue } = base;
  const stamp = () => {
    const details = queue.content.peek()?.request;
    if (!details) throw new Error('nothing is shown');
    return queue.decide(ownRequest(1), () => approveByPasskey(device.authenticator, details));
  };
  return { ...base, device, stamp };
}

describe('a request of the user’s own', () => {
  test('behavior: what was shown is what is signed and handed over', async () => {
    const { queue, device, world, stamp } = await openQueue();
    expect(queue.content.value?.request).toEqual(opened());
    expect(device.prompts).toEqual([]);
    await stamp();
    expect(device.prompts).toEqual([opened().digest]);
    expect(world.calls('requests_decide')[0]?.input).toMatchObject({
      id: id(1),
      decision: { digest: opened().digest, by: { answer: { credentialId: device.id } } },
    });
    expect(queue.following.value).toMatchObject({ request: ownRequest(1), outcome });
  });

  test('behavior: the prompt is the first thing that a click does', async () => {
    const { device, world, stamp } = await openQueue();
    const asked = world.asked.length;
    const stamping = stamp();
    expect(device.prompts).toHaveLength(1);
    expect(world.asked).toHaveLength(asked);
    await stamping;
  });

  test('behavior: one prompt, however often is clicked', async () => {
    const { queue, device, stamp } = await openQueue();
    device.outcome = 'wait';
    void stamp();
    void stamp();
    expect(device.prompts).toHaveLength(1);
    expect(queue.prompting.value).toBe(true);
    device.authenticator.cancel();
  });

  test.each([
    ['NotAllowedError', 'passkey_cancelled'],
    ['SecurityError', 'passkey_domain_refused'],
    ['UnknownError', 'passkey_failed'],
  ])(
    'error: a prompt that ends by %s leaves it pending, and nothing handed over',
    async (name, code) => {
      const { queue, device, world, stamp } = await openQueue();
      device.outcome = new DOMException('words', name);
      await stamp();
      expect(queue.decideError.value?.code).toBe(code);
      expect(queue.content.value?.request).toEqual(opened());
      expect(world.calls('requests_decide')).toEqual([]);
      device.outcome = 'answer';
      await stamp();
      expect(queue.following.value).toMatchObject({ outcome });
    },
  );

  test.each(['passkey_unknown', 'passkey_invalid', 'service_unreachable', 'storage_full'] as const)(
    'error: %s of the worker leaves it pending',
    async (code) => {
      const { queue, stamp } = await openQueue({ requests_decide: failWith(code) });
      await stamp();
      expect([queue.decideError.value?.code, queue.notice.value]).toEqual([code, undefined]);
      expect(queue.current.value).toEqual(ownRequest(1));
    },
  );

  test('error: a body that is another one by now is shown again before anything is signed', async () => {
    let name = 'Cold';
    const { queue, device, stamp } = await openQueue({
      requests_open: () => opened(name),
      requests_decide: ({ decision }: InputOf<'requests_decide'>) => {
        const isNew = decision.kind === 'approve' && decision.digest === opened('Warm').digest;
        if (!isNew) throw new KeystampError('approval_changed');
        return { queue: { items: [] }, entryId: entry.id, outcome };
      },
    });
    name = 'Warm';
    await stamp();
    expect(queue.content.value?.request).toEqual(opened('Warm'));
    expect(queue.notice.value).toBe('changed');
    await stamp();
    expect(device.prompts).toEqual([opened('Cold').digest, opened('Warm').digest]);
    expect(queue.following.value).toMatchObject({ outcome });
  });

  test('error: a text that is not the one of the digest is never shown', async () => {
    const { queue, device } = await openQueue({
      requests_open: () => ({ ...opened(), body: opened('Other').body }),
    });
    expect(queue.content.value).toMatchObject({ error: { code: 'approval_changed' } });
    expect(queue.content.value?.request).toBeUndefined();
    expect(device.prompts).toEqual([]);
  });

  test('behavior: a text with a secret in it stays away, its digest is signed', async () => {
    const { device, stamp } = await openQueue({
      requests_open: () => ({ ...opened(), body: null }),
    });
    await stamp();
    expect(device.prompts).toEqual([opened().digest]);
  });

  test('error: what a site asks for is never approved without its text', async () => {
    const { queue } = await openQueue({ requests_open: () => ({ ...opened(), body: null }) }, [
      request(1),
    ] as never);
    expect(queue.content.value).toMatchObject({ error: { code: 'approval_changed' } });
  });

  test('error: one that is gone, and was never stamped', async () => {
    const { queue, worker, publish } = await openQueue();
    worker.items = [];
    publish();
    await settled();
    expect([queue.notice.value, queue.following.value]).toEqual(['gone', undefined]);
  });

  test.each(['popup', 'https://app.example'])(
    'behavior: one that was stamped and whose answer was lost is followed, if it was asked for here: %s',
    async (origin) => {
      const stamped = { ...entry, origin };
      const { queue, worker, publish } = await openQueue({ activities_get: () => stamped });
      worker.items = [];
      publish();
      await settled();
      const expected = { entryId: id(1), outcome: { kind: 'activity', entry: stamped } };
      if (origin === 'popup') expect(queue.following.value).toMatchObject(expected);
      else expect(queue.following.value).toBeUndefined();
    },
  );

  test('behavior: one that a window names and that was stamped before is followed', async () => {
    const { queue, state } = await openQueue({ activities_get: () => entry }, []);
    queue.show(id(1));
    state.value = { ...unlocked, requests: { ...unlocked.requests, revision: 9 } };
    await settled();
    expect(queue.following.value).toMatchObject({ entryId: id(1) });
  });

  test('behavior: discarding takes it back', async () => {
    const { queue, world } = await openQueue({
      requests_decide: () => ({
        queue: { items: [] },
        entryId: null,
        outcome: null,
        pageIsBusy: false,
      }),
    });
    await queue.decide(ownRequest(1), { kind: 'refuse' });
    expect(world.calls('requests_decide')[0]?.input).toEqual({
      id: id(1),
      decision: { kind: 'refuse' },
    });
    expect([queue.following.value, queue.notice.value]).toEqual([undefined, undefined]);
  });

  test('error: one that could not be discarded is pending as before', async () => {
    const { queue } = await openQueue({ requests_decide: failWith('timeout') });
    await queue.decide(ownRequest(1), { kind: 'refuse' });
    expect(queue.decideError.value?.code).toBe('timeout');
    expect(queue.current.value).toEqual(ownRequest(1));
  });

  test('error: a prompt whose request is no longer in front is cancelled, and signs nothing', async () => {
    const { queue, device, world, stamp } = await openQueue({}, [ownRequest(1), ownRequest(2)]);
    device.outcome = 'wait';
    const stamping = stamp();
    queue.show(id(2));
    await stamping;
    expect(world.calls('requests_decide')).toEqual([]);
  });

  test('error: a query without a response promises no second sending', async () => {
    const query = { ...opened(), type: null };
    const { queue, device } = await openQueue(
      { requests_open: () => query, requests_decide: failWith('service_unreachable') },
      [{ ...ownRequest(1, 'whoami'), onlyReads: true }],
    );
    await queue.decide({ ...ownRequest(1, 'whoami'), onlyReads: true }, () =>
      approveByPasskey(device.authenticator, query),
    );
    expect(queue.decideError.value?.detail).toMatchObject({ onlyReads: true });
  });
});
