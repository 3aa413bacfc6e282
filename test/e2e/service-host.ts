// Runs local services for the tests of one process (hosted-service.ts): the first one takes three
// seconds, most of it for loading programs; the later ones take half a second each.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { openMigrated } from '../service/migrated-database.ts';
import { ROOT } from '../../scripts/tool.ts';
import { randomBytes } from '../../src/crypto/bytes.ts';
import { readArguments } from '../../src/service/arguments.ts';
import { createService } from '../../src/service/service.ts';
import type { Ready } from './service.ts';

/** Starts a service, or stops the one at a URL. */
export type HostRequest = { readonly id: number; readonly stop?: string };
export type HostReply = { readonly id: number; readonly ready?: Ready; readonly error?: string };

const stops = new Map<string, () => Promise<void>>();

/** What `npm run service -- --port 0 --data memory` does, except for its signals. */
async function start(): Promise<Ready> {
  const read = readArguments(['--port', '0', '--data', 'memory']);
  if (!('arguments' in read)) throw new Error('the service does not take its arguments');
  const { host, port, origins } = read.arguments;
  const service = await createService({
    database: await openMigrated(),
    clock: Date.now,
    random: randomBytes,
    master: randomBytes(32),
    options: { host, origins, demo: join(ROOT, '.output', 'demo'), log: console.error },
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
  stops.set(url, async () => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await service.close();
  });
  const { organizationId, enclaveQuorumPublic } = service.info;
  return { url, organizationId, enclaveQuorumPublic };
}

async function handleRequest({ id, stop }: HostRequest): Promise<HostReply> {
  try {
    if (stop === undefined) return { id, ready: await start() };
    await stops.get(stop)?.();
    stops.delete(stop);
    return { id };
  } catch (error) {
    return { id, error: String(error) };
  }
}

process.on('message', (order) => {
  void handleRequest(order as HostRequest).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
