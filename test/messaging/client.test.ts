import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import { createClient } from '../../src/messaging/client.ts';
import { createSecrets } from '../../src/messaging/secrets.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { KDF, newKek } from './rig.ts';

type Message = { call: string; input: unknown; sealed: { life: string } | null };
type Answerer = (message: Message) => unknown;

const DIED =
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received';
const NOBODY = 'Could not establish connection. Receiving end does not exist.';
const STATE = { vault: 'missing', lockAt: null, profiles: [], activeProfileId: null };

function fail(text: string): never {
  throw new Error(text);
}

/** A page whose messages are answered by hand, with a real sealing key behind `hello`. */
function page(answer: Answerer) {
  let secrets = createSecrets(randomBytes);
  const sent: Message[] = [];
  const client = createClient({
    later: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    send: async (raw) => {
      const message = JSON.parse(JSON.stringify(raw)) as Message;
      sent.push(message);
      if (message.call === 'hello') {
        const own = await answer(message);
        return own ?? { ok: true, answer: await secrets.greeting() };
      }
      return answer(message);
    },
  });
  const newLife = () => (secrets = createSecrets(randomBytes));
  const open = (message: Message) => {
    if (!message.sealed) throw new Error('nothing sealed');
    return secrets.open(message.call, message.sealed as never);
  };
  return { client, sent, newLife, open };
}

const calls = (sent: readonly Message[]) => sent.map(({ call }) => call);
const state: Answerer = ({ call }) => (call === 'hello' ? undefined : { ok: true, answer: STATE });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets timers and the real crypto between them run until the work has ended. */
async function ended<T>(work: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  let outcome: { value?: T; error?: unknown } | undefined;
  work.then(
    (value) => (outcome = { value }),
    (error: unknown) => (outcome = { error }),
  );
  for (let i = 0; i < 5000 && !outcome; i++) {
    await vi.advanceTimersByTimeAsync(20);
    // Real time passes too: the sealing between the timers is real.
    await pause(1);
  }
  if (!outcome) throw new Error('never ended');
  return outcome;
}

describe('createClient', () => {
  test('behavior: a call is one message, and its answer', async () => {
    const { client, sent } = page(state);
    expect(await ended(client.call('state', {}))).toEqual({ value: STATE });
    expect(sent).toEqual([{ mark: 'keystamp/1', call: 'state', input: {}, sealed: null }]);
  });

  test('behavior: a secret leaves sealed to the worker, bound to its call, and not in clear', async () => {
    const { client, sent, open } = page(state);
    const kek = newKek();
    const fields = { otpCode: 'CANARY42', verificationToken: 'aaa.bbb.ccc' };
    const submit = {
      id: crypto.randomUUID(),
      profileId: crypto.randomUUID(),
      operation: 'verify_otp',
      parameters: { otpId: 'x' },
    };
    await ended(client.call('vault_create', { kdf: KDF }, { kek }));
    await ended(client.call('vault_password', { kdf: KDF }, { oldKeks: [kek], newKek: newKek() }));
    await ended(client.call('activities_submit', submit, { fields }));
    const text = JSON.stringify(sent);
    for (const secret of [kek, 'CANARY42', 'aaa.bbb.ccc']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(toHex(utf8(secret)));
      expect(text).not.toContain(btoa(secret).replace(/=+$/, ''));
    }
    expect(calls(sent)).toEqual(['hello', 'vault_create', 'vault_password', 'activities_submit']);
    const [, create, , submitted] = sent;
    if (!create || !submitted) throw new Error('not sent');
    expect(await open(create)).toEqual({ kek });
    expect(await open(submitted)).toEqual({ fields });
    await expect(open({ ...create, call: 'vault_unlock' })).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  test('error: the worker’s own errors come as they are', async () => {
    const error = { code: 'backoff', message: 'Wait.', detail: { waitMs: 5000 } };
    const { client } = page(() => ({ ok: false, error }));
    expect(await ended(client.call('state', {}))).toMatchObject({ error });
  });

  test('behavior: the worker dies under a call that may be repeated: it is', async () => {
    let deaths = 2;
    const { client, sent } = page(() => (deaths-- > 0 ? fail(DIED) : { ok: true, answer: STATE }));
    expect(await ended(client.call('state', {}))).toEqual({ value: STATE });
    expect(calls(sent)).toEqual(['state', 'state', 'state']);
  });

  test('error: the worker dies under a call that may not: it is not, and the user is told', async () => {
    const { client, sent } = page(() => fail(DIED));
    const { error } = await ended(client.call('keys_create', { name: 'a' }));
    expect(error).toMatchObject({ code: 'timeout' });
    expect(calls(sent)).toEqual(['keys_create']);
  });

  test('behavior: a message that nobody received was not executed: any call is repeated', async () => {
    let misses = 2;
    const { client, sent } = page(() =>
      misses-- > 0 ? fail(NOBODY) : { ok: true, answer: STATE },
    );
    expect(await ended(client.call('keys_create', { name: 'a' }))).toEqual({ value: STATE });
    expect(sent).toHaveLength(3);
  });

  test('behavior: a seal of an earlier life was not opened: any call is sealed anew', async () => {
    let seen = 0;
    const one = page(({ call }) => {
      if (call === 'hello') return undefined;
      seen += 1;
      if (seen > 1) return { ok: true, answer: STATE };
      one.newLife();
      return { ok: false, error: { code: 'timeout', message: '' }, stale: true };
    });
    const kek = newKek();
    expect(await ended(one.client.call('vault_unlock', {}, { keks: [kek] }))).toEqual({
      value: STATE,
    });
    expect(calls(one.sent)).toEqual(['hello', 'vault_unlock', 'hello', 'vault_unlock']);
    const last = one.sent.at(-1);
    expect(last && (await one.open(last))).toEqual({ keks: [kek] });
  });

  test('error: a worker that never starts is told apart from one that takes long', async () => {
    const silent = page(() => new Promise(() => undefined));
    const { error } = await ended(silent.client.call('home', { profileId: crypto.randomUUID() }));
    expect(error).toMatchObject({ code: 'worker_unreachable' });
    const slow = page(({ call }) => (call === 'hello' ? undefined : new Promise(() => undefined)));
    const late = await ended(slow.client.call('home', { profileId: crypto.randomUUID() }));
    expect(late.error).toMatchObject({ code: 'timeout' });
    expect(calls(slow.sent)).toEqual(['home', 'hello']);
  });

  test('behavior: an answer after the sign of life still counts', async () => {
    const { client } = page(({ call }) =>
      call === 'hello'
        ? undefined
        : new Promise((resolve) => setTimeout(() => resolve({ ok: true, answer: STATE }), 6000)),
    );
    expect(await ended(client.call('state', {}))).toEqual({ value: STATE });
  });

  test('error: gives up after four tries, and on answers that are nobody’s of us', async () => {
    for (const nothing of [undefined, null, 7, {}, { ok: 'yes' }, { ok: false, error: 'boom' }]) {
      const { client, sent } = page(() => nothing);
      const { error } = await ended(client.call('state', {}));
      expect(error).toMatchObject({ code: 'timeout' });
      expect(sent).toHaveLength(4);
    }
  });

  test('error: the extension was reloaded under the page', async () => {
    const { client, sent } = page(() => fail('Extension context invalidated.'));
    const { error } = await ended(client.call('state', {}));
    expect(error).toMatchObject({ code: 'worker_unreachable' });
    expect(sent).toHaveLength(1);
  });
});
