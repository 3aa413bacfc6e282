import type { Page } from 'playwright';
import * as base64url from '../../../src/crypto/base64url.ts';
import { deriveKek } from '../../../src/crypto/kdf.ts';
import type { KdfParameters } from '../../../src/crypto/kdf-parameters.ts';
import type { AnswerOf, CallName, InputOf } from '../../../src/messaging/calls.ts';
import type { WireError } from '../../../src/protocol/errors.ts';
import { call, sealedCall } from '../extension-internals.ts';
import { PASSWORD } from '../user-actions.ts';

/** The worker answered a call with an error. */
export class CallRefused extends Error {
  readonly code: WireError['code'];
  constructor(name: string, { code }: WireError) {
    super(`${name}: ${code}`);
    this.code = code;
  }
}

/** No answer came although the page is there: the worker hangs or doesn't start. */
export class CallUnanswered extends Error {}

type Reply<T> =
  { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly error: WireError };

const ANSWER_MS = 20_000;

async function readReply<T>(name: string, replying: Promise<unknown>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CallUnanswered(name)), ANSWER_MS);
  });
  const reply = (await Promise.race([replying, late]).finally(() => clearTimeout(timer))) as
    Reply<T> | undefined;
  if (reply === undefined) throw new CallUnanswered(name);
  if (!reply.ok) throw new CallRefused(name, reply.error);
  return reply.answer;
}

/** A call as Keystamp's own pages make it, without a secret part. */
export function ownCall<N extends CallName>(
  page: Page,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  return readReply(name, call(page, name, input));
}

/** Keys that the password gave, by parameters: deriving one takes as long as it is meant to. */
const derived = new Map<string, string>();

async function keyFor(kdf: KdfParameters): Promise<string> {
  const name = JSON.stringify(kdf);
  const known = derived.get(name) ?? base64url.encode(await deriveKek(PASSWORD, kdf));
  derived.set(name, known);
  return known;
}

/** How often a page asks a worker that has just started, as the pages' client does. */
const MAX_CHALLENGES = 3;

async function askChallenge(page: Page): Promise<AnswerOf<'vault_challenge'>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ownCall(page, 'vault_challenge', {});
    } catch (error) {
      if (!(error instanceof CallUnanswered) || tries === MAX_CHALLENGES) throw error;
    }
  }
}

/** Unlocks the vault, like the lock screen. */
export async function unlockByCall(page: Page): Promise<void> {
  const { kdfs } = await askChallenge(page);
  const keks: string[] = [];
  for (const kdf of kdfs) keks.push(await keyFor(kdf as KdfParameters));
  await readReply('vault_unlock', sealedCall(page, 'vault_unlock', {}, { keks }));
}
