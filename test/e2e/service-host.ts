// Runs local services for the tests of one process (hosted-service.ts): the first one takes three
// seconds, most of it for loading programs; the later ones take half a second each.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { openMigrated } from '../service/migrated-database.ts';
import { ROOT } from '../../scripts/tool.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { createChains } from '../../src/service/chains.ts';
import { repeat } from '../../src/service/repetition.ts';
import { createService } from '../../src/service/service.ts';
import { setUpAddress, TEST_MASTER } from '../set-up-code.ts';
import { readHosted } from './hosted-arguments.ts';
import type { Ready } from './service.ts';

/** Starts a service, stops the one at a URL, or puts its clock forward by milliseconds. */
export type HostRequest = {
  readonly id: number;
  /** For a new one: more arguments of `npm run service`. */
  readonly args?: readonly string[];
  readonly stop?: string;
  readonly putForward?: { readonly url: string; readonly ms: number };
};
export type HostReply = { readonly id: number; readonly ready?: Ready; readonly error?: string };

type Hosted = { readonly stop: () => Promise<void>; readonly putForward: (ms: number) => void };
const hosted = new Map<string, Hosted>();

/** How often a service looks for transactions whose next step is due, milliseconds. */
const SEND_MS = 250;

/** What `npm run service -- --port 0 --data memory` does, except for its signals. */
async function start(args: readonly string[] = []): Promise<Ready> {
  const { port, rpc, options } = readHosted(args);
  const { host } = options;
  let ahead = 0;
  const service = await createService({
    database: await openMigrated(),
    clock: () => Date.now() + ahead,
    random: randomBytes,
    master: TEST_MASTER,
    options: {
      ...options,
      chains: createChains(rpc, fetch),
      demo: join(ROOT, '.output', 'demo'),
      log: console.error,
    },
  });
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: (request, env) => {
      const { incoming } = env as HttpBindings;
      return service.handle(request, { address: incoming.socket.remoteAddress ?? '' });
    },
  });
  server.listen(port, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const sending = rpc.map(({ chain }) =>
    repeat(SEND_MS, () => service.sendDue(chain), console.error),
  );
  hosted.set(url, {
    stop: async () => {
      await Promise.all(sending.map((work) => work.stop()));
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await service.close();
    },
    putForward: (ms) => {
      ahead += ms;
    },
  });
  const { organizationId, enclaveQuorumPublic } = service.info;
  return { url, organizationId, enclaveQuorumPublic, setUp: setUpAddress(url) };
}

async function handleRequest({ id, args, stop, putForward }: HostRequest): Promise<HostReply> {
  try {
    if (putForward) {
      hosted.get(putForward.url)?.putForward(putForward.ms);
      return { id };
    }
    if (stop === undefined) return { id, ready: await start(args) };
    await hosted.get(stop)?.stop();
    hosted.delete(stop);
    return { id };
  } catch (error) {
    return { id, error: String(error) };
  }
}

process.on('message', (order) => {
  void handleRequest(order as HostRequest).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
