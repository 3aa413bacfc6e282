import * as v from 'valibot';
import { submitRowOfType } from '../protocol/operations.ts';

/** The members of a stamped request that a vote's message must have. */
const requestBody = v.looseObject({
  type: v.string(),
  timestampMs: v.union([v.string(), v.number()]),
  organizationId: v.string(),
  parameters: v.record(v.string(), v.unknown()),
});
export type VoteMessage = v.InferOutput<typeof requestBody>;

/** The request in a vote's message. Undefined if it isn't one. */
export function readVoteMessage(message: string): VoteMessage | undefined {
  try {
    const parsed = v.safeParse(requestBody, JSON.parse(message));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What a vote's message votes on, and how. Undefined for a request that is no vote. */
export function readBallot({ type, parameters }: VoteMessage) {
  const selection = submitRowOfType(type)?.vote;
  const { fingerprint } = parameters;
  return selection && typeof fingerprint === 'string' ? { selection, fingerprint } : undefined;
}
