import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { findPostgres } from '../../scripts/system.mjs';
import { ROOT } from '../../scripts/tool.ts';

const START_MS = 20_000;
const POLL_MS = 100;

/** A separate PostgreSQL server, on loopback, with an empty database. */
export type RunningPostgres = {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Runs a statement over a connection of its own. */
  readonly query: (text: string) => Promise<readonly Row[]>;
  /** Stops the server and deletes its data. */
  readonly stop: () => Promise<void>;
  /**
   * Stops the server and starts it again over the same data: `fast` disconnects everyone,
   * `immediate` is a crash. Resolves when it answers.
   */
  readonly restart: (how: 'fast' | 'immediate') => Promise<void>;
  /** The first half of a restart. */
  readonly halt: () => Promise<void>;
  /** The second half. */
  readonly start: () => Promise<void>;
  /** It crashes, and doesn't come back. */
  readonly crash: () => Promise<void>;
};

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement over a connection of its own. */
export async function queryAt(url: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Why this machine can't start a server, or undefined when it can. For
 * `test.skipIf(whyNoPostgres())`, with the reason in the test's name. In continuous integration it
 * throws instead: nothing else tries what needs more than one connection.
 */
export function whyNoPostgres(): string | undefined {
  if (findPostgres()) return undefined;
  const reason = 'PostgreSQL’s server programs are not installed';
  if (process.env['CI'] === 'true') throw new Error(`${reason}, and CI may not skip their tests`);
  return reason;
}

/** Starts a fresh server. Rejects with the server's output when it doesn't come up. */
export const startPostgres = (): Promise<RunningPostgres> => startCluster(makeCluster);

type Run = (program: string, ...args: readonly string[]) => string;

/** The first cluster is kept, and later ones are copies: initdb takes ten times as long. */
function makeCluster(data: string, run: Run): void {
  const version = run('initdb', '--version').replaceAll(/[^\d.]+/g, '-');
  const kept = join(ROOT, '.output', 'test', `postgres${version}${process.getuid?.() ?? ''}`);
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
  if (existsSync(kept)) return void copy(kept, data);
  run('initdb', '-D', data, '-U', 'keystamp', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  mkdirSync(dirname(kept), { recursive: true });
  const part = `${kept}.${randomUUID()}`;
  copy(data, part);
  try {
    renameSync(part, kept);
  } catch {
    // Another thread was first.
    rmSync(part, { recursive: true });
  }
}

/**
 * Starts a standby that follows a server, which from now on answers no commit before the standby has
 * it on disk. `select pg_promote()` makes it a server of its own.
 */
export async function startStandby(primary: RunningPostgres): Promise<RunningPostgres> {
  const { hostname, port } = new URL(primary.url);
  const from = ['-h', hostname, '-p', port, '-U', 'keystamp', '-X', 'stream', '-c', 'fast'];
  const standby = await startCluster((data, run) =>
    run('pg_basebackup', '-D', data, '-R', ...from),
  );
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  return standby;
}

async function startCluster(make: (data: string, run: Run) => unknown): Promise<RunningPostgres> {
  const bin = findPostgres();
  if (!bin) throw new Error(whyNoPostgres());
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  make(data, (program, ...args) =>
    execFileSync(join(bin, program), args, {
      ...owner,
      env,
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    }),
  );

  const port = await freePort();
  const args = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port)];
  const url = `postgres://keystamp@127.0.0.1:${port}/postgres`;
  const launch = () =>
    spawn(join(bin, 'postgres'), args, {
      ...owner,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = await waitUntilRunning(launch(), url);
  const killOrphan = () => server.kill('SIGKILL');
  process.once('exit', killOrphan);
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise<void>((resolve) => server.once('close', () => resolve()));
    server.kill(signal);
    await gone;
  };
  const start = async () => {
    server = await waitUntilRunning(launch(), url);
  };
  return {
    url,
    start,
    halt: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
    query: (text) => queryAt(url, text),
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) await end('SIGINT');
      process.removeListener('exit', killOrphan);
      rmSync(folder, { recursive: true, force: true });
    },
    // The signals of the two ways to shut down (PostgreSQL, 19.5).
    restart: async (how) => {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
  };
}

/** The server, once it answers; rejects with its output when it doesn't. */
async function waitUntilRunning(server: ChildProcess, url: string): Promise<ChildProcess> {
  let printed = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  if (await isAnswering(url, () => server.exitCode !== null)) return server;
  server.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start:\n${printed}`);
}

/** The server refuses to run as root: it then runs as its own user, or as nobody. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This machine has no such user.
    }
  }
  return undefined;
}

export function freePort(): Promise<number> {
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

async function isAnswering(url: string, hasEnded: () => boolean): Promise<boolean> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && !hasEnded()) {
    try {
      await queryAt(url, 'select 1');
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return false;
}
