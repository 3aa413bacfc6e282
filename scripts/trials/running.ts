import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../system.mjs';
import { fail, StepError } from '../progress.mjs';
import { nodeBinary } from '../packages.mjs';
import { buildService } from '../service.ts';
import { ROOT } from '../tool.ts';
import { startPostgres } from '../../test/service/postgres.ts';

/*
 * Walks docs/running.md: runs the shell lines of its section step by step, as they stand there, in a folder
 * of its own with a PostgreSQL of its own, and ends where one fails.
 */

const SECTION = /\n## Step by step:[^]*?\n(?=## )/;
const BLOCK = /^```sh\n([^]*?)^```$/gm;
/** The lines that the walk has done before: it builds once, in this process. A second copy stands for a new version. */
const BUILD = /^npm run (?:--prefix \.\. )?build:service\n/gm;
const LIMIT_MS = 600_000;

/** The section's lines, each block after its number. */
function readLines(): string {
  const section = SECTION.exec(readFileSync(join(ROOT, 'docs', 'running.md'), 'utf8'))?.[0] ?? '';
  const blocks = [...section.matchAll(BLOCK)].map(([, lines = '']) => lines);
  if (blocks[0]?.search(BUILD) !== 0) throw new StepError('docs/running.md has no steps to walk.');
  const numbered = blocks.map((lines, at) => `echo "step ${at + 1} of ${blocks.length}"\n${lines}`);
  return numbered.join('\n').replaceAll(BUILD, '');
}

/** Throws a `StepError` that has what the last step printed. */
export async function tryRunning(): Promise<void> {
  if (!existsSync('/usr/sbin/nginx')) {
    throw new StepError(
      'docs/running.md was not walked, because nginx is missing: apt-get install nginx.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-running-'));
  const postgres = await startPostgres();
  try {
    mkdirSync(join(folder, '.output'));
    await buildService(join(folder, '.output', 'service'));
    const path = [join(nodeBinary(ROOT), '..'), findPostgres(), '/usr/sbin', process.env['PATH']];
    // What a failing step leaves running ends with the shell.
    const ending = `trap 'kill $(jobs -p) $(cat nginx.pid) 2> /dev/null || true' EXIT`;
    const script = `set -euo pipefail\n${ending}\n${readLines()}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: path.join(':'), DATABASE_URL: postgres.url },
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    console.log(stdout.trim());
    if (status !== 0) throw new StepError(`docs/running.md ends with ${status}:\n${stderr.trim()}`);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await tryRunning().catch(fail);
