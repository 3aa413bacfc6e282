import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { format } from 'prettier';
import { build } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { operationWords } from '../src/ui/words/en/operations.ts';
import { wordsOf } from '../src/ui/words/operation-words.ts';
import { PLAIN_BUILD } from './plain-build.ts';
import { fail, step } from './progress.mjs';
import { methodOf, operationTypes, PAGE_ROWS } from './sdk-declarations.ts';
import { packageFields, readPublisher } from './release/publisher.ts';
import { ROOT, runTool } from './tool.ts';

/** Where `npm run build:sdk` leaves the package; `npm pack` takes it from there. */
const SDK = join(ROOT, '.output', 'sdk');
export const SDK_NAME = '@keystamp/sdk';

const STYLE = { singleQuote: true, printWidth: 100 };
const SOURCE = join(ROOT, 'src');
const ENTRY = 'sdk/sdk';

/** Builds the SDK's module alone, `sdk.js`, into a folder. */
export async function buildSdkModule(folder: string): Promise<void> {
  await build({
    ...PLAIN_BUILD,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      // Users of the SDK bundle it themselves, and may want to read it first.
      minify: false,
      lib: {
        entry: join(SOURCE, `${ENTRY}.ts`),
        formats: ['es'],
        fileName: () => 'sdk.js',
      },
    },
  });
}

/** Builds what a bundler reads of the package: the module and its package.json. */
export async function buildSdkCode(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await buildSdkModule(folder);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** Builds the whole package: module, types, package.json, README and license. */
export async function buildSdk(folder: string = SDK): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await buildSdkCode(folder);
  await writeTypes(join(folder, 'types'));
  await writeFile(
    join(folder, 'README.md'),
    await format(readme(), { parser: 'markdown', ...STYLE }),
  );
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

function manifest() {
  return {
    name: SDK_NAME,
    version: packageJson.version,
    description: 'Ask the users of Keystamp for activities of their key management service.',
    license: packageJson.license,
    ...packageFields(readPublisher(ROOT).known),
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: `./types/${ENTRY}.d.ts`, default: './sdk.js' } },
    files: ['sdk.js', 'types'],
  };
}

/**
 * The compiler's declarations, with the operations as plain TypeScript instead of derived types.
 */
async function writeTypes(folder: string): Promise<void> {
  const work = join(ROOT, '.output', 'sdk-types');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowJs: false,
    checkJs: false,
    types: [],
    rootDir: SOURCE,
    outDir: join(work, 'out'),
    // With that of all checks, tsc would write nothing the second time.
    tsBuildInfoFile: join(work, 'types.tsbuildinfo'),
  };
  const files = [join(SOURCE, `${ENTRY}.ts`)];
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files };
  await writeFile(join(work, 'tsconfig.json'), JSON.stringify(config));
  await runTool('tsc', '-p', join(work, 'tsconfig.json'));
  const operations = await format(operationTypes(), { parser: 'typescript', ...STYLE });
  await writeFile(join(work, 'out', 'sdk', 'operations.d.ts'), operations);
  await copyReached(join(work, 'out'), folder, `${ENTRY}.d.ts`, new Set());
  await rm(work, { recursive: true, force: true });
}

/** Copies a declaration and everything it imports. */
async function copyReached(
  from: string,
  to: string,
  file: string,
  done: Set<string>,
): Promise<void> {
  if (done.has(file)) return;
  done.add(file);
  const text = await readFile(join(from, file), 'utf8');
  await mkdir(dirname(join(to, file)), { recursive: true });
  await writeFile(join(to, file), text.replace(/(from '\.[^']+)\.ts';/g, `$1.js';`));
  for (const [, target = ''] of text.matchAll(/from '(\.[^']+)\.ts';/g)) {
    const next = relative(from, join(from, dirname(file), `${target}.d.ts`));
    await copyReached(from, to, next, done);
  }
}

const readme = () => `# ${SDK_NAME}

Lets a web page ask a user of the browser extension Keystamp for activities. The user decides about
each; Keystamp stamps and sends what was allowed.

\`\`\`ts
import { discover, KeystampError } from '${SDK_NAME}';

const keystamp = await discover();
if (!keystamp) throw new Error('Keystamp is not installed.');

await keystamp.connect({ reason: 'To rename your wallets.' });
try {
  const answer = await keystamp.updateWallet({ walletId, walletName: 'Treasury' });
  // Pending: others must vote, or the service is not done yet.
  const { result } =
    answer.kind === 'pending' ? await keystamp.resume<'update_wallet'>(answer.id) : answer;
  show(result.walletId);
} catch (error) {
  if (!(error instanceof KeystampError)) throw error;
  if (error.code !== 'refused') explain(error);
}
\`\`\`

After a reload, take up what has not ended:

\`\`\`ts
for (const id of keystamp.pending()) keystamp.resume(id).then(goOn, explain);
\`\`\`

- \`discover({ timeoutMs, signal })\` resolves with null where Keystamp is not there.
- Every promise rejects with a \`KeystampError\`: \`code\` is one of a closed list, \`detail.field\` names a
  wrong parameter, \`id\` is the request's, for \`status(id)\` and \`resume(id)\`.
- \`signal\` ends the wait (\`aborted\`), not the request: that stays with the user.
- \`idempotencyKey\` makes several calls one request.
- \`ASK\` in place of an ID, or of a list of them, leaves the record to the user: \`walletId: ASK\`. They pick it
  in Keystamp, and you learn it from the result.
- \`on('connect' | 'disconnect' | 'grantsChanged' | 'activity', listener)\` returns what takes the
  listener off.

| Method | What it does | The user is asked |
| --- | --- | --- |
${PAGE_ROWS.map((row) => `| \`${methodOf(row)}\` | ${wordsOf(operationWords, row.name).about} | ${row.pageAccess === 'ask' ? 'each time' : 'each time, or in advance'} |`).join('\n')}
`;

if (import.meta.main) {
  try {
    await step('building the SDK', () => buildSdk());
    console.log('  .output/sdk holds the package: npm pack ./.output/sdk');
  } catch (error) {
    fail(error);
  }
}
