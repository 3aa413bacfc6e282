import type { Plugin } from 'vite';

/** What moves, and the only modules that import it in the background. */
const PACKAGES: readonly string[] = ['@noble/secp256k1', '@noble/hashes/sha3.js'];
const IMPORTERS: readonly string[] = ['/src/crypto/signing.ts', '/src/votes/signature.ts'];
const VIRTUAL_ID = '\0keystamp:secp256k1';
/** Where Chromium's background finds it. */
export const SECP256K1_SCRIPT = '/secp256k1.js';

/** The script's exports, as a module. */
const VIRTUAL_CODE = `importScripts(${JSON.stringify(SECP256K1_SCRIPT)});
export const { getPublicKey, signAsync, verifyAsync, keccak_256 } = globalThis.keystampSecp256k1;`;

/**
 * The extension's content policy takes no text as a script's address (scripts/manifest.ts): this one
 * passes, and no other.
 */
const POLICY_CODE = `self.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === ${JSON.stringify(SECP256K1_SCRIPT)} ? url : null) });\n`;

/** A service worker may only load scripts later that it loaded during its installation. */
const INSTALL_CODE = `addEventListener('install', () => importScripts(${JSON.stringify(SECP256K1_SCRIPT)}));\n`;

/**
 * Vite plugin for Chromium's background: moves secp256k1, and the digest that Ethereum wallets sign, to a
 * script of its own, which loads when a key or a vote of that curve is first used. Each cold start loads
 * 5 KB less (gzip). A service worker has no `import()`, but it has `importScripts`. Firefox's background
 * is a page and keeps the curve where it is.
 */
export function secp256k1OnDemand(): Plugin {
  const isMoved = (id: string, from = '') =>
    PACKAGES.includes(id) && IMPORTERS.some((importer) => from.endsWith(importer));
  return {
    name: 'keystamp:on-demand',
    enforce: 'pre',
    resolveId: (id, from) => (isMoved(id, from) ? VIRTUAL_ID : null),
    load: (id) => (id === VIRTUAL_ID ? VIRTUAL_CODE : null),
    renderChunk: (code, { fileName }) =>
      fileName === 'background.js' ? { code: POLICY_CODE + INSTALL_CODE + code, map: null } : null,
  };
}
