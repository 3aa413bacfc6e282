/**
 * The same members; what they reject with has the stack of their call. Firefox's errors arrive on a
 * socket and know no line, and one that is thrown while waiting knows only a line of the driver.
 */
export function withCallSites<T extends object>(members: T): T {
  return new Proxy(members, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return function located(...given: unknown[]): unknown {
        const site = { stack: '' };
        Error.captureStackTrace(site, located);
        const answer: unknown = Reflect.apply(value, undefined, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          if (error instanceof Error) {
            error.stack = [String(error), ...site.stack.split('\n').slice(1)].join('\n');
          }
          throw error;
        });
      };
    },
  });
}
