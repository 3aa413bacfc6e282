import { statfsSync } from 'node:fs';

/*
 * System errors in plain words, whether they reach us as an error or in another program's output.
 * Plain JavaScript without dependencies.
 */

/** What each code means, and what to do about it. */
const MEANINGS = /** @type {Readonly<Record<string, readonly [string, string]>>} */ ({
  ENOSPC: ['the disk is full', 'Free some space there and run it again.'],
  EDQUOT: ['your share of the disk is used up', 'Free some space there and run it again.'],
  EROFS: ['its file system is read-only', 'Make it writable, or work in a copy elsewhere.'],
  EACCES: ['this user may not write there', 'Check who owns it (a command run as root?).'],
  EPERM: ['this user may not change it', 'Check who owns it (a command run as root?).'],
  ENOTDIR: ['a part of that path is a file, not a folder', 'Move that file away.'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n) and run it again.'],
  ENOMEM: ['there is not enough memory', 'End other programs and run it again.'],
});

/** Those that another program's output proves: it may name the others while it works around them. */
const FATAL_IN_OUTPUT = /\b(ENOSPC|EDQUOT|EROFS|EMFILE|ENOMEM)\b/;

/**
 * @param {string} code
 * @param {string} path
 * @returns {string | undefined} undefined for a code without a meaning here
 */
function sentenceFor(code, path) {
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  return meaning && `${path} can’t be written: ${meaning[0]} (${code}). ${meaning[1]}`;
}

/**
 * One sentence for a system error, or undefined for any other error.
 *
 * @param {unknown} error
 * @param {string} [place] the path, where the error itself has none
 * @returns {string | undefined}
 */
export function systemFault(error, place) {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path = place } = /** @type {NodeJS.ErrnoException} */ (error);
  return sentenceFor(code, path ?? 'A file');
}

/**
 * The same for what a program has printed before it failed; empty when it names no such error.
 *
 * @param {string} output
 * @param {string} place where that program writes
 * @returns {string}
 */
export function faultInOutput(output, place) {
  const code = FATAL_IN_OUTPUT.exec(output)?.[1] ?? '';
  const line = output.split('\n').find((one) => one.includes(code)) ?? '';
  const path = /'([^']*[/\\][^']*)'/.exec(line)?.[1] ?? place;
  const sentence = sentenceFor(code, path);
  return sentence === undefined ? '' : `${sentence}\n`;
}

/**
 * Bytes that this user can still write where `path` is. Unknown counts as enough.
 *
 * @param {string} path
 * @returns {number}
 */
export function freeBytes(path) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
