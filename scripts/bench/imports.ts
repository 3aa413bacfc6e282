import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { launchKeystamp } from '../../test/e2e/browser.ts';
import { ROOT } from '../tool.ts';
import { relativeTo, figure, type Figure } from './figures.ts';
import { buildWorker } from './worker.ts';

const KB = 1024;

type Rates = Record<string, Record<string, number[]>>;

function unitOf(group: string): string {
  if (group.includes('sealed to it')) return 'imports/s';
  return group.includes('sealed') ? 'seals/s' : 'addresses/s';
}

const VERSIONS: Readonly<Record<string, string>> = packageJson.devDependencies;

/** A library's name with the measured version; any other text unchanged. */
function versioned(name: string): string {
  return name.replace(/(?<![\w/])[@\w][\w/-]*/g, (word) =>
    VERSIONS[word] === undefined ? word : `${word} ${VERSIONS[word]}`,
  );
}

/** Compares each group with its last row, which isn't ours. */
function figuresOf(rates: Rates): Figure[] {
  return Object.entries(rates).flatMap(([group, variants]) => {
    const figures = Object.entries(variants).map(([name, values]) =>
      figure(group, versioned(name), unitOf(group), values),
    );
    return relativeTo(figures.at(-1)?.name ?? '', figures);
  });
}

/**
 * The work of an import, side by side: keys sealed and bundles checked per second against
 * `@turnkey/crypto` and the bare Web Crypto calls, addresses per second for six formats against
 * each chain's library, and what each of these would add to the bundle.
 */
export async function importFigures(rounds: number, ms: number): Promise<Figure[]> {
  const extensionDir = await buildWorker('imports');
  const browser = await launchKeystamp({ extensionDir });
  try {
    const worker = await browser.worker();
    const rates = await worker.evaluate(
      ([r, m]) =>
        (Reflect.get(globalThis, 'bench') as (r: number, m: number) => Promise<Rates>)(r, m),
      [rounds, ms] as const,
    );
    return [...figuresOf(rates), ...(await moduleSizes())];
  } finally {
    await browser.close();
  }
}

const MODULE_GROUP = 'What it costs in the bundle, gz';

const source = (path: string) => JSON.stringify(join(ROOT, 'src', path));

/** Name -> a module that exports only what an import calls. */
const MODULES: Readonly<Record<string, string>> = {
  'bundle check and seal, Keystamp': `
    export { openTargetBundle, buildEncryptedBundle } from ${source('crypto/bundle.ts')};
    export { sealToTarget } from ${source('crypto/hpke.ts')};`,
  'bundle check and seal, @turnkey/crypto': `
    export { encryptPrivateKeyToBundle } from '@turnkey/crypto';`,
  'all 36 address formats, Keystamp': `export { addressesOf } from ${source('addresses/address.ts')};`,
  'proof of a reply, Keystamp': `export { proveReply } from ${source('addresses/proof.ts')};`,
  'Ethereum alone, viem and the point by @noble/curves': `
    export { publicKeyToAddress } from 'viem/accounts';
    export { secp256k1 } from '@noble/curves/secp256k1.js';`,
  'Bitcoin P2WPKH alone, bitcoinjs-lib': `
    import { payments } from 'bitcoinjs-lib';
    export const addressOf = (pubkey) => payments.p2wpkh({ pubkey }).address;`,
  'Solana alone, @solana/addresses': `export { getAddressDecoder } from '@solana/addresses';`,
  'Cosmos alone, @cosmjs/amino': `
    export { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino';`,
  'Tron alone, tronweb and the point by @noble/curves': `
    import { utils } from 'tronweb';
    export const addressOf = (bytes) =>
      utils.crypto.getBase58CheckAddress(utils.crypto.computeAddress(bytes));
    export { secp256k1 } from '@noble/curves/secp256k1.js';`,
  'XRP alone, ripple-keypairs': `export { deriveAddress } from 'ripple-keypairs';`,
};

/** Kilobytes (1024) after minifying and `gzip -9`, each with all its imports. */
async function moduleSizes(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, code] of Object.entries(MODULES)) {
    figures.push(figure(MODULE_GROUP, versioned(name), 'KB', [(await gzippedSize(code)) / KB]));
  }
  return figures;
}

async function gzippedSize(code: string): Promise<number> {
  // Next to the other scripts, so that packages resolve from there.
  const entry = join(import.meta.dirname, 'weighed.ts');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env': '{}', global: 'globalThis' },
    plugins: [
      {
        name: 'weighed',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('nothing was built to weigh');
  return gzipSync(chunk.code, { level: 9 }).length;
}
