import { PROVIDER_EVENTS } from '../protocol/page-api.ts';
import { createConnectionCard } from './connection-card.ts';
import { findKeystamp, type KeystampClient } from './keystamp-client.ts';
import { elementById } from './elements.ts';
import { requiredIdKinds, PAGE_ROWS, type Ids } from './example-parameters.ts';
import { createIdFields } from './id-fields.ts';
import { createLog, type Log } from './log.ts';
import { createOperationCard } from './operation-card.ts';
import { createPendingCard } from './pending-card.ts';

/*
 * The demo dApp's main page: finds Keystamp, connects, sends requests and shows the results.
 */

const log: Log = createLog(elementById('log'), () => new Date());

async function start(): Promise<void> {
  const keystamp = await findKeystamp(() => crypto.randomUUID());
  elementById('absent').hidden = keystamp !== null;
  elementById('present').hidden = keystamp === null;
  if (keystamp) await showKeystamp(keystamp);
}

async function showKeystamp(keystamp: KeystampClient): Promise<void> {
  const connectionCard = createConnectionCard(elementById('connection'), keystamp, PAGE_ROWS, log);
  const pendingCard = createPendingCard(elementById('waiting'), keystamp, log);
  for (const name of PROVIDER_EVENTS) {
    keystamp.on(name, (data) => {
      log(name, data);
      pendingCard.show();
      // Calls are rate-limited, and an activity doesn't change the connection.
      if (name !== 'activity') void connectionCard.refresh();
    });
  }
  showOperations(keystamp, pendingCard.show);
  elementById('reload').addEventListener('click', () => location.reload());
  pendingCard.resume();
  await connectionCard.refresh();
}

function showOperations(keystamp: KeystampClient, onAsked: () => void): void {
  let ids: () => Ids = () => ({});
  const request = async (operation: string, parameters: Readonly<Record<string, unknown>>) => {
    log(`ask ${operation}`);
    const answer = keystamp.request(operation, parameters);
    onAsked();
    return answer.finally(onAsked);
  };
  const cards = PAGE_ROWS.map((row) => createOperationCard(row, { request, ids: () => ids() }));
  const refill = () => cards.forEach((card) => card.refill());
  ids = createIdFields(
    elementById('ids'),
    requiredIdKinds(PAGE_ROWS),
    window.sessionStorage,
    refill,
  );
  elementById('operations').replaceChildren(...cards.map(({ element: place }) => place));
  refill();
}

elementById('look-again').addEventListener('click', () => void start());
await start();
