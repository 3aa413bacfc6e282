import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StepError } from '../../scripts/progress.mjs';
import { ROOT } from '../../scripts/tool.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { builtService } from '../service/built-service.ts';
import { TEST_MASTER } from '../set-up-code.ts';

const READY = 'keystamp-service ready ';
/** Long, for busy machines. */
const START_MS = 240_000;
const STOP_MS = 30_000;

export const SERVICE_MAIN = join(ROOT, 'src', 'service', 'main.ts');

/** For services that only tests use: they can make its set-up codes. */
export const TEST_ENV = { KEYSTAMP_SERVICE_KEY: toHex(TEST_MASTER) };
const IN_MEMORY = ['--port', '0', '--data', 'memory'];
/**
 * The engine's code as it was first compiled: to compile it anew for speed takes a third of a start's
 * processor time, and pays only later.
 */
export const QUICK_START = '--liftoff-only';
/** How `npm run service` starts it, from its sources, with a database that it makes itself. */
export const FROM_SOURCES: readonly string[] = [process.execPath, SERVICE_MAIN];

export type ServiceOptions = {
  /** What to start in place of {@link builtService}, such as its sources, or as another user. */
  readonly command?: readonly string[];
  /** Arguments of `npm run service`; a free port and a database in memory by default. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Hears of each line that it prints after the ready line. */
  readonly onLine?: (line: string) => void;
};

/** What a local service reports about itself once it listens. */
export type Ready = {
  readonly url: string;
  readonly organizationId: string;
  /** Uncompressed P-256 point in hex, 65 bytes. */
  readonly enclaveQuorumPublic: string;
  /** Its URL with a set-up code; empty if it takes none. */
  readonly setUp: string;
  /** Where its metrics are, if it serves any. */
  readonly metrics?: string | undefined;
};

export type LocalService = Ready & {
  /** Resolves when it is gone. */
  readonly stop: () => Promise<void>;
};

/** A local service in its own process; `stop` sends SIGTERM, and SIGKILL if that ends nothing. */
export type RunningService = LocalService & {
  /** Everything that it printed after the ready line and on stderr. */
  readonly output: () => string;
  /** SIGKILL, as in a crash. */
  readonly kill: () => Promise<void>;
  /** Sends a signal, without waiting for what it does. */
  readonly signal: (name: 'SIGTERM' | 'SIGINT') => void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
};

/**
 * Starts the local service and waits for its ready line. Rejects with what the service printed if
 * it ends before that, or takes longer than four minutes.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const [program = '', ...given] = options.command ?? [
    process.execPath,
    QUICK_START,
    await builtService(),
  ];
  const child = spawn(program, [...given, ...(options.args ?? IN_MEMORY)], {
    cwd: ROOT,
    env: { ...process.env, ...(options.args ? {} : TEST_ENV), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Without this, a test that ends with an exception would leave the service running.
  const orphan = () => child.kill('SIGKILL');
  process.once('exit', orphan);
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  void gone.then(() => process.removeListener('exit', orphan));

  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const ready = await readyLine(child, gone, (line) => {
    printed += `${line}\n`;
    options.onLine?.(line);
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new StepError(`The local service did not start: ${String(error)}\n${printed}`);
  });
  return {
    ...ready,
    output: () => printed,
    stop: () => stop(child, gone),
    kill: () => kill(child, gone),
    signal: (name) => void child.kill(name),
    ended: gone.then(() => child.exitCode ?? child.signalCode),
  };
}

function readyLine(
  child: ChildProcess,
  gone: Promise<void>,
  other: (line: string) => void,
): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no ready line in four minutes')), START_MS);
    void gone.then(() => {
      clearTimeout(late);
      reject(new Error(`it ended with ${child.exitCode ?? child.signalCode}`));
    });
    if (!child.stdout) throw new Error('the service has no stdout');
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith(READY)) return other(line);
      clearTimeout(late);
      try {
        resolve(parseReady(line.slice(READY.length)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

function parseReady(text: string): Ready {
  const value: unknown = JSON.parse(text);
  const members = ['url', 'organizationId', 'enclaveQuorumPublic'] as const;
  const [url, organizationId, enclaveQuorumPublic] = members.map((name) => member(value, name));
  if (!url || !organizationId || !enclaveQuorumPublic) throw new Error(`ready line: ${text}`);
  return {
    url,
    organizationId,
    enclaveQuorumPublic,
    setUp: member(value, 'setUp') ?? '',
    metrics: member(value, 'metrics'),
  };
}

function member(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

async function stop(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}

async function kill(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGKILL');
  await gone;
}
