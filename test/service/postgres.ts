import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { findPostgres } from '../../scripts/system.mjs';

const START_MS = 20_000;
const POLL_MS = 100;

/** A PostgreSQL server of its own, on loopback, with an empty database. */
export type RunningPostgres = {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Ends the server and removes its data. */
  readonly stop: () => Promise<void>;
};

/**
 * Why no server can be started here, or undefined when one can. For
 * `test.skipIf(whyNoPostgres())`, with the reason in the test's name.
 */
export function whyNoPostgres(): string | undefined {
  return findPostgres() ? undefined : 'PostgreSQL’s server programs are not installed';
}

/** Starts a fresh server. Rejects with what the server printed when it does not come up. */
export async function startPostgres(): Promise<RunningPostgres> {
  const bin = findPostgres();
  if (!bin) throw new Error(whyNoPostgres());
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const initdb = ['-D', data, '-U', 'keystamp', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initdb, { ...owner, env, cwd: folder, stdio: 'pipe' });

  const port = await freePort();
  const args = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port)];
  const server = spawn(join(bin, 'postgres'), args, {
    ...owner,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const orphan = () => server.kill('SIGKILL');
  process.once('exit', orphan);
  let printed = '';
  server.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const gone = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async () => {
    server.kill('SIGINT');
    await gone;
    process.removeListener('exit', orphan);
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `postgres://keystamp@127.0.0.1:${port}/postgres`;
  if (await answers(url, () => server.exitCode !== null)) return { url, stop };
  await stop();
  throw new Error(`PostgreSQL did not start:\n${printed}`);
}

/** The server refuses to run as root: then it runs as its own user, or as nobody. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such user here.
    }
  }
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

async function answers(url: string, ended: () => boolean): Promise<boolean> {
  const late = performance.now() + START_MS;
  while (performance.now() < late && !ended()) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  return false;
}
