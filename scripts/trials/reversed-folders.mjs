import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Loaded before a program, it shows the program every folder's entries in reverse: file systems
 * list them in different orders, and a build must not depend on that.
 */

const { readdir, readdirSync } = fs;
const readdirLater = fs.promises.readdir;

/**
 * @param {Function} original
 * @param {unknown[]} given
 * @returns {unknown}
 */
const reversed = (original, given) => {
  const found = /** @type {unknown} */ (Reflect.apply(original, fs, given));
  return Array.isArray(found) ? found.reverse() : found;
};

Object.assign(fs, {
  readdirSync: (/** @type {unknown[]} */ ...given) => reversed(readdirSync, given),
  readdir: (/** @type {unknown[]} */ ...given) => {
    const answer = /** @type {(error: unknown, found: unknown) => void} */ (given.pop());
    Reflect.apply(readdir, fs, [
      ...given,
      (/** @type {unknown} */ error, /** @type {unknown} */ found) =>
        answer(error, Array.isArray(found) ? found.reverse() : found),
    ]);
  },
});
Object.assign(fs.promises, {
  readdir: async (/** @type {unknown[]} */ ...given) => {
    const found = /** @type {unknown} */ (await Reflect.apply(readdirLater, fs.promises, given));
    return Array.isArray(found) ? found.reverse() : found;
  },
});
syncBuiltinESMExports();
