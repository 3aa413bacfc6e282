import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCommit, uncommitted } from '../../scripts/release/commit.ts';
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

beforeAll(() => {
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
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a clone', () => {
  test('behavior: knows its commit, and the source archive has the commit’s files', async () => {
    const commit = await readCommit(root);
    expect(commit).toEqual({ id: git('rev-parse', 'HEAD'), seconds: SECONDS });
    expect(await uncommitted(root)).toEqual([]);

    put('src/a.ts', 'as it lies here\n');
    put('src/new.ts', '');
    put('ignored', '');
    expect(await uncommitted(root)).toEqual([' M src/a.ts', '?? src/new.ts']);
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
    expect(await uncommitted(unpacked)).toEqual([]);
    for (const wrong of ['$Format:%H %ct$\n', '', `${commit.id}\n`, 'HEAD 1\n']) {
      writeFileSync(file, wrong);
      await expect(readCommit(unpacked)).rejects.toThrow(/not known of which commit/);
    }
  });
});
