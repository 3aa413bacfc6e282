import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/crypto/bytes.ts';
import { createClient } from '../../src/client/client.ts';
import { createSecretReceiver } from '../../src/messaging/secrets.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { KDF, newKek } from '../worker/fake-browser.ts';
import { createTestClock } from '../test-clock.ts';

const clock = createTestClock();

type Message = { call: string; input: unknown; sealed: { life: string } | null };
type AnswerMessage = (message: Message) => unknown;

const WORKER_DIED =
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received';
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.';
const STATE = { vault: 'missing', lockAt: null, profiles: [], activeProfileId: null };

function fail(text: string): never {
  throw new Error(text);
}

/** A page whose messages the test answers, with a real sealing key behind `hello`. */
function createTestPage(answer: AnswerMessage) {
  let secrets = createSecretReceiver(randomBytes);
  const sent: Message[] = [];
  const client = createClient({
    later: clock.later,
    send: async (raw) => {
      const message = JSON.parse(JSON.stringify(raw)) as Message;
      sent.push(message);
      if (message.call === 'hello') {
        const ownAnswer = await answer(message);
        return ownAnswer ?? { ok: true, answer: await secrets.greeting() };
      }
      return answer(message);
    },
  });
  const newLife = () => (secrets = createSecretReceiver(randomBytes));
  const open = (message: Message) => {
    if (!message.sealed) throw new Error('nothing sealed');
    return secrets.open(message.call, message.sealed as never);
  };
  return { client, sent, newLife, open };
}

const callNames = (sent: readonly Message[]) => sent.map(({ call }) => call);
const answerState: AnswerMessage = ({ call }) =>
  call === 'hello' ? undefined : { ok: true, answer: STATE };

/** Runs timers, and the real crypto between them, until the work has ended. */
const outcomeOf = <T>(work: Promise<T>): Promise<{ value?: T; error?: unknown }> =>
  clock.run(work).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

describe('createClient', () => {
  test('behavior: a call is one message and its answer', async () => {
    const { client, sent } = createTestPage(answerState);
    expect(await outcomeOf(client.call('state', {}))).toEqual({ value: STATE });
    expect(sent).toEqual([{ mark: 'keystamp/1', call: 'state', input: {}, sealed: null }]);
  });

  test('behavior: a secret leaves sealed and bound to its call, never in plaintext', async () => {
    const { client, sent, open } = createTestPage(answerState);
    const kek = newKek();
    const fields = { otpCode: 'CANARY42', verificationToken: 'aaa.bbb.ccc' };
    const submit = {
      id: crypto.randomUUID(),
      profileId: crypto.randomUUID(),
      operation: 'verify_otp',
      parameters: { otpId: 'x' },
    };
    await outcomeOf(client.call('vault_create', { kdf: KDF }, { kek }));
    await outcomeOf(
      client.call('vault_password', { kdf: KDF }, { oldKeks: [kek], newKek: newKek() }),
    );
    await outcomeOf(client.call('activities_submit', submit, { fields }));
    const text = JSON.stringify(sent);
    for (const secret of [kek, 'CANARY42', 'aaa.bbb.ccc']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(toHex(utf8(secret)));
      expect(text).not.toContain(btoa(secret).replace(/=+$/, ''));
    }
    expect(callNames(sent)).toEqual([
      'hello',
      'vault_create',
      'vault_password',
      'activities_submit',
    ]);
    const [, create, , submitted] = sent;
    if (!create || !submitted) throw new Error('not sent');
    expect(await open(create)).toEqual({ kek });
    expect(await open(submitted)).toEqual({ fields });
    await expect(open({ ...create, call: 'vault_unlock' })).rejects.toMatchObject({
      code: 'malformed',
    });
  });

  test('error: the worker’s own errors arrive unchanged', async () => {
    const error = { code: 'backoff', message: 'Wait.', detail: { waitMs: 5000 } };
    const { client } = createTestPage(() => ({ ok: false, error }));
    expect(await outcomeOf(client.call('state', {}))).toMatchObject({ error });
  });

  test('behavior: when the worker dies during a repeatable call, it is repeated', async () => {
    let deaths = 2;
    const { client, sent } = createTestPage(() =>
      deaths-- > 0 ? fail(WORKER_DIED) : { ok: true, answer: STATE },
    );
    expect(await outcomeOf(client.call('state', {}))).toEqual({ value: STATE });
    expect(callNames(sent)).toEqual(['state', 'state', 'state']);
  });

  test('error: when it dies during any other call, the call fails and says so', async () => {
    const { client, sent } = createTestPage(() => fail(WORKER_DIED));
    const { error } = await outcomeOf(client.call('keys_create', { name: 'a' }));
    expect(error).toMatchObject({ code: 'timeout' });
    expect(callNames(sent)).toEqual(['keys_create']);
  });

  test('behavior: a message that nobody received did nothing: any call is repeated', async () => {
    let misses = 2;
    const { client, sent } = createTestPage(() =>
      misses-- > 0 ? fail(NO_RECEIVER) : { ok: true, answer: STATE },
    );
    expect(await outcomeOf(client.call('keys_create', { name: 'a' }))).toEqual({ value: STATE });
    expect(sent).toHaveLength(3);
  });

  test('behavior: a stale seal was not opened: any call is sealed again', async () => {
    let seen = 0;
    const testPage = createTestPage(({ call }) => {
      if (call === 'hello') return undefined;
      seen += 1;
      if (seen > 1) return { ok: true, answer: STATE };
      testPage.newLife();
      return { ok: false, error: { code: 'timeout', message: '' }, stale: true };
    });
    const kek = newKek();
    expect(await outcomeOf(testPage.client.call('vault_unlock', {}, { keks: [kek] }))).toEqual({
      value: STATE,
    });
    expect(callNames(testPage.sent)).toEqual(['hello', 'vault_unlock', 'hello', 'vault_unlock']);
    const last = testPage.sent.at(-1);
    expect(last && (await testPage.open(last))).toEqual({ keks: [kek] });
  });

  test('error: a worker that never starts differs from one that takes long', async () => {
    const silentPage = createTestPage(() => new Promise(() => undefined));
    const { error } = await outcomeOf(
      silentPage.client.call('home', { profileId: crypto.randomUUID() }),
    );
    expect(error).toMatchObject({ code: 'worker_unreachable' });
    const slowPage = createTestPage(({ call }) =>
      call === 'hello' ? undefined : new Promise(() => undefined),
    );
    const late = await outcomeOf(slowPage.client.call('home', { profileId: crypto.randomUUID() }));
    expect(late.error).toMatchObject({ code: 'timeout' });
    expect(callNames(slowPage.sent)).toEqual(['home', 'hello']);
  });

  test('behavior: an answer after the ping still counts', async () => {
    const { client } = createTestPage(({ call }) =>
      call === 'hello' ? undefined : clock.sleep(6000).then(() => ({ ok: true, answer: STATE })),
    );
    expect(await outcomeOf(client.call('state', {}))).toEqual({ value: STATE });
  });

  test('error: gives up after four tries, and on answers that aren’t ours', async () => {
    for (const nothing of [undefined, null, 7, {}, { ok: 'yes' }, { ok: false, error: 'boom' }]) {
      const { client, sent } = createTestPage(() => nothing);
      const { error } = await outcomeOf(client.call('state', {}));
      expect(error).toMatchObject({ code: 'timeout' });
      expect(sent).toHaveLength(4);
    }
  });

  test('behavior: a worker that dies before it has said its key is asked again', async () => {
    let deaths = 3;
    const { client, sent } = createTestPage(({ call }) =>
      call === 'hello' && deaths-- > 0 ? fail(WORKER_DIED) : answerState({ call } as Message),
    );
    const made = client.call('vault_create', { kdf: KDF }, { kek: newKek() });
    expect(await outcomeOf(made)).toEqual({ value: STATE });
    expect(callNames(sent)).toEqual(['hello', 'hello', 'hello', 'hello', 'vault_create']);
  });

  test.each([
    ['dies each time', () => fail(WORKER_DIED), 4, 'timeout'],
    ['is never there', () => fail(NO_RECEIVER), 4, 'worker_unreachable'],
    ['says no key', () => ({ ok: true, answer: {} }), 1, 'worker_unreachable'],
    [
      'refuses',
      () => ({ ok: false, error: { code: 'vault_damaged', message: '' } }),
      1,
      'vault_damaged',
    ],
  ] as const)('error: without the key of a worker that %s', async (_, answer, tries, code) => {
    const { client, sent } = createTestPage(answer);
    const made = client.call('vault_create', { kdf: KDF }, { kek: newKek() });
    expect(await outcomeOf(made)).toMatchObject({ error: { code } });
    expect(callNames(sent)).toEqual(Array<string>(tries).fill('hello'));
  });

  test('error: the extension was reloaded under the page', async () => {
    const { client, sent } = createTestPage(() => fail('Extension context invalidated.'));
    const { error } = await outcomeOf(client.call('state', {}));
    expect(error).toMatchObject({ code: 'worker_unreachable' });
    expect(sent).toHaveLength(1);
  });
});
