import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { whyNoPostgres } from '../../test/service/postgres.ts';
import { createClient, httpTransport, send, walletIds, type StampedRequest } from './client.ts';
import { figure, type Figure } from './figures.ts';
import { startOnPostgres } from './load.ts';

const GROUP = '200 swaps of two names at once, two processes on PostgreSQL';
const SWAPS = 200;
const READER = new URL('./swaps-reader.ts', import.meta.url);

/** How long each answer took for a client that reads all the time, while something else runs. */
async function readWhile(
  url: string,
  request: StampedRequest,
  work: () => Promise<unknown>,
): Promise<readonly number[]> {
  const worker = new Worker(READER, { workerData: { url, asked: request } });
  await once(worker, 'message');
  await work();
  worker.postMessage('over');
  const [times] = (await once(worker, 'message')) as [readonly number[]];
  return times;
}

/** How long the swaps take all together, and how long a client that reads meanwhile waits. */
export async function swapFigures(quick: boolean): Promise<Figure[]> {
  if (whyNoPostgres()) return [];
  const { services, stop } = await startOnPostgres(2);
  try {
    const [first, second = first] = services;
    if (!first || !second) throw new Error('no service');
    const transports = [httpTransport(first.url), httpTransport(second.url)] as const;
    const client = await createClient(transports[0], first.organizationId);
    const [one, other] = await walletIds(transports[0], client);
    const whoami = await client.query('whoami');
    const swapTimes: number[] = [];
    const readTimes: number[] = [];
    for (let round = 0; round < (quick ? 6 : 9); round += 1) {
      const swap = (at: number) =>
        client.submit('update_wallet', {
          walletId: at % 4 < 2 ? one : other,
          walletName: at % 3 === 0 ? 'P' : 'Q',
        });
      const swaps = await Promise.all(Array.from({ length: SWAPS }, (_, at) => swap(at)));
      const times = await readWhile(first.url, whoami, async () => {
        const started = performance.now();
        await Promise.all(swaps.map((request, at) => send(transports[at % 2 ? 0 : 1], request)));
        swapTimes.push(performance.now() - started);
      });
      // The first round warms both up.
      if (round > 0) readTimes.push(...times);
    }
    return [
      figure(GROUP, 'all of them', 'ms', swapTimes.slice(1)),
      figure(GROUP, 'a whoami beside them', 'ms', readTimes, 'readsBesideSwaps'),
    ];
  } finally {
    await stop();
  }
}
