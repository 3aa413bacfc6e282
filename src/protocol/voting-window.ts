/** How long votes count before they lapse, milliseconds (docs/policies.md, Who may approve). */
export const VOTING_MS = 24 * 3_600_000;

/**
 * When the window began that a moment is in: with the first vote of all, or with the first one after the
 * window before it was over. Milliseconds since the epoch; undefined before any vote.
 */
export function windowBegin(
  votedAt: readonly (number | undefined)[],
  moment: number,
): number | undefined {
  return votedAt
    .filter((at): at is number => at !== undefined && at <= moment)
    .sort((a, b) => a - b)
    .reduce<number | undefined>(
      (begin, at) => (begin === undefined || at - begin >= VOTING_MS ? at : begin),
      undefined,
    );
}
