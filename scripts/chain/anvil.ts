import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { StepError } from '../progress.mjs';

/*
 * A chain for tests and for `npm start`: Foundry's anvil, whose binary is in a package for each platform.
 * Its accounts are those of the published phrase "test test test test test test test test test test test
 * junk", with 10,000 ether each; its chain id is 31337. It keeps nothing.
 */

/** Where a chain that was just started has the token, because its first account makes it first. */
export const DEMO_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** The first account of anvil's phrase: it makes the token, and pays what a faucet gives. */
export const FIRST_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

export type LocalChain = {
  readonly url: string;
  /** Calls a method; rejects with the node's own words. */
  readonly rpc: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The program's path; undefined where no package has one for this machine. */
function findAnvil(): string | undefined {
  const platform = `${process.platform}-${MACHINES[process.arch] ?? process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${platform}/package.json`,
    );
    const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
    const path = join(dirname(entry), 'bin', program);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Starts one on a free port of this machine. */
export async function startChain(): Promise<LocalChain> {
  const path = findAnvil();
  if (path === undefined)
    throw new StepError('No package has a local chain (anvil) for this machine.');
  // The same genesis each time.
  const args = ['--host', '127.0.0.1', '--port', '0', '--timestamp', '1767225600'];
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // A start that is stopped from outside doesn't leave it behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const address = await addressIn(createInterface(child.stdout), ended);
  const url = `http://${address}`;
  return {
    url,
    rpc: async (method, params) => call(url, method, params),
    stop: async () => {
      process.off('exit', kill);
      child.kill();
      await ended;
    },
  };
}

async function addressIn(
  lines: ReturnType<typeof createInterface>,
  ended: Promise<void>,
): Promise<string> {
  const listening = new Promise<string>((resolve) => {
    // The rest is read too, or the pipe fills up.
    lines.on('line', (line) => {
      const address = /^Listening on (127\.0\.0\.1:\d+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const found = await Promise.race([listening, ended]);
  if (found === undefined) throw new StepError('The local chain (anvil) ended before it listened.');
  return found;
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** Puts the demo token on a chain that has nothing yet. */
export async function deployDemoToken({ rpc }: LocalChain): Promise<void> {
  const code = readFileSync(join(import.meta.dirname, 'DemoToken.hex'), 'utf8').trim();
  await rpc('eth_sendTransaction', [{ from: FIRST_ACCOUNT, data: `0x${code}`, gas: '0x200000' }]);
  // On a busy machine the block is a moment behind its transaction.
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await rpc('eth_getCode', [DEMO_TOKEN, 'latest'])) !== '0x') return;
  }
  throw new StepError('The demo token is not where it should be.');
}
