import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationTypes } from '../../scripts/sdk-declarations.ts';
import { buildSdk, SDK_NAME } from '../../scripts/sdk.ts';
import { ROOT } from '../../scripts/tool.ts';
import { rowOf, ROWS } from '../../src/protocol/operations.ts';
import type { Keystamp } from '../../src/sdk/public-api.ts';
import { ASK } from '../../src/sdk/sdk.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'keystamp-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Never called: the compiler reads it (`npm run lint`), and marks show each line it must refuse.
 */
export async function typed(keystamp: Keystamp): Promise<string> {
  const answer = await keystamp.updateWallet({ walletId: 'w', walletName: 'Treasury' });
  await keystamp.request('update_wallet', { walletId: 'w' }, { idempotencyKey: 'k' });
  await keystamp.verifyOtp({ otpId: 'o', otpCode: '123456' });
  await keystamp.verifyOtp({ otpId: 'o', encryptedOtpBundle: '{}' });
  await keystamp.updateWallet({ walletId: ASK, walletName: 'Treasury' });
  await keystamp.deleteUserTags({ userTagIds: ASK });
  // @ts-expect-error a name isn't picked
  await keystamp.updateWallet({ walletId: 'w', walletName: ASK });
  // @ts-expect-error the list is left to the user, or nothing of it
  await keystamp.deleteUserTags({ userTagIds: [ASK] });
  // @ts-expect-error a parameter of another type
  await keystamp.updateWallet({ walletId: 7 });
  // @ts-expect-error a parameter is missing
  await keystamp.updateWallet({ walletName: 'Treasury' });
  // @ts-expect-error a parameter that the operation doesn't have
  await keystamp.updateWallet({ walletId: 'w', name: 'Treasury' });
  // @ts-expect-error a value that isn't in the list
  await keystamp.getApiKey({ apiKeyId: 'k', curve: 'CURVE_P256' });
  // @ts-expect-error there is no such operation
  void keystamp.updateWallets;
  // @ts-expect-error an operation that pages may never request
  void keystamp.createWallet;
  // @ts-expect-error not by its name either
  await keystamp.request('create_wallet', { walletName: 'w', accounts: [] });
  // @ts-expect-error the parameters of another operation
  await keystamp.request('update_user_name', { walletId: 'w' });
  // @ts-expect-error there is no result before the request is completed
  void answer.result;
  if (answer.kind === 'pending') return (await keystamp.resume<'update_wallet'>(answer.id)).id;
  // @ts-expect-error a member that the result doesn't have
  void answer.result.userId;
  return answer.result.walletId;
}

/** The compiler's messages about these files: `name(line): TS0000`, in order. */
async function compile(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], { cwd: folder });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    const lines = [...stdout.matchAll(/^([\w./-]+)\((\d+),\d+\): error (TS\d+)/gm)];
    return lines.map(([, name, line, code]) => `${name}(${line}): ${code}`);
  }
}

const config = (options: object, files: readonly string[]) =>
  JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: [],
      ...options,
    },
    files,
  });

describe('operationTypes', () => {
  test('behavior: the written types and the derived ones are the same', async () => {
    const derived = join(ROOT, 'src', 'sdk', 'operations.ts');
    const check = `
      import type { PageOperations as Derived } from '${derived}';
      import type { PageOperations as Written } from './written.ts';
      export const there = (one: Derived): Written => one;
      export const back = (one: Written): Derived => one;
      export const names = (one: keyof Derived): keyof Written => one;
      // Whether the check sees anything at all.
      export const wrong = (one: Written): Derived['update_wallet'] => one;`;
    const options = {
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      lib: ['ES2024', 'DOM'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    };
    const files = {
      'tsconfig.json': config(options, ['check.ts']),
      'written.ts': operationTypes(),
      'check.ts': check,
    };
    expect(await compile(files)).toEqual(['check.ts(8): TS2739']);
  });
});

describe('the package', () => {
  beforeAll(async () => {
    const built = join(folder, 'built');
    await buildSdk(built);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, built]);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    const target = join(folder, 'node_modules', SDK_NAME);
    mkdirSync(target, { recursive: true });
    const tarball = join(folder, packed?.filename ?? '');
    await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  }, 60_000);

  test('behavior: a correct dApp compiles against it, a wrong one doesn’t', async () => {
    const lines = [
      `import { ASK, discover, KeystampError, type Answer } from '${SDK_NAME}';`,
      `const keystamp = await discover({ timeoutMs: 100 });`,
      `if (!keystamp) throw new Error('not installed');`,
      `const answer: Answer<'update_wallet'> = await keystamp.updateWallet({ walletId: 'w' });`,
      `if (answer.kind === 'completed') answer.result.walletId.trim();`,
      `keystamp.on('activity', ({ id }) => id.trim());`,
      `await keystamp.updateWallet({ walletId: ASK }); await keystamp.deleteUserTags({ userTagIds: ASK });`,
      `export const codeOf = (e: unknown) => (e instanceof KeystampError ? e.code : undefined);`,
      `await keystamp.updateWallet({ walletId: 7 });`,
      `await keystamp.updateWallet({});`,
      `await keystamp.updateWallet({ walletId: 'w', name: 'x' });`,
      `await keystamp.renameWallet({ walletId: 'w' });`,
      `await keystamp.createWallet({ walletName: 'w', accounts: [] });`,
      `await keystamp.request('create_wallet', {});`,
      `await keystamp.deleteUserTags({ userTagIds: 'one' });`,
      `if (codeOf(answer) === 'no_such_code') throw answer;`,
      `await keystamp.updateWallet({ walletId: 'w', walletName: ASK });`,
    ];
    const files = {
      'tsconfig.json': config({ lib: ['ES2022', 'DOM'] }, ['dapp.ts']),
      'dapp.ts': lines.join('\n'),
    };
    expect(rowOf('create_wallet')?.pageAccess).toBe('never');
    expect(await compile(files)).toEqual([
      'dapp.ts(9): TS2322',
      'dapp.ts(10): TS2741',
      'dapp.ts(11): TS2353',
      'dapp.ts(12): TS2339',
      'dapp.ts(13): TS2339',
      'dapp.ts(14): TS2345',
      'dapp.ts(15): TS2322',
      'dapp.ts(16): TS2367',
      'dapp.ts(17): TS2322',
    ]);
  });

  test('behavior: it needs nothing else, and names no operation in its code', async () => {
    const root = join(folder, 'node_modules', SDK_NAME);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    const code = readFileSync(join(root, 'sdk.js'), 'utf8');
    expect(code).not.toMatch(/^import /m);
    const statements = code.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    expect(ROWS.filter(({ name }) => statements.includes(name))).toEqual([]);
    expect(code).not.toContain('valibot');
    const types = readFileSync(join(root, 'types', 'sdk', 'operations.d.ts'), 'utf8');
    expect(types).not.toMatch(/valibot|^import /m);
    const loaded = (await import(join(root, 'sdk.js'))) as Record<string, unknown>;
    expect(Object.keys(loaded).sort()).toEqual(['ASK', 'KeystampError', 'discover']);
  });
});
