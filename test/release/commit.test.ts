import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strFromU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { differencesFromCommit, readCheckout, readCommit } from '../../scripts/release/commit.ts';
import { BUILD_STEPS, sourceFiles } from '../../scripts/release/source.ts';

const SECONDS = 1_700_000_000;

let root = '';
const put = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    env: {
      ...process.env,
      GIT_AUTHOR_DATE: `${SECONDS} +0000`,
      GIT_COMMITTER_DATE: `${SECONDS} +0900`,
    },
    encoding: 'utf8',
  }).trim();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keystamp-commit-'));
  put('store/build-steps.txt', '{version} {commit} {archive} {sha256} {constructor}\n');
  put('scripts/release/commit.txt', '$Format:%H %ct$\n');
  put('.gitattributes', 'scripts/release/commit.txt export-subst\n');
  put('.gitignore', 'ignored\n');
  put('src/a.ts', 'as committed\n');
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

describe('a clone', () => {
  test('behavior: knows its commit, and the source archive has the commit’s files', async () => {
    const commit = await readCommit(root);
    expect(commit).toEqual({ id: git('rev-parse', 'HEAD'), seconds: SECONDS });
    expect(await differencesFromCommit(root)).toEqual([]);

    put('src/a.ts', 'as it lies here\n');
    put('src/new.ts', '');
    put('ignored', '');
    expect(await differencesFromCommit(root)).toEqual([
      'ignored is in no commit',
      'src/a.ts is not as committed',
      'src/new.ts is in no commit',
    ]);
    const release = { commit, version: '1.0.0', archive: 'x.zip', sha256: 'ff' };
    const files = await sourceFiles(root, release);
    const text = (name: string) => strFromU8(files.get(name) ?? new Uint8Array());
    expect(text('src/a.ts')).toBe('as committed\n');
    expect([...files.keys()].toSorted()).toEqual([
      '.gitattributes',
      '.gitignore',
      BUILD_STEPS,
      'scripts/release/commit.txt',
      'src/a.ts',
      'store/build-steps.txt',
    ]);
    expect(text(BUILD_STEPS)).toBe(`1.0.0 ${commit.id} x.zip ff {constructor}\n`);

    // Unpacked elsewhere, without git, it still knows.
    const unpacked = mkdtempSync(join(root, 'ignored-'));
    mkdirSync(join(unpacked, 'scripts/release'), { recursive: true });
    const file = join(unpacked, 'scripts/release/commit.txt');
    writeFileSync(file, text('scripts/release/commit.txt'));
    expect(await readCommit(unpacked)).toEqual(commit);
    const { name, unknown } = await readCheckout(unpacked, '1.0.0', { uncommitted: false });
    expect(name).toBe(`version 1.0.0, which calls itself commit ${commit.id}`);
    expect(unknown).toEqual([expect.stringContaining('this is no clone')]);
    for (const wrong of ['$Format:%H %ct$\n', '', `${commit.id}\n`, 'HEAD 1\n']) {
      writeFileSync(file, wrong);
      await expect(readCommit(unpacked)).rejects.toThrow(/not known of which commit/);
    }
  });
});

describe('a checkout that a release is compared with', () => {
  const check = (uncommitted = false) => readCheckout(root, '1.0.0', { uncommitted });

  test('behavior: is named by its commit, and what can’t be told is said', async () => {
    const id = git('rev-parse', 'HEAD');
    const { name, unknown } = await check();
    expect(name).toBe(`version 1.0.0, commit ${id}`);
    expect(unknown).toEqual(['Whether this is the release: the commit has no tag v1.0.0.']);
    git('tag', 'v1.0.0');
    expect((await check()).unknown).toEqual([]);
    // What the repository's own commands leave behind.
    for (const own of ['.output/x.js', 'node_modules/a/b.js', '.wxt/t.json', 'npm.log'])
      put(own, '');
    expect((await check()).unknown).toEqual([]);
  });

  test.for([
    ['a changed file', () => put('src/a.ts', 'evil\n'), 'src/a.ts is not as committed'],
    [
      'a changed file that git is told to take for unchanged',
      () => {
        git('update-index', '--assume-unchanged', 'src/a.ts');
        put('src/a.ts', 'evil\n');
      },
      'src/a.ts is not as committed',
    ],
    [
      'a changed file that git is told to skip',
      () => {
        git('update-index', '--skip-worktree', 'src/a.ts');
        put('src/a.ts', 'evil\n');
      },
      'src/a.ts is not as committed',
    ],
    [
      'a changed file that is staged',
      () => {
        put('src/a.ts', 'evil\n');
        git('add', '--all');
      },
      'src/a.ts is not as committed',
    ],
    ['a missing file', () => rmSync(join(root, 'src/a.ts')), 'src/a.ts is missing'],
    [
      'a link in a file’s place',
      () => {
        put('.output/a.ts', 'as committed\n');
        rmSync(join(root, 'src/a.ts'));
        symlinkSync('../.output/a.ts', join(root, 'src/a.ts'));
      },
      'src/a.ts is not as committed',
    ],
    ['a new file', () => put('.env.local', 'VITE_A=1'), '.env.local is in no commit'],
    ['an ignored file', () => put('public/ignored', ''), 'public/ignored is in no commit'],
    [
      'a file that a setting of this clone ignores',
      () => {
        put('.git/info/exclude', '.env\n');
        put('.env', 'NODE_ENV=development');
      },
      '.env is in no commit',
    ],
    [
      'a log where the build packs it',
      () => put('public/x.log', ''),
      'public/x.log is in no commit',
    ],
    [
      'packages inside the source',
      () => put('src/node_modules/preact/index.js', ''),
      'src/node_modules/preact/index.js is in no commit',
    ],
  ] as const)('error: %s is refused by its name', async ([, change, said]) => {
    change();
    await expect(check()).rejects.toThrow(said);
    await expect(check()).rejects.toThrow('-- --uncommitted');
    const { unknown } = await check(true);
    expect(unknown[0]).toMatch(/^What is built here: one file is not as in /);
  });

  test('error: another repository in the environment doesn’t change what is read', async () => {
    put('src/a.ts', 'evil\n');
    vi.stubEnv('GIT_DIR', join(root, 'nowhere'));
    vi.stubEnv('GIT_INDEX_FILE', join(root, 'nowhere'));
    await expect(check()).rejects.toThrow('src/a.ts is not as committed');
  });

  test('error: without git it is not compared, and that is why', async () => {
    vi.stubEnv('PATH', join(root, 'nowhere'));
    await expect(check()).rejects.toThrow(/git could not be started \(spawn git ENOENT\)/);
    const { name, unknown } = await check(true);
    expect(name).toBe('version 1.0.0, of an unknown commit');
    expect(unknown).toEqual([expect.stringMatching(/^Which commit this is, and whether /)]);
  });
});
