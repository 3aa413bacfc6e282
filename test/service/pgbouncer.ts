import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, queryAt, serverUser } from './postgres.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Why this machine can't start one, or undefined when it can. */
export function whyNoPgbouncer(): string | undefined {
  return existsSync(PROGRAM)
    ? undefined
    : 'PgBouncer is not installed (Debian’s package pgbouncer)';
}

export type RunningPgbouncer = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * A PgBouncer in transaction mode before a server: its clients share `connections` of the server's,
 * each for a transaction, and it takes no start-up parameter that it doesn't know.
 */
export async function startPgbouncer(
  serverUrl: string,
  connections: number,
): Promise<RunningPgbouncer> {
  const server = new URL(serverUrl);
  const owner = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-pgbouncer-'));
  const port = await freePort();
  const database = server.pathname.slice(1);
  const target = `host=${server.hostname} port=${server.port} dbname=${database} user=${server.username}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn(PROGRAM, [file], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killOrphan = () => child.kill('SIGKILL');
  process.once('exit', killOrphan);
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const url = `postgres://${server.username}@127.0.0.1:${port}/${database}`;
  for (let attempt = 0; ; attempt += 1) {
    if (await queryAt(url, 'select 1').then(Boolean, () => false)) break;
    if (attempt === 50) throw new Error(`PgBouncer did not start:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await gone;
      process.removeListener('exit', killOrphan);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
