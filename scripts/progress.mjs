import { systemFault } from './faults.mjs';

/*
 * Progress lines for slow steps: what, how long so far, how it ended. On a terminal they rewrite
 * one line every second; in a log they add a line every ten seconds. Plain JavaScript without
 * dependencies, because setup uses it before anything is installed.
 */

const TERMINAL_MS = 1000;
const LOG_MS = 10_000;

/** A failure that its message fully explains: it's shown without a stack. */
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
 * Runs one named step and shows its progress on stdout. Calls `detail` at each tick for a few words
 * such as `120 of 460 packages`.
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
 * Reports what went wrong and ends the process with 1: a {@link StepError} with its message, a full
 * or read-only disk by its name, anything else with its stack, since that's a fault of the scripts
 * themselves.
 *
 * @param {unknown} error
 * @param {string} [place] where it wrote, for an error without a path
 * @returns {never}
 */
export function fail(error, place) {
  const said = error instanceof StepError ? error.message : systemFault(error, place);
  if (said !== undefined) console.error(`\n${said}\n`);
  else console.error(error);
  process.exit(1);
}
