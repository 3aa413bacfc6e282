/*
 * Progress lines for steps that take long: what, how long so far, how it ended. On a terminal one
 * line is rewritten each second; in a log a line is added every ten seconds. Plain JavaScript
 * without dependencies, because set-up uses it before anything is installed.
 */

const TERMINAL_MS = 1000;
const LOG_MS = 10_000;

/**
 * A step that fails with this has said all there is to say: the message is shown without a stack.
 */
export class StepError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'StepError';
  }
}

/** @param {number} since a `performance.now()` */
export const elapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one named step and shows its progress on stdout. `detail` is asked at each tick for a few
 * words such as `120 of 460 packages`.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work
 * @param {() => string} [detail]
 * @returns {Promise<T>}
 */
export async function step(name, work, detail = () => '') {
  const started = performance.now();
  const live = process.stdout.isTTY === true;
  const show = () => {
    const words = detail();
    const line = `  … ${name}${words ? `, ${words}` : ''}  ${elapsed(started)}`;
    process.stdout.write(live ? `\r\x1b[K${line}` : `${line}\n`);
  };
  const clear = live ? '\r\x1b[K' : '';
  if (live) show();
  const timer = setInterval(show, live ? TERMINAL_MS : LOG_MS);
  try {
    const result = await work();
    process.stdout.write(`${clear}  ✓ ${name}  ${elapsed(started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${clear}  ✗ ${name}  ${elapsed(started)}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Ends the process with 1 after telling what went wrong: a {@link StepError} by its words, anything
 * else with its stack, since that is a fault of the scripts themselves.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  if (error instanceof StepError) console.error(`\n${error.message}\n`);
  else console.error(error);
  process.exit(1);
}
