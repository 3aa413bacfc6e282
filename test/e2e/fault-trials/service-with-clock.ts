import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { and, eq, like } from 'drizzle-orm';
import '../../service/empty-cluster.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { openDatabase } from '../../../src/service/database.ts';
import { activities } from '../../../src/service/schema.ts';
import { createService } from '../../../src/service/service.ts';
import { TEST_MASTER } from '../../set-up-code.ts';

/** What the service says that it did for one activity of a trial. */
export type ServiceCount = {
  /** How often it carried something out under the trial's name. */
  readonly effects: number;
  /** How many activities have it, whatever became of them. */
  readonly activities: number;
};

/** The local service in this process, with a clock that a trial can set. */
export type ServiceWithClock = {
  readonly url: string;
  /** From now on its clock is ahead by so many milliseconds. */
  readonly setClockAhead: (ms: number) => void;
  /** What it did under a name, which is in the body and in no other trial's. */
  readonly count: (type: string, name: string) => Promise<ServiceCount>;
  readonly stop: () => Promise<void>;
};

/** Starts the service with a database in memory, at a free port. */
export async function startServiceWithClock(): Promise<ServiceWithClock> {
  let aheadMs = 0;
  const database = await openDatabase('memory');
  const service = await createService({
    database,
    clock: () => Date.now() + aheadMs,
    random: randomBytes,
    master: TEST_MASTER,
    options: { log: () => undefined },
  });
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: (request, env) => {
      const { incoming } = env as HttpBindings;
      return service.handle(request, { address: incoming.socket.remoteAddress ?? '' });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setClockAhead: (ms) => void (aheadMs = ms),
    count: async (type, name) => {
      const named = and(eq(activities.type, type), like(activities.body, `%"${name}"%`));
      const rows = await database.db.select().from(activities).where(named);
      const effects = rows.reduce((sum, { executions }) => sum + executions, 0);
      return { effects, activities: rows.length };
    },
    stop: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await service.close();
    },
  };
}
