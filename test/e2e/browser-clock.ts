import type { Keystamp } from './browser.ts';

/**
 * Moves the clock of the running worker, and of every page opened from now on, by this many
 * milliseconds. The browser's alarms keep its own time.
 */
export async function moveClock({ context, worker }: Keystamp, ms: number): Promise<void> {
  const move = (by: number): void => {
    const Real = Date;
    class Moved extends Real {
      constructor(...given: [] | [number | string]) {
        if (given.length === 0) super(Real.now() + by);
        else super(...given);
      }
      static override now(): number {
        return Real.now() + by;
      }
    }
    globalThis.Date = Moved as DateConstructor;
    type Info = { readonly when?: number };
    type Alarms = { create: (name: string, info: Info) => Promise<void> };
    const { alarms } = Reflect.get(globalThis, 'chrome') as { readonly alarms?: Alarms };
    if (!alarms) return;
    const create = alarms.create.bind(alarms);
    alarms.create = (name, { when, ...info }) =>
      create(name, { ...info, ...(when !== undefined && { when: when - by }) });
  };
  await context.addInitScript(move, ms);
  await (await worker()).evaluate(move, ms);
}
