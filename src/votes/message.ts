import { fingerprint } from '../crypto/fingerprint.ts';
import * as v from 'valibot';
import { insideOf, isTooDeep } from '../protocol/envelope.ts';
import { submitRowOfType } from '../protocol/operations.ts';
import type { VoteMessage } from '../protocol/vote-verdict.ts';
import { isMembers } from '../protocol/parse.ts';

/** The members of a stamped request that a vote's message must have. */
const requestBody = v.looseObject({
  type: v.string(),
  timestampMs: v.union([v.string(), v.number()]),
  organizationId: v.string(),
  parameters: v.record(v.string(), v.unknown()),
});

/** A text of JSON, and the colon after it if it is a member's name. */
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gs;
/** Half of a pair: in UTF-8, which is what was signed, it is another character. */
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * The request in a vote's message. Undefined if it isn't one, or if another program could read another one
 * in the same bytes: a name that stands there twice, or a text that isn't Unicode.
 */
export function readVoteMessage(message: string): VoteMessage | undefined {
  if (LONE_SURROGATE.test(message)) return undefined;
  try {
    const json: unknown = JSON.parse(message);
    const names = [...message.matchAll(TEXT)].filter(([, colon]) => colon).length;
    if (isTooDeep(json) || countMembers(json) !== names) return undefined;
    const parsed = v.safeParse(requestBody, json);
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function countMembers(value: unknown): number {
  let count = 0;
  for (let level: readonly unknown[] = [value]; level.length > 0; level = insideOf(level)) {
    for (const one of level) {
      if (isMembers(one)) count += Object.keys(one).length;
    }
  }
  return count;
}

/** As many as every user of an organization could cast in some days. Nobody checks more by themselves. */
export const MAX_VOTES = 300;

/** The text whose SHA-256 is a fingerprint: what was submitted. Undefined if none of these is. */
export async function findSubmitted(
  texts: readonly string[],
  wanted: string,
): Promise<string | undefined> {
  for (const text of new Set(texts)) {
    if ((await fingerprint(text)) === wanted) return text;
  }
  return undefined;
}

/** What a vote's message votes on, and how. Undefined for a request that is no vote. */
export function readBallot({ type, parameters }: VoteMessage) {
  const selection = submitRowOfType(type)?.vote;
  const { fingerprint } = parameters;
  return selection && typeof fingerprint === 'string' ? { selection, fingerprint } : undefined;
}
