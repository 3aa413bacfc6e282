/*
 * Who is next among requests that wait: those who ask take turns, so that a page with sixty requests
 * delays another page's one request by one, not by sixty.
 */

/** What somebody waits for: `start` runs when it is their turn. */
export type Waiting = {
  /** Names it, such as an entry's id, for {@link Turns.placeOf}. Null for what nobody asks about. */
  readonly id: string | null;
  readonly start: () => void;
};

export type Turns = ReturnType<typeof createTurns>;

/** A queue for each asker, and a round among them; each asker's own keep their order. */
export function createTurns() {
  // In the order of the round: whoever had a turn goes to its end.
  const queues = new Map<string, Waiting[]>();

  return {
    add: (asker: string, waiting: Waiting): void => {
      const queue = queues.get(asker);
      if (queue) queue.push(waiting);
      else queues.set(asker, [waiting]);
    },
    /** Takes the next one off. */
    take: (): Waiting | undefined => {
      const [first] = queues;
      if (!first) return undefined;
      const [asker, queue] = first;
      const next = queue.shift();
      queues.delete(asker);
      if (queue.length > 0) queues.set(asker, queue);
      return next;
    },
    count: (): number => [...queues.values()].reduce((sum, { length }) => sum + length, 0),
    /** How many go before one with this id, if nobody else comes. Undefined if it doesn't wait. */
    placeOf: (id: string): number | undefined => {
      const askers = [...queues.values()];
      const own = askers.findIndex((queue) => queue.some((one) => one.id === id));
      const round = askers[own]?.findIndex((one) => one.id === id);
      if (round === undefined) return undefined;
      // Everybody has had `round` turns by then; those before it in the round have one more.
      return askers.reduce(
        (sum, { length }, at) => sum + Math.min(length, at < own ? round + 1 : round),
        0,
      );
    },
  };
}
