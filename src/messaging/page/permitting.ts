import { decide, decideConnect, type Verdict } from '../../permissions/policy.ts';
import type { ConnectWish } from '../../protocol/approval.ts';
import { versionFor, type Row } from '../../protocol/operation.ts';
import { PAGE_OPERATIONS, rowOf } from '../../protocol/operations.ts';
import type { ConnectParams, RequestParams } from '../../protocol/page.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { Site } from '../../protocol/site.ts';
import type { PageWish } from './approvals.ts';
import type { Caller } from './caller.ts';
import type { Desk } from './desk.ts';
import { digestOf } from './names.ts';
import { PageRefusal } from './refusal.ts';

/** What a page may have, once the user or a grant says so. */
export type Permission = {
  readonly wish: ConnectWish | PageWish;
  /** SHA-256 of what was asked. */
  readonly asked: string;
  readonly verdict: Verdict;
  readonly site: Site | undefined;
};

/** Operations that pages may never ask for are refused before anything else is looked at. */
function demandReach(name: string, field: string): { row: Row; reach: 'ask' | 'grant' } {
  const row = rowOf(name);
  if (!row || row.page === 'never') throw new PageRefusal('unsupported_operation', { field });
  return { row, reach: row.page };
}

/**
 * Whether a site may be connected as it wishes.
 * @throws PageRefusal `unsupported_operation`, `invalid_parameters`, `refused`, `rate_limited`
 */
export async function connectPermission(
  desk: Desk,
  { origin, privateWindow, tabId }: Caller,
  { operations = PAGE_OPERATIONS, reason }: ConnectParams,
): Promise<Permission> {
  operations.forEach((name, at) => demandReach(name, `operations.${at}`));
  if (operations.length === 0) {
    throw new PageRefusal('invalid_parameters', { field: 'operations', rule: 'too_short' });
  }
  const unique = [...new Set(operations)];
  const wish = { kind: 'connect', operations: unique, reason: reason ?? null } as const;
  const [site, quietUntil] = await Promise.all([
    desk.sites.get(origin, privateWindow),
    desk.quiet.until({ origin, tabId }),
  ]);
  const verdict = decideConnect({ site, quietUntil, now: desk.now() });
  demandHeard(desk, verdict, quietUntil);
  return { wish, asked: await digestOf([unique, wish.reason]), verdict, site };
}

/**
 * Whether a site may ask for an operation with these parameters.
 * @throws PageRefusal `unsupported_operation`, `not_connected`, `refused`, `rate_limited`;
 * `invalid_input` naming the parameter
 */
export async function operationPermission(
  desk: Desk,
  { origin, privateWindow, tabId }: Caller,
  { operation, parameters }: RequestParams,
): Promise<Permission> {
  const { row, reach } = demandReach(operation, 'operation');
  const [site, quietUntil] = await Promise.all([
    desk.sites.get(origin, privateWindow),
    desk.quiet.until({ origin, tabId }),
  ]);
  const standing = { site, quietUntil, now: desk.now() };
  const verdict = decide({ ...standing, operation, reach, privateWindow });
  demandHeard(desk, verdict, quietUntil);
  const profileId = site?.profileId;
  if (verdict === 'not_connected' || !profileId) throw new PageRefusal('not_connected');
  const checked = await parametersOf(desk, row, profileId, parameters);
  const wish = { kind: 'operation', operation, profileId, parameters: checked } as const;
  return { wish, asked: await digestOf([operation, checked]), verdict, site };
}

/** A blocked site learns no more than that it was refused. */
function demandHeard(desk: Desk, verdict: Verdict, quietUntil: number | null): void {
  if (verdict === 'blocked') throw new PageRefusal('refused');
  if (verdict !== 'quiet') return;
  throw new PageRefusal('rate_limited', { waitMs: Math.max(0, (quietUntil ?? 0) - desk.now()) });
}

async function parametersOf(
  desk: Desk,
  row: Row,
  profileId: string,
  parameters: RequestParams['parameters'],
): Promise<PageWish['parameters']> {
  const { otpGeneration } = await desk.profiles.get(profileId);
  const one = row.kind === 'query' ? row : versionFor(row, otpGeneration);
  return parseOrThrow(one.parameters, parameters, 'parameters');
}
