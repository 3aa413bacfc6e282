// A server that crashes under writers while its standby takes its place, at the same address: nothing
// that was answered is lost, and nothing runs twice.
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startService, TEST_ENV, type RunningService } from '../e2e/service.ts';
import { startPostgres, startStandby, whyNoPostgres, type RunningPostgres } from './postgres.ts';
import { shownBy } from '../trial-tag.ts';
import { createWriters, expectOnce, WRITERS } from './writers.ts';

const ROUNDS = Number(process.env['KEYSTAMP_OUTAGES'] ?? 1);
const missing = whyNoPostgres();

/** An address that leads to one server or another, as that of a load balancer or a name does. */
async function startAddress(first: RunningPostgres) {
  let target = new URL(first.url);
  const sockets = new Set<Socket>();
  const door = createServer((incoming) => {
    const outgoing = createConnection(Number(target.port), target.hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const url = new URL(first.url);
  url.port = String((door.address() as AddressInfo).port);
  return {
    url: url.href,
    leadTo: (server: RunningPostgres) => {
      target = new URL(server.url);
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The primary crashes; its standby is promoted, and the address leads there. */
async function failOver(
  [primary, standby]: readonly [RunningPostgres, RunningPostgres],
  address: Awaited<ReturnType<typeof startAddress>>,
): Promise<void> {
  await primary.crash();
  const [promoted] = await standby.query('select pg_promote() as done');
  expect(promoted).toEqual({ done: true });
  address.leadTo(standby);
}

describe.skipIf(missing)(`a failover${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test(
    `error: to a promoted standby under ${WRITERS} writers: nothing lost, nothing twice`,
    { ...shownBy('service/outage.test.ts'), timeout: 120_000 + 60_000 * ROUNDS },
    async () => {
      let primary = await startPostgres();
      const address = await startAddress(primary);
      const services: RunningService[] = [];
      try {
        const env = { ...TEST_ENV, DATABASE_URL: address.url };
        for (const _ of [1, 2]) services.push(await startService({ args: ['--port', '0'], env }));
        const [first] = services;
        if (!first) throw new Error('no service');
        const writers = await createWriters(first);
        for (let round = 0; round < ROUNDS; round += 1) {
          const standby = await startStandby(primary);
          const pair = [primary, standby] as const;
          const written = await writers.writeThrough(() => failOver(pair, address), services);
          await expectOnce(writers, written, standby.query);
          await primary.stop();
          primary = standby;
        }
      } finally {
        await Promise.all(services.map((service) => service.stop()));
        address.stop();
        await primary.stop();
      }
    },
  );
});
