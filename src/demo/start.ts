import { EVENTS } from '../protocol/page.ts';
import { connectionCard } from './connection.ts';
import { findDesk, type Desk } from './desk.ts';
import { placeOf } from './elements.ts';
import { idsNeeded, PAGE_ROWS, type Ids } from './example.ts';
import { idFields } from './ids.ts';
import { createLog, type Log } from './log.ts';
import { operationCard } from './operation-card.ts';
import { waitingCard } from './waiting.ts';

/*
 * The demo dApp's first page: finds Keystamp, connects, asks, and shows what becomes of it.
 */

const log: Log = createLog(placeOf('log'), () => new Date());

async function start(): Promise<void> {
  const desk = await findDesk(() => crypto.randomUUID());
  placeOf('absent').hidden = desk !== null;
  placeOf('present').hidden = desk === null;
  if (desk) await show(desk);
}

async function show(desk: Desk): Promise<void> {
  const connection = connectionCard(placeOf('connection'), desk, PAGE_ROWS, log);
  const waiting = waitingCard(placeOf('waiting'), desk, log);
  for (const name of EVENTS) {
    desk.on(name, (data) => {
      log(name, data);
      waiting.show();
      // Asking is rate-limited, and an activity changes nothing of the connection.
      if (name !== 'activity') void connection.refresh();
    });
  }
  showOperations(desk, waiting.show);
  placeOf('reload').addEventListener('click', () => location.reload());
  waiting.resume();
  await connection.refresh();
}

function showOperations(desk: Desk, asked: () => void): void {
  let ids: () => Ids = () => ({});
  const request = async (operation: string, parameters: Readonly<Record<string, unknown>>) => {
    log(`ask ${operation}`);
    const answer = desk.request(operation, parameters);
    asked();
    return answer.finally(asked);
  };
  const cards = PAGE_ROWS.map((row) => operationCard(row, { request, ids: () => ids() }));
  const refill = () => cards.forEach((card) => card.refill());
  ids = idFields(placeOf('ids'), idsNeeded(PAGE_ROWS), window.sessionStorage, refill);
  placeOf('operations').replaceChildren(...cards.map(({ place }) => place));
  refill();
}

placeOf('look-again').addEventListener('click', () => void start());
await start();
