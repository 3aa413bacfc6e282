import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { builtSizes } from '../built-sizes.ts';
import { ROOT } from '../tool.ts';
import { figure, type Figure } from './figures.ts';
import { TARGETS, type TargetName } from './targets.ts';

const GROUP = 'Sizes';

/** Bytes that the browser polyfill adds over the browser's own object, minified and packed. */
async function polyfillBytes(): Promise<number> {
  const bytesOf = async (text: string): Promise<number> => {
    const entry = join(ROOT, 'polyfill-size.js');
    const built = await build({
      configFile: false,
      logLevel: 'error',
      plugins: [
        { name: 'entry', resolveId: own(entry), load: (id) => (id === entry ? text : null) },
      ],
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    });
    const [first] = Array.isArray(built) ? built : [built];
    const chunk = first && 'output' in first ? first.output[0] : undefined;
    if (chunk?.type !== 'chunk') throw new Error('the polyfill was not built');
    return gzipSync(chunk.code, { level: 9 }).length;
  };
  const polyfill = await bytesOf(`export { default } from 'webextension-polyfill';`);
  return polyfill - (await bytesOf('export default globalThis.chrome;'));
}

const own = (entry: string) => (id: string) => (id === entry ? id : null);

/** Sizes in kilobytes (1024): what the targets name, and the polyfill in each of the four first loads. */
export async function sizeFigures(): Promise<Figure[]> {
  const sizes = builtSizes(join(ROOT, '.output', 'chrome-mv3'));
  const targets = Object.keys(sizes) as (TargetName & keyof typeof sizes)[];
  return [
    ...targets.map((name) => figure(GROUP, TARGETS[name].measure, 'KB', [sizes[name]], name)),
    figure(GROUP, 'of each first load: browser polyfill, gzip', 'KB', [
      (await polyfillBytes()) / 1024,
    ]),
  ];
}
