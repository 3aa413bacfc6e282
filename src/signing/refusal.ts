/** What can't be signed, because it isn't exactly one thing to every reader. The message may be sent. */
export class SigningRefusal extends Error {
  override readonly name = 'SigningRefusal';
}

/** @throws SigningRefusal */
export function refuse(message: string): never {
  throw new SigningRefusal(message);
}

/** Runs a reader of a library's, whose errors are refusals. @throws SigningRefusal */
export function readWith<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SigningRefusal) throw error;
    // What a library says may hold the whole input.
    const said = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    return refuse(`${what}: ${said}`);
  }
}
