import * as v from 'valibot';
import { fromHex, toHex, utf8 } from '../crypto/bytes.ts';
import { seal } from '../crypto/hpke.ts';
import { fromWire, KeystampError } from '../protocol/errors.ts';
import type { AnswerOf, CallName, InputOf, SecretOf } from '../messaging/calls.ts';
import { createLossError, createPlainRequest, sendWithWatchdog, type SendEffects } from './send.ts';
import { CALL_POLICIES } from './call-policies.ts';
import {
  greetingSchema,
  HELLO_CALL,
  sealInfo,
  type WorkerGreeting,
  type WorkerRequest,
} from '../messaging/wire.ts';

/** Calls the worker. Rejects with a `KeystampError` and nothing else. */
export type Client = {
  /**
   * @param secret only for calls that have one; the client seals it to the worker before sending
   * @throws what the call throws; `timeout` when no answer came within the call's time;
   * `worker_unreachable` when nobody is there
   */
  readonly call: <N extends CallName>(
    name: N,
    input: InputOf<N>,
    secret?: SecretOf<N>,
  ) => Promise<AnswerOf<N>>;
};

export type ClientEffects = SendEffects;

/** A worker that dies over and over is broken. */
const MAX_TRIES = 4;
/** For a call whose row doesn't say. */
const ANSWER_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 100;
/** Long enough for a cold start of a busy machine. */
const GREETING_TIMEOUT_MS = 5000;

/** The client of one page. */
export function createClient(effects: ClientEffects): Client {
  let cachedGreeting: Promise<WorkerGreeting> | undefined;
  const getGreeting = (): Promise<WorkerGreeting> => {
    cachedGreeting ??= requestGreeting(effects).catch((error: unknown) => {
      cachedGreeting = undefined;
      throw error;
    });
    return cachedGreeting;
  };

  async function sendCall(name: CallName, input: unknown, secret: unknown): Promise<unknown> {
    const { retry, timeoutMs = ANSWER_TIMEOUT_MS } = CALL_POLICIES[name] ?? {};
    const hasSecret = secret !== undefined && secret !== null;
    for (let attempt = 1; ; attempt++) {
      const message = hasSecret
        ? await createSealedRequest(await getGreeting(), name, input, secret)
        : createPlainRequest(name, input);
      const result = await sendWithWatchdog(effects, message, timeoutMs);
      if (result.kind === 'reply') {
        const { reply } = result;
        if (reply.ok) return reply.answer;
        if (!reply.stale) throw fromWire(reply.error);
      }
      // A stale secret was not opened, and a message without a receiver not read: nothing happened.
      const wasNotProcessed = result.kind === 'reply' || result.kind === 'nobody';
      const mayRepeat = wasNotProcessed || (retry !== 'once' && result.kind === 'lost');
      cachedGreeting = undefined;
      if (!mayRepeat || attempt >= MAX_TRIES) throw createLossError(result.kind);
      if (result.kind !== 'reply') await pause(effects, RETRY_PAUSE_MS * attempt);
    }
  }

  return {
    call: async <N extends CallName>(name: N, input: InputOf<N>, secret?: SecretOf<N>) => {
      try {
        // The worker is ours and of the same version: the answer has the table's type.
        return (await sendCall(name, input, secret)) as AnswerOf<N>;
      } catch (error) {
        if (error instanceof KeystampError) throw error;
        throw new KeystampError('internal', undefined, undefined, error);
      }
    },
  };
}

/** The key of the worker's current lifetime. */
async function requestGreeting(effects: ClientEffects): Promise<WorkerGreeting> {
  for (let attempt = 1; ; attempt++) {
    const result = await sendWithWatchdog(
      effects,
      createPlainRequest(HELLO_CALL, {}),
      GREETING_TIMEOUT_MS,
    );
    if (result.kind === 'reply') {
      if (!result.reply.ok) throw fromWire(result.reply.error);
      const parsed = v.safeParse(greetingSchema, result.reply.answer);
      if (parsed.success) return parsed.output;
    }
    const isUnreachable = result.kind !== 'lost' && result.kind !== 'nobody';
    if (isUnreachable || attempt >= MAX_TRIES)
      throw createLossError(result.kind === 'reply' ? 'nobody' : result.kind);
    await pause(effects, RETRY_PAUSE_MS * attempt);
  }
}

async function createSealedRequest(
  { life, publicKey }: WorkerGreeting,
  name: CallName,
  input: unknown,
  secret: unknown,
): Promise<WorkerRequest> {
  const sealedSecret = await seal({
    receiverPublic: fromHex(publicKey),
    info: sealInfo(name),
    aad: utf8(life),
    plaintext: utf8(JSON.stringify(secret)),
  });
  const encappedPublic = toHex(sealedSecret.encappedPublic);
  return {
    ...createPlainRequest(name, input),
    sealed: { life, encappedPublic, ciphertext: toHex(sealedSecret.ciphertext) },
  };
}

function pause({ later }: ClientEffects, ms: number): Promise<void> {
  return new Promise((resolve) => void later(ms, resolve));
}
