import * as v from 'valibot';
import { fromHex, toHex, utf8 } from '../crypto/bytes.ts';
import { seal } from '../crypto/hpke.ts';
import { fromWire, KeystampError } from '../protocol/errors.ts';
import type { AnswerOf, CallName, InputOf, SecretOf } from './calls.ts';
import { lossError, plain, sendWatched, type LineEffects } from './line.ts';
import { MANNERS } from './manners.ts';
import { greeting, HELLO, sealInfo, type Greeting, type Request } from './wire.ts';

/** Asks the worker. Rejects with a `KeystampError` and nothing else. */
export type Client = {
  /**
   * @param secret only for calls that have one; it is sealed to the worker before it leaves
   * @throws what the call throws; `timeout` when no answer came in the call's time;
   * `worker_unreachable` when nobody is there
   */
  readonly call: <N extends CallName>(
    name: N,
    input: InputOf<N>,
    secret?: SecretOf<N>,
  ) => Promise<AnswerOf<N>>;
};

export type ClientEffects = LineEffects;

/** A worker that dies over and over is broken. */
const MOST_TRIES = 4;
const PAUSE_MS = 100;
/** Long enough for a cold start of a busy machine. */
const GREETING_PATIENCE_MS = 5000;

/** The client of one page. */
export function createClient(effects: ClientEffects): Client {
  let known: Promise<Greeting> | undefined;
  const greeted = (): Promise<Greeting> => {
    known ??= greet(effects).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  async function ask(name: CallName, input: unknown, secret: unknown): Promise<unknown> {
    const { again, patience } = MANNERS[name];
    const hasSecret = secret !== undefined && secret !== null;
    for (let attempt = 1; ; attempt++) {
      const message = hasSecret
        ? await sealed(await greeted(), name, input, secret)
        : plain(name, input);
      const sent = await sendWatched(effects, message, patience);
      if (sent.kind === 'reply') {
        const { reply } = sent;
        if (reply.ok) return reply.answer;
        if (!reply.stale) throw fromWire(reply.error);
      }
      // A stale seal was not opened, and a message without a receiver not read: nothing was done.
      const untouched = sent.kind === 'reply' || sent.kind === 'nobody';
      const repeat = untouched || (again === 'repeat' && sent.kind === 'lost');
      known = undefined;
      if (!repeat || attempt >= MOST_TRIES) throw lossError(sent.kind);
      if (sent.kind !== 'reply') await pause(effects, PAUSE_MS * attempt);
    }
  }

  return {
    call: async <N extends CallName>(name: N, input: InputOf<N>, secret?: SecretOf<N>) => {
      try {
        // The worker is ours and of the same version: the answer's type is the table's.
        return (await ask(name, input, secret)) as AnswerOf<N>;
      } catch (error) {
        if (error instanceof KeystampError) throw error;
        throw new KeystampError('internal', undefined, undefined, error);
      }
    },
  };
}

/** The key of the worker's present life. */
async function greet(effects: ClientEffects): Promise<Greeting> {
  for (let attempt = 1; ; attempt++) {
    const sent = await sendWatched(effects, plain(HELLO, {}), GREETING_PATIENCE_MS);
    if (sent.kind === 'reply') {
      if (!sent.reply.ok) throw fromWire(sent.reply.error);
      const parsed = v.safeParse(greeting, sent.reply.answer);
      if (parsed.success) return parsed.output;
    }
    const dead = sent.kind !== 'lost' && sent.kind !== 'nobody';
    if (dead || attempt >= MOST_TRIES)
      throw lossError(sent.kind === 'reply' ? 'nobody' : sent.kind);
    await pause(effects, PAUSE_MS * attempt);
  }
}

async function sealed(
  { life, publicKey }: Greeting,
  name: CallName,
  input: unknown,
  secret: unknown,
): Promise<Request> {
  const box = await seal({
    receiverPublic: fromHex(publicKey),
    info: sealInfo(name),
    aad: utf8(life),
    plaintext: utf8(JSON.stringify(secret)),
  });
  const encappedPublic = toHex(box.encappedPublic);
  return {
    ...plain(name, input),
    sealed: { life, encappedPublic, ciphertext: toHex(box.ciphertext) },
  };
}

function pause({ later }: ClientEffects, ms: number): Promise<void> {
  return new Promise((resolve) => void later(ms, resolve));
}
