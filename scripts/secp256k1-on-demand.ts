import type { Plugin } from 'vite';

const CURVE_PACKAGE = '@noble/secp256k1';
/** The one module that asks for it in the background. */
const IMPORTER = '/src/crypto/signing.ts';
const VIRTUAL_ID = '\0keystamp:secp256k1';
/** Where Chromium's background finds it. */
export const SECP256K1_SCRIPT = '/secp256k1.js';

/** What the script leaves, as a module. */
const VIRTUAL_CODE = `importScripts(${JSON.stringify(SECP256K1_SCRIPT)});
export const { getPublicKey, signAsync } = globalThis.keystampSecp256k1;`;

/** A service worker may read later only what it has read while it was installed. */
const INSTALL_CODE = `addEventListener('install', () => importScripts(${JSON.stringify(SECP256K1_SCRIPT)}));\n`;

/**
 * Vite plugin for Chromium's background: leaves secp256k1, a tenth of it, to a script of its own, which
 * is read when a key of that curve is first used. `import()` is not to be had in a service worker;
 * `importScripts` is. Firefox's background is a page and keeps the curve where it is.
 */
export function secp256k1OnDemand(): Plugin {
  return {
    name: 'keystamp:on-demand',
    enforce: 'pre',
    resolveId: (id, from) => (id === CURVE_PACKAGE && from?.endsWith(IMPORTER) ? VIRTUAL_ID : null),
    load: (id) => (id === VIRTUAL_ID ? VIRTUAL_CODE : null),
    renderChunk: (code, { fileName }) =>
      fileName === 'background.js' ? { code: INSTALL_CODE + code, map: null } : null,
  };
}
