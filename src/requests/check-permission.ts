import type { Profiles } from '../activities/profiles.ts';
import type { Cooldowns } from '../permissions/cooldown.ts';
import type { Sites } from '../permissions/sites.ts';
import {
  decideOperation,
  decideConnect,
  type AccessDecision,
} from '../permissions/access-decision.ts';
import type { RequestedConnection } from '../protocol/pending-request.ts';
import type { Row } from '../protocol/operation-row.ts';
import { PAGE_OPERATIONS, rowOf } from '../protocol/operations.ts';
import type { ConnectParams, RequestParams } from '../protocol/page-api.ts';
import type { Site } from '../protocol/site.ts';
import { parametersOf, parseOpenParameters } from './open-parameters.ts';
import type { SiteOperation } from './request-record.ts';
import type { Caller } from './caller.ts';
import { digestOf } from './request-key.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { PageRefusal } from './page-refusal.ts';

/** What sites may do, and what keeps them from asking. */
export type PermissionDeps = {
  readonly sites: Sites;
  readonly cooldowns: Cooldowns;
  readonly profiles: Profiles;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What a page may have once the user or a grant approves it. */
export type PermissionCheck = {
  readonly requested: RequestedConnection | SiteOperation;
  /** SHA-256 of what the page requested. */
  readonly requestDigest: string;
  readonly decision: AccessDecision;
  readonly site: Site | undefined;
};

/** Operations that pages may never request are refused before any other check. */
function demandPageOperation(name: string, field: string): { row: Row; reach: 'ask' | 'grant' } {
  const row = rowOf(name);
  if (!row || row.pageAccess === 'never') throw new PageRefusal('unsupported_operation', { field });
  return { row, reach: row.pageAccess };
}

/**
 * Whether a site may connect with these operations.
 * @throws PageRefusal `unsupported_operation`, `invalid_parameters`, `refused`, `rate_limited`
 */
export async function checkConnect(
  deps: PermissionDeps,
  { origin, privateWindow, tabId }: Caller,
  { operations = PAGE_OPERATIONS, reason }: ConnectParams,
): Promise<PermissionCheck> {
  operations.forEach((name, at) => demandPageOperation(name, `operations.${at}`));
  if (operations.length === 0) {
    throw new PageRefusal('invalid_parameters', { field: 'operations', rule: 'too_short' });
  }
  const unique = [...new Set(operations)];
  const requested = { kind: 'connect', operations: unique, reason: reason ?? null } as const;
  const [site, cooldownUntil] = await Promise.all([
    deps.sites.get(origin, privateWindow),
    deps.cooldowns.activeUntil({ origin, tabId }),
  ]);
  const decision = decideConnect({ site, cooldownUntil, now: deps.now() });
  demandUnblocked(deps, decision, cooldownUntil);
  return { requested, requestDigest: await digestOf([unique, requested.reason]), decision, site };
}

/**
 * Whether a site may request an operation with these parameters.
 * @throws PageRefusal `unsupported_operation`, `not_connected`, `refused`, `rate_limited`;
 *   `invalid_input` naming the parameter
 */
export async function checkOperation(
  deps: PermissionDeps,
  { origin, privateWindow, tabId }: Caller,
  { operation, parameters }: RequestParams,
): Promise<PermissionCheck> {
  const { row, reach } = demandPageOperation(operation, 'operation');
  const [site, cooldownUntil] = await Promise.all([
    deps.sites.get(origin, privateWindow),
    deps.cooldowns.activeUntil({ origin, tabId }),
  ]);
  const context = { site, cooldownUntil, now: deps.now() };
  const decision = decideOperation({ ...context, operation, reach, privateWindow });
  demandUnblocked(deps, decision, cooldownUntil);
  const profileId = site?.profileId;
  if (decision === 'not_connected' || !profileId) throw new PageRefusal('not_connected');
  const shape = parametersOf(row, await deps.profiles.get(profileId));
  const { parameters: checked, open } = await withLateRules(() =>
    parseOpenParameters(shape, parameters),
  );
  const requested = { kind: 'operation', operation, profileId, parameters: checked, open } as const;
  return {
    requested,
    requestDigest: await digestOf([operation, checked, ...open]),
    // A grant covers what the site named: what is left to the user needs the user.
    decision: open.length > 0 ? 'ask' : decision,
    site,
  };
}

/** A blocked site learns only that it was refused. */
function demandUnblocked(
  deps: PermissionDeps,
  decision: AccessDecision,
  cooldownUntil: number | null,
): void {
  if (decision === 'blocked') throw new PageRefusal('refused');
  if (decision !== 'cooldown') return;
  throw new PageRefusal('rate_limited', { waitMs: Math.max(0, (cooldownUntil ?? 0) - deps.now()) });
}
