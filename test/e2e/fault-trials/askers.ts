import { setTimeout as sleep } from 'node:timers/promises';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Dapp, Outcome } from '../dapp.ts';
import type { Lane } from './lane.ts';
import { CallRefused, ownCall } from './own-calls.ts';
import type { Subject, Trial } from './trial.ts';

/*
 * Who asks for a trial's activity: one of Keystamp's own pages, or a web page whose request is
 * approved. Both ask again under the same name until they have an answer.
 */

/** For a site's request to reach the queue, or the outbox. */
const ARRIVE_MS = 30_000;
/** How often a page asks again after an answer that isn't about the activity. */
const MAX_ASKS = 5;

const parametersOf = ({ walletId }: Lane, { name }: Subject) => ({ walletId, walletName: name });

/** Asks as Keystamp's own page; resolves when the entry is stored. */
export const submit = (lane: Lane, subject: Subject): Promise<EntryView> =>
  ownCall(lane.page(), 'activities_submit', {
    id: subject.id,
    profileId: lane.profileId,
    operation: lane.operation,
    parameters: parametersOf(lane, subject),
  });

/** Asks as the connected web page. */
const ask = (lane: Lane, dapp: Dapp, subject: Subject): Promise<Outcome> =>
  dapp.ask('request', {
    operation: lane.operation,
    parameters: parametersOf(lane, subject),
    idempotencyKey: subject.name,
  });

/** Keystamp's own id of the site's undecided request. */
async function pendingId(lane: Lane): Promise<string | undefined> {
  const { items } = await ownCall(lane.page(), 'requests_list', {});
  return items.find(({ asker, state }) => asker === 'site' && state === 'pending')?.id;
}

/** Approves a request, as its window does: what was shown, by its digest. */
async function approve(lane: Lane, id: string): Promise<void> {
  const { digest } = await ownCall(lane.page(), 'requests_open', { id });
  if (digest === null) throw new Error('nothing is left to pick, and there is no body');
  const by = { method: 'key' } as const;
  const decision = { kind: 'approve', digest, by, grant: null } as const;
  await ownCall(lane.page(), 'requests_decide', { id, decision });
}

const onlySubject = ({ subjects: [only] }: Trial): Subject => {
  if (!only) throw new Error('a trial without an activity');
  return only;
};

/** Has the web page ask. Returns what approves its request, once it has arrived. */
export async function askFromSite(trial: Trial): Promise<() => Promise<void>> {
  const { lane } = trial;
  ask(lane, await lane.dapp(), onlySubject(trial)).catch(() => undefined);
  const late = Date.now() + ARRIVE_MS;
  for (;;) {
    const id = await pendingId(lane);
    if (id !== undefined) return () => approve(lane, id);
    if (Date.now() > late) throw new Error('the site’s request did not arrive');
    await sleep(30);
  }
}

const entryOf = async (lane: Lane, { name }: Subject): Promise<string | undefined> => {
  const range = { profileId: lane.profileId, before: null, limit: 30 };
  const entries = await ownCall(lane.page(), 'activities_list', range);
  return entries.find(({ parameters }) => parameters?.['walletName'] === name)?.id;
};

/** What the page learns by its request's id in the end. */
async function readOutcome(dapp: Dapp, { name }: Subject): Promise<Outcome> {
  const late = Date.now() + ARRIVE_MS;
  for (;;) {
    const outcome = await dapp.ask('status', `key:${name}`);
    const isOpen = outcome.ok && outcome.value?.['kind'] !== 'completed';
    if (!isOpen || Date.now() > late) return outcome;
    await sleep(200);
  }
}

/** The page asks again under the same name, and the user approves whatever is still undecided. */
export async function askAgainFromSite(trial: Trial): Promise<void> {
  const { lane } = trial;
  const subject = onlySubject(trial);
  const dapp = await lane.dapp();
  trial.pageOutcome = () => readOutcome(dapp, subject);
  const late = Date.now() + ARRIVE_MS;
  let asks = 0;
  let isAnswered = true;
  for (;;) {
    const id = await entryOf(lane, subject);
    if (id !== undefined) return void (subject.id = id);
    if (isAnswered && asks < MAX_ASKS) {
      asks += 1;
      isAnswered = false;
      ask(lane, dapp, subject).then(
        () => (isAnswered = true),
        () => (isAnswered = true),
      );
    }
    const pending = await pendingId(lane);
    if (pending !== undefined) {
      await approve(lane, pending).catch((error: unknown) => {
        // Decided or built again in between: the next round sees what is there.
        if (!(error instanceof CallRefused)) throw error;
      });
    }
    if (Date.now() > late) throw new Error('the site’s request came to nothing');
    await sleep(50);
  }
}

/** A user who presses "Send again" more often than is of use. */
export async function pressAgain({ lane, subjects }: Trial): Promise<void> {
  const press = async ({ id }: Subject) =>
    ownCall(lane.page(), 'activities_retry', { id }).catch(() => undefined);
  await Promise.all([...subjects, ...subjects].map(press));
  await sleep(30);
  await Promise.all(subjects.map(press));
}
