import type { Row } from '../protocol/operation-row.ts';
import type { Site } from '../protocol/site.ts';

/** How far pages may go with an operation. `never` is rejected before any of this. */
export type Reach = Exclude<Row['pageAccess'], 'never'>;

/** What the decision about any page request depends on. */
type DecisionContext = {
  /** The site as this kind of window sees it. Undefined if it's unknown. */
  readonly site: Site | undefined;
  readonly cooldownUntil: number | null;
  readonly now: number;
};

export type ConnectDecision = 'blocked' | 'cooldown' | 'ask';
export type AccessDecision = ConnectDecision | 'not_connected' | 'may-consume-grant';

/** Whether to ask the user when a page wants to connect. */
export function decideConnect({ site, cooldownUntil, now }: DecisionContext): ConnectDecision {
  if (site?.blocked) return 'blocked';
  if (cooldownUntil !== null && now < cooldownUntil) return 'cooldown';
  return 'ask';
}

/**
 * What happens to an operation that a page requests. A block or a cooldown comes before everything
 * else, even grants. `may-consume-grant`: look for a grant, and ask the user if there is none.
 */
export function decideOperation(
  request: DecisionContext & {
    readonly operation: string;
    readonly reach: Reach;
    readonly privateWindow: boolean;
  },
): AccessDecision {
  const { site, operation, reach, privateWindow } = request;
  const first = decideConnect(request);
  if (first !== 'ask') return first;
  if (!site || site.profileId === null) return 'not_connected';
  if (!site.operations.includes(operation)) return 'not_connected';
  return reach === 'grant' && !privateWindow ? 'may-consume-grant' : 'ask';
}
