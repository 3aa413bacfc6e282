/** A clause that can't be read, or whose types or limits don't fit. The message may be sent. */
export class PolicyTextError extends Error {
  override readonly name = 'PolicyTextError';
}
