import { fork, type ChildProcess } from 'node:child_process';
import { builtService } from '../service/built-service.ts';
import type { LocalService } from './service.ts';
import type { HostRequest, HostReply } from './service-host.ts';

/*
 * A local service for a test file, in a process that serves a worker's files one after the other.
 * Each has its own database, keys and organization.
 */

type Host = { readonly ask: (order: Omit<HostRequest, 'id'>) => Promise<HostReply> };

let host: Promise<Host> | undefined;

async function startHost(): Promise<Host> {
  const child: ChildProcess = fork(await builtService('host'), { execArgv: [], stdio: 'inherit' });
  const waiting = new Map<number, (reply: HostReply) => void>();
  let last = 0;
  child.on('message', (message) => {
    const reply = message as HostReply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.once('exit', (code) => {
    host = undefined;
    const error = `the host of the local services ended with ${code}`;
    for (const [id, answer] of waiting) answer({ id, error });
  });
  return {
    ask: (order) =>
      new Promise((resolve) => {
        const id = ++last;
        if (!child.connected) return resolve({ id, error: 'their host is gone' });
        waiting.set(id, resolve);
        child.send({ ...order, id });
      }),
  };
}

/** A local service whose clock a test can put forward, in milliseconds. */
export type HostedService = LocalService & { readonly putForward: (ms: number) => Promise<void> };

/**
 * Starts a local service with a database in memory, at a free port.
 * @param args more arguments of `npm run service`
 */
export async function hostService(args: readonly string[] = []): Promise<HostedService> {
  host ??= startHost();
  const { ask } = await host;
  const { ready, error } = await ask({ args });
  if (!ready) throw new Error(`The local service did not start: ${error}`);
  return {
    ...ready,
    stop: async () => {
      await ask({ stop: ready.url });
    },
    putForward: async (ms) => {
      await ask({ putForward: { url: ready.url, ms } });
    },
  };
}
