import { demandProfile } from '../../activities/authorization.ts';
import type { Asker } from '../../permissions/quiet.ts';
import type {
  ApprovalView,
  Decided,
  Decision,
  OpenedApproval,
  Queue,
  SiteRefusal,
} from '../../protocol/approval.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Choice } from '../../protocol/passkey.ts';
import { choiceOf } from '../../protocol/profile.ts';
import type { GrantWish } from '../../protocol/site.ts';
import { demandBody, isFresh, type Made } from '../made-body.ts';
import { placesOf } from './approving.ts';
import type { Approval } from './approvals.ts';
import type { Desk } from './desk.ts';
import { connectedTell, grantsTell } from './events.ts';
import { blockGroup } from './leaving.ts';
import { makeWished } from './performing.ts';
import {
  end,
  endAll,
  finish,
  isAllowed,
  isPresent,
  isWished,
  sweep,
  undecidedOf,
  type Wished,
} from './waiting.ts';

/*
 * What the user sees of the requests that wait, and decides.
 */

/** Everything that waits, oldest first. */
export async function queue(desk: Desk): Promise<Queue> {
  await desk.approvals.load();
  await sweep(desk);
  // Those that are not there any more are gone from the next list.
  void desk.presence.look(desk);
  const shown = desk.approvals.all().filter(({ state }) => state !== 'handed');
  return { items: shown.map(viewOf) };
}

function viewOf(one: Approval): ApprovalView {
  const { id, origin, group, privateWindow, at, wish, awayAt } = one;
  const state = one.state === 'performing' ? 'performing' : awayAt === null ? 'asking' : 'away';
  if (wish.kind === 'connect') return { id, origin, group, privateWindow, at, state, wish };
  const { kind, operation, profileId } = wish;
  const slim = { kind, operation, profileId };
  return { id, origin, group, privateWindow, at, state, wish: slim };
}

function demandAsking(desk: Desk, id: string): Approval {
  const one = desk.approvals.get(id);
  if (one?.state === 'asking') return one;
  throw new KeystampError('approval_gone');
}

function demandWished(one: Approval): Wished {
  if (isWished(one)) return one;
  throw new KeystampError('invalid_input', undefined, { field: 'id' });
}

/**
 * Everything about one operation that waits, with the exact body. The body stays the same while it
 * is fresh. Errors: `approval_gone`, `vault_locked`, `profile_unknown`, `invalid_input`.
 */
export async function open(desk: Desk, id: string): Promise<OpenedApproval> {
  await desk.approvals.load();
  if (!(await desk.isUnlocked())) throw new KeystampError('vault_locked');
  const one = demandWished(demandAsking(desk, id));
  const kept = one.made && isFresh(one.made, desk.now()) ? one.made : undefined;
  const made = kept ?? (await makeAndKeep(desk, one));
  const { operation, profileId, parameters } = one.wish;
  const profile = await desk.profiles.get(profileId);
  const choice = choiceOf(profile, operation, await desk.managed());
  return {
    id,
    operation,
    profileId,
    type: made.draft?.type ?? null,
    parameters: made.draft?.parameters ?? parameters,
    body: made.body,
    digest: made.digest,
    choice,
    grantable: isGrantable(one, choice),
  };
}

async function makeAndKeep(desk: Desk, one: Wished): Promise<Made> {
  const made = await makeWished(desk, one);
  const now = demandAsking(desk, one.id);
  // Another page of ours has made one meanwhile: all show the same.
  if (now.made && now.made !== one.made) return now.made;
  await desk.approvals.put({ ...now, made });
  return made;
}

/** Carries out what the user decided. Errors: see the calls table. */
export async function decide(desk: Desk, id: string, decision: Decision): Promise<Decided> {
  await desk.approvals.load();
  await sweep(desk);
  const one = demandAsking(desk, id);
  await desk.window.decided(placesOf([one]));
  if (decision.kind === 'refuse') await refuse(desk, one);
  else if (decision.kind === 'connect') await connect(desk, one, decision);
  else await approve(desk, demandWished(one), decision);
  const stamped = desk.approvals.get(id)?.state === 'handed' || (await isStored(desk, id));
  return { queue: await queue(desk), entryId: stamped ? id : null };
}

async function isStored(desk: Desk, id: string): Promise<boolean> {
  return (await desk.outbox.get(id)) !== undefined;
}

/** What ends makes room, also in a full area; then it is counted. */
async function refuse(desk: Desk, one: Approval): Promise<void> {
  await endAll(desk, [one], 'refused');
  await desk.quiet.refused(askerOf(one)).catch(() => undefined);
}

const askerOf = ({ origin, seat }: Pick<Approval, 'origin' | 'seat'>): Asker => ({
  origin,
  tabId: seat?.tabId ?? null,
});

type Site = Pick<Approval, 'origin' | 'privateWindow'>;

/**
 * Refuses what waits of a site by now, which may be nothing; then what the user wants for later is
 * noted, also in a full area.
 */
export async function refuseSite(
  desk: Desk,
  { origin, privateWindow }: Site,
  { quietMs, block }: SiteRefusal,
): Promise<Queue> {
  await desk.approvals.load();
  await sweep(desk);
  const all = await undecidedOf(desk, origin);
  await desk.window.decided(placesOf(all));
  await endAll(desk, all, 'refused');
  const asker = askerOf({ origin, seat: all[0]?.seat ?? null });
  try {
    await desk.quiet.refused(asker);
    if (quietMs > 0) await desk.quiet.for(asker, quietMs);
  } catch {
    // It is refused, which is what was asked for most.
  }
  if (block) await blockGroup(desk, origin, { blocked: true, privateWindow });
  return queue(desk);
}

/**
 * That a request is after the look-ups what it was before them. What was withdrawn or replaced meanwhile
 * has changed, whatever its page says of itself.
 * @throws `approval_changed`, `approval_away`
 */
function demandSame(desk: Desk, one: Approval, present: boolean): void {
  const now = desk.approvals.get(one.id);
  if (now && !present) throw new KeystampError('approval_away');
  if (now !== one) throw new KeystampError('approval_changed');
}

type Consent = Extract<Decision, { kind: 'connect' }>;

async function connect(desk: Desk, one: Approval, consent: Consent): Promise<void> {
  const { wish, origin, privateWindow } = one;
  if (!(await desk.isUnlocked())) throw new KeystampError('vault_locked');
  const wanted = wish.kind === 'connect' ? wish.operations : [];
  const operations = wanted.filter((name) => consent.operations.includes(name));
  if (operations.length === 0 || operations.length !== consent.operations.length) {
    throw new KeystampError('invalid_input', undefined, { field: 'operations' });
  }
  const profile = await desk.profiles.get(consent.profileId);
  const { id: profileId, organizationId } = profile;
  await demandProfile(desk, profile);
  if (!(await isAllowed(desk, one))) {
    await endAll(desk, [one], 'refused');
    throw new KeystampError('approval_gone');
  }
  demandSame(desk, one, await isPresent(desk, one));
  const before = await desk.sites.get(origin, privateWindow);
  const same = before?.profileId === profileId;
  const all = same ? [...new Set([...before.operations, ...operations])] : operations;
  await desk.sites.connect({ origin, privateWindow, profileId, operations: all });
  const facts = { organizationId, operations: all };
  const answer = { kind: 'connected', id: one.name, ...facts } as const;
  await end(desk, one, { id: one.name, ok: true, answer });
  void desk.seats.sayAll(one, connectedTell(facts));
}

type Approved = Extract<Decision, { kind: 'approve' }>;

async function approve(desk: Desk, one: Wished, { digest, by, grant }: Approved): Promise<void> {
  if (!(await desk.isUnlocked())) throw new KeystampError('vault_locked');
  const { origin, privateWindow, wish } = one;
  const [site, present] = await Promise.all([
    desk.sites.get(origin, privateWindow),
    isPresent(desk, one),
    demandBody(one.made, digest, desk.now()),
  ]);
  if (!(await isAllowed(desk, one))) {
    await endAll(desk, [one], 'refused');
    throw new KeystampError('approval_gone');
  }
  const stands =
    site?.blocked === false &&
    site.profileId === wish.profileId &&
    site.operations.includes(wish.operation);
  if (!stands) {
    await endAll(desk, [one], 'withdrawn');
    throw new KeystampError('approval_gone');
  }
  // From this look to the mark nothing else runs: whatever changed it made another record of it.
  demandSame(desk, one, present);
  const approved = { ...one, by, state: 'performing' } as const;
  // Kept while it is carried out, if there is room: should only the outbox have it, it is found there
  // by its id.
  const kept = desk.approvals.put(approved).catch(() => undefined);
  desk.onChange();
  await Promise.all([kept, finish(desk, approved)]);
  void desk.sites.used(origin, privateWindow).catch(() => undefined);
  if (grant) await allow(desk, one, grant);
}

/** What nobody is asked for is stamped by the key: where a passkey is the rule, no grant helps. */
function isGrantable({ wish, privateWindow }: Wished, { methods }: Choice): boolean {
  return rowOf(wish.operation)?.page === 'grant' && !privateWindow && methods[0] === 'key';
}

async function allow(desk: Desk, one: Wished, wanted: GrantWish): Promise<void> {
  const { origin, wish } = one;
  const { operation, profileId } = wish;
  const profile = await desk.profiles.get(profileId);
  const choice = choiceOf(profile, operation, await desk.managed());
  if (!isGrantable(one, choice)) {
    throw new KeystampError('invalid_input', undefined, { field: 'grant' });
  }
  await desk.grants.add({ origin, profileId, operation, wish: wanted });
  void desk.seats.sayAll(
    { origin, privateWindow: false },
    grantsTell(await desk.grants.listOf(origin)),
  );
}
