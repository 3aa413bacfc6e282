import { isSettled } from '../../activities/machine.ts';
import type { OutboxEntry } from '../../activities/outbox-record.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { PAGE_OPERATIONS } from '../../protocol/operations.ts';
import { PROVIDER_VERSION, type Capabilities, type Settlement } from '../../protocol/page.ts';
import type { Sender } from '../server.ts';
import { handed, type Approval } from './approvals.ts';
import { askUser, consumeGrant, present } from './approving.ts';
import { readAsk, readId, readQuestion, type Message, type Question } from './asking.ts';
import { readCaller, type Caller } from './caller.ts';
import type { Desk } from './desk.ts';
import { pageGrantOf } from './events.ts';
import { disconnect } from './leaving.ts';
import type { Named } from './names.ts';
import { settlementOf } from './outcome.ts';
import { connectPermission, operationPermission, type Permission } from './permitting.ts';
import { PageRefusal, pageErrorOf } from './refusal.ts';
import { finishGranted, isWished, moved } from './waiting.ts';

/*
 * What happens to a page's message, in order. Reading STEPS is reading the security policy: nothing
 * is exempt from a step, and no step looks at anything that those before it have not decided.
 */

/** A message and what the steps have found out about it so far. */
export type Visit = {
  readonly message: Extract<Message, { text: string }>;
  readonly sender: Sender;
  readonly question?: Question;
  readonly caller?: Caller;
  /** What is to be permitted; undefined for questions that need none, and for repeated requests. */
  readonly permission?: Permission | undefined;
  /** Allowed in advance: nobody is asked. */
  readonly granted?: Approval | undefined;
};

type Step = (desk: Desk, visit: Visit) => Promise<Visit | Settlement>;

const STEPS: readonly Step[] = [parse, reach, rate, permit, approve, perform, settle];

/** An activity that is under way is worth waiting for, within the patience of a bridge (10 s). */
const WAIT_MS = 8000;

/** Takes a page's question through the steps. Never rejects. */
export async function route(
  desk: Desk,
  message: Visit['message'],
  sender: Sender,
): Promise<Settlement> {
  // The answer carries the id that the page's client waits for, whatever else is wrong.
  const id = readId(message.text);
  try {
    let visit: Visit = { message, sender };
    for (const step of STEPS) {
      const next = await step(desk, visit);
      if ('ok' in next) return { ...next, id };
      visit = next;
    }
    throw new PageRefusal('unavailable');
  } catch (error) {
    return { id, ok: false, error: pageErrorOf(error) };
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new KeystampError('internal');
  return value;
}

function namedOf({ caller, question }: Visit): Named {
  const { origin, privateWindow } = known(caller);
  const asked = known(question);
  return { origin, privateWindow, name: asked.method === 'status' ? asked.params.id : asked.id };
}

/** Text becomes a question of the right form. */
async function parse(_: Desk, visit: Visit): Promise<Visit> {
  return { ...visit, question: readQuestion(readAsk(visit.message.text)) };
}

/** Who asks, by the browser's own word. */
async function reach(desk: Desk, visit: Visit): Promise<Visit> {
  const caller = readCaller(visit.sender, desk.ownId);
  if (!caller) throw new PageRefusal('not_active');
  return { ...visit, caller };
}

/** Nothing is exempt from the rate of its origin, its tab and its site group. */
async function rate(desk: Desk, visit: Visit): Promise<Visit> {
  const caller = known(visit.caller);
  const waitMs = desk.rates.take(caller);
  if (waitMs > 0) throw new PageRefusal('rate_limited', { waitMs });
  await desk.approvals.load();
  await desk.seats.take(caller, visit.message.seat);
  return visit;
}

/** Whether this site may have that at all. A repeated request is the one it repeats. */
async function permit(desk: Desk, visit: Visit): Promise<Visit> {
  const question = known(visit.question);
  const caller = known(visit.caller);
  if (question.method !== 'connect' && question.method !== 'request') return visit;
  const stored = isStored(desk, visit);
  // Whatever comes of it, it has been looked at: a refusal must not leave it behind unheard.
  stored.catch(() => undefined);
  const permission =
    question.method === 'connect'
      ? await connectPermission(desk, caller, question.params)
      : await operationPermission(desk, caller, question.params);
  const repeated = isRepeated(desk, visit, permission) || (await stored);
  return repeated ? visit : { ...visit, permission };
}

async function isStored(desk: Desk, visit: Visit): Promise<boolean> {
  return (await desk.outbox.get(await desk.entryId(namedOf(visit)))) !== undefined;
}

/** @throws PageRefusal when the name belongs to another request */
function isRepeated(desk: Desk, visit: Visit, { asked }: Permission): boolean {
  const named = namedOf(visit);
  const earlier = desk.approvals.find(named) ?? desk.approvals.ended(named);
  if (!earlier) return false;
  if (earlier.asked === asked || earlier.asked === '') return true;
  const field = named.name.startsWith('key:') ? 'idempotencyKey' : 'id';
  throw new PageRefusal('invalid_parameters', { field });
}

/** By the user, or by what the user allowed in advance. */
async function approve(desk: Desk, visit: Visit): Promise<Visit | Settlement> {
  const { permission } = visit;
  if (!permission) return showRepeated(desk, visit);
  const named = namedOf(visit);
  const connected = await alreadyConnected(desk, named, permission);
  if (connected) return connected;
  const { seat, clicked } = visit.message;
  const asking = { named, caller: known(visit.caller), seat, clicked, permission };
  const granted = await consumeGrant(desk, asking);
  if (!granted) await askUser(desk, asking);
  return { ...visit, granted };
}

/** A life of the worker may end between keeping a request and showing it; its bridge asks again. */
async function showRepeated(desk: Desk, visit: Visit): Promise<Visit> {
  const { method } = known(visit.question);
  const asksUser = method === 'request' || method === 'connect';
  const one = asksUser ? desk.approvals.find(namedOf(visit)) : undefined;
  if (one?.state === 'asking') await present(desk, one, visit.message.clicked);
  return visit;
}

async function alreadyConnected(
  desk: Desk,
  { name }: Named,
  { wish, site }: Permission,
): Promise<Settlement | undefined> {
  if (wish.kind !== 'connect' || !site?.profileId) return undefined;
  if (!wish.operations.every((one) => site.operations.includes(one))) return undefined;
  const { organizationId } = await desk.profiles.get(site.profileId);
  const { operations } = site;
  return {
    id: name,
    ok: true,
    answer: { kind: 'connected', id: name, organizationId, operations },
  };
}

/** Does what needs nobody any more. */
async function perform(desk: Desk, visit: Visit): Promise<Visit | Settlement> {
  const { granted } = visit;
  const answered = granted && isWished(granted) && (await finishGranted(desk, granted));
  if (answered) return answered;
  if (known(visit.question).method === 'disconnect') await disconnect(desk, known(visit.caller));
  return visit;
}

/** The answer: how far the request is. */
async function settle(desk: Desk, visit: Visit): Promise<Settlement> {
  const { method, id } = known(visit.question);
  if (method === 'disconnect') return { id, ok: true, answer: null };
  if (method === 'capabilities') {
    return { id, ok: true, answer: await capabilities(desk, known(visit.caller)) };
  }
  const named = namedOf(visit);
  await sitDown(desk, visit, named);
  const ended = desk.approvals.ended(named);
  if (ended) return ended.settlement;
  const waits = desk.approvals.find(named);
  if (waits && waits.state !== 'handed') {
    return { id, ok: true, answer: { kind: 'waiting', id: named.name } };
  }
  const entry = await settledEntry(desk, await desk.entryId(named));
  if (!entry) throw new PageRefusal('unknown_request');
  if (!isSettled(entry.record.state)) await follow(desk, visit, named, entry);
  return settlementOf(named.name, entry);
}

/**
 * It goes on: the page is told when it ends. Also one that asks again: the life of the worker that
 * answered it first may have ended before it noted whom to tell.
 */
async function follow(desk: Desk, visit: Visit, named: Named, entry: OutboxEntry): Promise<void> {
  if (!desk.approvals.find(named)) {
    await desk.approvals.put(handed(visit.granted ?? followed(visit, named, entry)));
  }
  // It may have ended before it was noted.
  void moved(desk, entry.record.id).catch(() => undefined);
}

function followed(visit: Visit, named: Named, { record }: OutboxEntry): Approval {
  const { origin, tabId, documentId } = known(visit.caller);
  const { seat, clicked } = visit.message;
  const { id, createdAt: at, operation, profileId } = record;
  const wish = { kind: 'operation', operation, profileId, parameters: {} } as const;
  const whose = { seat: { seat, tabId, documentId }, awayAt: null, group: origin, clicked };
  return { ...named, ...whose, id, at, asked: '', wish, state: 'handed', made: null, by: null };
}

/** The document that asks is the one to tell: a reload makes a new one of the same tab. */
async function sitDown(desk: Desk, visit: Visit, named: Named): Promise<void> {
  const one = desk.approvals.find(named);
  const { tabId, documentId } = known(visit.caller);
  const { seat } = visit.message;
  if (!one || (one.seat?.seat === seat && one.awayAt === null)) return;
  // Another tab of the site may look, and does not take the request away from a page that is there.
  if (one.seat && one.awayAt === null && one.seat.tabId !== tabId) return;
  await desk.approvals.put({ ...one, seat: { seat, tabId, documentId }, awayAt: null });
  desk.onChange();
}

async function settledEntry(desk: Desk, id: string): Promise<OutboxEntry | undefined> {
  const end = desk.now() + WAIT_MS;
  for (;;) {
    // Listening starts before the look, so that no change falls in between.
    const change = desk.changed(id, Math.max(0, end - desk.now()));
    const entry = await desk.outbox.get(id);
    if (!entry || isSettled(entry.record.state) || desk.now() >= end) return entry;
    if (entry.record.state === 'pending' || entry.record.state === 'waiting') return entry;
    await change;
  }
}

async function capabilities(desk: Desk, { origin, privateWindow }: Caller): Promise<Capabilities> {
  const base = { version: PROVIDER_VERSION, operations: PAGE_OPERATIONS };
  const site = await desk.sites.get(origin, privateWindow);
  if (!site?.profileId) return { ...base, connection: null };
  const { organizationId } = await desk.profiles.get(site.profileId);
  const grants = privateWindow ? [] : await desk.grants.listOf(origin);
  const { operations } = site;
  return {
    ...base,
    connection: { organizationId, operations, grants: grants.map(pageGrantOf) },
  };
}
