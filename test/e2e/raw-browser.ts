import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../../scripts/chromium.mjs';
import { CHROME_BUILD } from './browser.ts';
import { isSettings } from './pages.ts';

/*
 * A Chromium without Playwright, which attaches to every tab and so ends prerendering
 * (docs/platform.md, Back/forward cache and prerendering): here, only an extension page is
 * attached, and it opens the others.
 */

export type RawBrowser = {
  /** Evaluates in a page of the extension; returns what its promise resolves with. */
  readonly inside: (expression: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

type Reply = {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
};
type Send = (
  method: string,
  params?: Readonly<Record<string, unknown>>,
  sessionId?: string,
) => Promise<Readonly<Record<string, unknown>>>;

const TIMEOUT_MS = 15_000;

function start(profileDir: string): ChildProcess {
  const { found } = findChromium();
  if (!found) throw new Error('No usable Chromium: run node scripts/setup.mjs');
  const switches = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profileDir}`,
    `--disable-extensions-except=${CHROME_BUILD}`,
    `--load-extension=${CHROME_BUILD}`,
    '--disable-gpu',
    '--no-first-run',
    // Root has no sandbox; everyone else keeps it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  // Leader of its own process group, so that everything can be ended together.
  return spawn(found.path, switches, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
}

function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stderr) return reject(new Error('Chromium has no stderr'));
    const lines = createInterface({ input: stderr });
    // Read it all, or Chromium would stop once the pipe is full.
    lines.on('line', (line) => {
      const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    lines.once('close', () => reject(new Error('Chromium ended before it listened')));
  });
}

async function connect(address: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('no connection to Chromium')));
  });
  const open = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) open.get(reply.id)?.(reply);
  });
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = open.size + 1;
      open.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result ?? {});
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    });
  return { send, close: () => socket.close() };
}

/** The session of the options page, which opens at installation. */
async function attachToOptions(send: Send): Promise<string> {
  const late = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { targetInfos } = await send('Target.getTargets');
    const all = targetInfos as readonly { url: string; type: string; targetId: string }[];
    const own = all.find(({ type, url }) => type === 'page' && isSettings(url));
    if (own) {
      const { targetId } = own;
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      return String(sessionId);
    }
    if (Date.now() > late) throw new Error('The options page did not open at the start');
    await sleep(50);
  }
}

/** A target is listed under its address before its document exists, and with it the API. */
async function untilReady(send: Send, session: string): Promise<void> {
  const late = Date.now() + TIMEOUT_MS;
  const params = { expression: 'typeof chrome?.tabs?.create', returnByValue: true };
  for (;;) {
    const { result } = await send('Runtime.evaluate', params, session);
    if ((result as { readonly value?: unknown }).value === 'function') return;
    if (Date.now() > late) throw new Error('The options page did not become ready');
    await sleep(50);
  }
}

/** Starts Chromium with the built extension and its own profile. */
export async function startRawBrowser(): Promise<RawBrowser> {
  const profileDir = mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  const child = start(profileDir);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  process.once('exit', kill);
  const { send, close } = await connect(await addressOf(child));
  const session = await attachToOptions(send);
  await untilReady(send, session);
  return {
    inside: async (expression) => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', params, session);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { readonly value?: unknown }).value;
    },
    stop: async () => {
      process.removeListener('exit', kill);
      close();
      kill();
      await gone;
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
