import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { whyNoPostgres } from '../../test/service/postgres.ts';
import { clientOf, over, send, walletIds, type Asked } from './client.ts';
import { figure, type Figure } from './figures.ts';
import { onServer } from './load.ts';

const GROUP = '200 swaps of two names at once, two processes on PostgreSQL';
const SWAPS = 200;
const READER = new URL('./swaps-reader.ts', import.meta.url);
const PATIENCE_MS = 100;

/** What each answer took to somebody who reads all the time, while something is done. */
async function readWhile(
  url: string,
  asked: Asked,
  work: () => Promise<unknown>,
): Promise<readonly number[]> {
  const worker = new Worker(READER, { workerData: { url, asked } });
  await once(worker, 'message');
  await work();
  worker.postMessage('over');
  const [times] = (await once(worker, 'message')) as [readonly number[]];
  return times;
}

/** How long the swaps take all together, and what somebody waits for who reads meanwhile. */
export async function swapFigures(quick: boolean): Promise<Figure[]> {
  if (whyNoPostgres()) return [];
  const { services, stop } = await onServer(2);
  try {
    const [first, second = first] = services;
    if (!first || !second) throw new Error('no service');
    const reaches = [over(first.url), over(second.url)] as const;
    const client = await clientOf(reaches[0], first.organizationId);
    const [one, other] = await walletIds(reaches[0], client);
    const whoami = await client.query('whoami');
    const took: number[] = [];
    const read: number[] = [];
    for (let round = 0; round < (quick ? 6 : 9); round += 1) {
      const swap = (at: number) =>
        client.submit('update_wallet', {
          walletId: at % 4 < 2 ? one : other,
          walletName: at % 3 === 0 ? 'P' : 'Q',
        });
      const swaps = await Promise.all(Array.from({ length: SWAPS }, (_, at) => swap(at)));
      const times = await readWhile(first.url, whoami, async () => {
        const started = performance.now();
        await Promise.all(swaps.map((asked, at) => send(reaches[at % 2 ? 0 : 1], asked)));
        took.push(performance.now() - started);
      });
      // The first round warms both up.
      if (round > 0) read.push(...times);
    }
    const patient = {
      words: `p99 under ${PATIENCE_MS} ms`,
      holds: ({ p99 = Number.POSITIVE_INFINITY }: Figure) => p99 < PATIENCE_MS,
    };
    return [
      figure(GROUP, 'all of them', 'ms', took.slice(1)),
      figure(GROUP, 'a whoami beside them', 'ms', read, patient),
    ];
  } finally {
    await stop();
  }
}
