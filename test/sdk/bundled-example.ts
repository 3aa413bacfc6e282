import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import webpack from 'webpack';
import { PLAIN_BUILD } from '../../scripts/plain-build.ts';
import { buildSdkCode, buildSdkModule, SDK_NAME } from '../../scripts/sdk.ts';
import { ROOT } from '../../scripts/tool.ts';

/** What a site serves: the page, and the one script that it loads. */
export type Example = { readonly page: string; readonly script: string; readonly name: string };

/** The page in docs/dapps.md, as it is written. */
function readExample(): string {
  const document = readFileSync(join(ROOT, 'docs', 'dapps.md'), 'utf8');
  const [, example = ''] = /```html\n([^]*?)```/.exec(document) ?? [];
  if (!example.includes("from './sdk.js'")) throw new Error('docs/dapps.md has no page any more.');
  return example;
}

/** As in the document: the module beside the page. */
export async function plainExample(folder: string): Promise<Example> {
  await buildSdkModule(folder);
  const script = readFileSync(join(folder, 'sdk.js'), 'utf8');
  return { page: readExample(), name: 'sdk.js', script };
}

/** The page's script in a file of its own that imports the installed package, through a bundler. */
async function bundledExample(
  folder: string,
  bundle: (entry: string) => Promise<unknown>,
): Promise<Example> {
  await buildSdkCode(join(folder, 'node_modules', ...SDK_NAME.split('/')));
  const example = readExample();
  const [whole, code = ''] = /<script type="module">([^]*?)<\/script>/.exec(example) ?? [''];
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, code.replace('./sdk.js', SDK_NAME));
  mkdirSync(join(folder, 'out'), { recursive: true });
  await bundle(entry);
  const page = example.replace(whole, '<script type="module" src="main.js"></script>');
  return { page, name: 'main.js', script: readFileSync(join(folder, 'out', 'main.js'), 'utf8') };
}

export const viteExample = (folder: string): Promise<Example> =>
  bundledExample(folder, (entry) =>
    build({
      ...PLAIN_BUILD,
      root: folder,
      build: {
        target: 'es2022',
        outDir: join(folder, 'out'),
        lib: { entry, formats: ['es'], fileName: () => 'main.js' },
      },
    }),
  );

export const webpackExample = (folder: string): Promise<Example> =>
  bundledExample(
    folder,
    (entry) =>
      new Promise<void>((resolve, reject) => {
        const output = { path: join(folder, 'out'), filename: 'main.js' };
        const compiler = webpack({ mode: 'production', context: folder, entry, output });
        compiler?.run((error, stats) => {
          if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
          else resolve();
        });
      }),
  );
