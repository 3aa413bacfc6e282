import type { Row } from '../protocol/operation-row.ts';
import type { Site } from '../protocol/site.ts';

/** How far pages may go with an operation; `never` is refused before any of this. */
export type Reach = Exclude<Row['pageAccess'], 'never'>;

/** What the decision about any request of a page looks at. */
type DecisionContext = {
  /** The site as this kind of window sees it; undefined when it is unknown. */
  readonly site: Site | undefined;
  readonly cooldownUntil: number | null;
  readonly now: number;
};

export type ConnectVerdict = 'blocked' | 'quiet' | 'ask';
export type Verdict = ConnectVerdict | 'not_connected' | 'may-consume-grant';

/** Whether the user is asked when a page wants to be connected. */
export function decideConnect({ site, cooldownUntil, now }: DecisionContext): ConnectVerdict {
  if (site?.blocked) return 'blocked';
  if (cooldownUntil !== null && now < cooldownUntil) return 'quiet';
  return 'ask';
}

/**
 * What becomes of an operation that a page asks for. A block and a quiet period come before
 * everything, grants too. `may-consume-grant`: a grant is looked for, and the user asked without one.
 */
export function decideOperation(
  request: DecisionContext & {
    readonly operation: string;
    readonly reach: Reach;
    readonly privateWindow: boolean;
  },
): Verdict {
  const { site, operation, reach, privateWindow } = request;
  const first = decideConnect(request);
  if (first !== 'ask') return first;
  if (!site || site.profileId === null) return 'not_connected';
  if (!site.operations.includes(operation)) return 'not_connected';
  return reach === 'grant' && !privateWindow ? 'may-consume-grant' : 'ask';
}
