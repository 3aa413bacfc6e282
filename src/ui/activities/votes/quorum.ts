import type { Activity } from '../../../protocol/service-records.ts';
import { millisecondsOf } from '../../../protocol/service-records.ts';
import { VOTING_MS, windowBegin } from '../../../protocol/voting-window.ts';

/*
 * Who has approved, and who still must, as far as the organization's own rules say it (docs/policies.md, Who
 * may approve). Only a few forms of consensus are counted here; any other is shown as its text.
 */

/** What is asked of the approvals: so many, of these users, or of whoever counts. */
export type Requirement = {
  readonly threshold: number;
  /** Users who approved and count, each once. */
  readonly approved: readonly string[];
  /** Users who may still fill it. Undefined if the rule names none. */
  readonly candidates: readonly string[] | undefined;
};

/** A rule that the activity waits for: the root quorum (no name), or a policy. */
export type QuorumRule = {
  readonly policyName: string | undefined;
  /** Every one must be met. Undefined if the text says something else. */
  readonly requirements: readonly Requirement[] | undefined;
  readonly text: string;
};

export type QuorumFacts = {
  readonly approved: readonly string[];
  readonly rootQuorum:
    { readonly threshold: number; readonly userIds: readonly string[] } | undefined;
  /** The policies that wait for more votes. */
  readonly policies: readonly { readonly policyName: string; readonly consensus: string }[];
  /** The users that have a tag; undefined if the users aren't known. */
  readonly usersWithTag: (tagId: string) => readonly string[] | undefined;
};

/** When the votes that count lapse; undefined if the service says no times. */
export function windowEndOf({ votes, createdAt }: Activity): number | undefined {
  const times = (votes ?? []).map((vote) => millisecondsOf(vote.createdAt));
  const begins = windowBegin(times, Infinity);
  const since = begins ?? millisecondsOf(createdAt);
  return since === undefined ? undefined : since + VOTING_MS;
}

/** The users whose approvals count now, each once: those since the present window began. */
export function approversOf(activity: Activity, now: number): readonly string[] {
  const end = windowEndOf(activity);
  if (end === undefined || now >= end) return [];
  const approvals = (activity.votes ?? []).filter(({ selection, createdAt }) => {
    const at = millisecondsOf(createdAt);
    return selection === 'VOTE_SELECTION_APPROVED' && at !== undefined && at >= end - VOTING_MS;
  });
  return [...new Set(approvals.map(({ userId }) => userId))];
}

/** The rules that an activity waits for; none if nothing is known of them. */
export function quorumRules(facts: QuorumFacts): readonly QuorumRule[] {
  const { approved, rootQuorum, policies } = facts;
  const fromPolicies = policies.map(({ policyName, consensus }) => ({
    policyName,
    requirements: readRequirements(consensus, facts),
    text: consensus,
  }));
  const isAskedOfRoot = rootQuorum?.userIds.some((id) => approved.includes(id));
  if (!rootQuorum || !isAskedOfRoot) return fromPolicies;
  const root = { threshold: rootQuorum.threshold, ...among(rootQuorum.userIds, approved) };
  return [...fromPolicies, { policyName: undefined, requirements: [root], text: '' }];
}

function among(userIds: readonly string[], approved: readonly string[]) {
  return {
    approved: userIds.filter((id) => approved.includes(id)),
    candidates: userIds.filter((id) => !approved.includes(id)),
  };
}

const ID = "'([^']*)'";
const COUNT = /^approvers\.count\(\)\s*>=\s*(\d{1,3})$/;
const ONE_USER = new RegExp(`^approvers\\.any\\((\\w+),\\s*\\1\\.id\\s*==\\s*${ID}\\)$`);
const ONE_TAGGED = new RegExp(`^approvers\\.any\\((\\w+),\\s*\\1\\.tags\\.contains\\(${ID}\\)\\)$`);
const SOME_TAGGED = new RegExp(
  `^approvers\\.filter\\((\\w+),\\s*\\1\\.tags\\.contains\\(${ID}\\)\\)\\.count\\(\\)\\s*>=\\s*(\\d{1,3})$`,
);

/** Undefined unless every part has one of the forms above: what isn't understood names nobody. */
function readRequirements(
  consensus: string,
  facts: QuorumFacts,
): readonly Requirement[] | undefined {
  const requirements = consensus.split('&&').map((part) => readRequirement(part.trim(), facts));
  return requirements.every((one) => one !== undefined) ? requirements : undefined;
}

function readRequirement(
  text: string,
  { approved, usersWithTag }: QuorumFacts,
): Requirement | undefined {
  const [, count] = COUNT.exec(text) ?? [];
  if (count !== undefined) return { threshold: Number(count), approved, candidates: undefined };
  const [, , userId] = ONE_USER.exec(text) ?? [];
  if (userId !== undefined) return { threshold: 1, ...among([userId], approved) };
  const [, , tag, some = '1'] = ONE_TAGGED.exec(text) ?? SOME_TAGGED.exec(text) ?? [];
  const tagged = tag === undefined ? undefined : usersWithTag(tag);
  return tagged && { threshold: Number(some), ...among(tagged, approved) };
}
