import type { Plugin } from 'vite';

const CURVE = '@noble/secp256k1';
/** The one module that asks for it in the background. */
const USER = '/src/crypto/signing.ts';
const LOADED = '\0keystamp:secp256k1';
/** Where Chromium's background finds it. */
export const ON_DEMAND = '/secp256k1.js';

/** What the script leaves, as a module. */
const CODE = `importScripts(${JSON.stringify(ON_DEMAND)});
export const { getPublicKey, signAsync } = globalThis.keystampSecp256k1;`;

/** A service worker may read later only what it has read while it was installed. */
const INSTALL = `addEventListener('install', () => importScripts(${JSON.stringify(ON_DEMAND)}));\n`;

/**
 * Vite plugin for Chromium's background: leaves secp256k1, a tenth of it, to a script of its own, which
 * is read when a key of that curve is first used. `import()` is not to be had in a service worker;
 * `importScripts` is. Firefox's background is a page and keeps the curve where it is.
 */
export function onDemand(): Plugin {
  return {
    name: 'keystamp:on-demand',
    enforce: 'pre',
    resolveId: (id, from) => (id === CURVE && from?.endsWith(USER) ? LOADED : null),
    load: (id) => (id === LOADED ? CODE : null),
    renderChunk: (code, { fileName }) =>
      fileName === 'background.js' ? { code: INSTALL + code, map: null } : null,
  };
}
