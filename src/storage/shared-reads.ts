type ReadMany = (keys: string[]) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Reads of an area of the browser. Those of one turn go out together, and whoever asks for what is
 * already on its way gets the same answer.
 */
export function createSharedReads(readMany: ReadMany) {
  const underWay = new Map<string, Promise<unknown>>();
  let collected: string[] = [];
  let answer: Promise<Readonly<Record<string, unknown>>> | undefined;

  function collect(key: string): Promise<Readonly<Record<string, unknown>>> {
    const keys = collected;
    keys.push(key);
    answer ??= Promise.resolve().then(() => {
      if (collected === keys) close();
      return readMany(keys);
    });
    return answer;
  }

  function close(): void {
    collected = [];
    answer = undefined;
  }

  return {
    get: (key: string): Promise<unknown> => {
      const known = underWay.get(key);
      if (known) return known;
      const value = collect(key).then((values) => values[key]);
      const forget = () => underWay.get(key) === value && underWay.delete(key);
      underWay.set(key, value);
      value.then(forget, forget);
      return value;
    },
    /** Before a change: what is asked for from here on is read after it. */
    end: (): void => {
      underWay.clear();
      close();
    },
  };
}
