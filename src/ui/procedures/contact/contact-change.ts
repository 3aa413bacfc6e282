import {
  CODE_SECONDS,
  isTokenRefusal,
  MAX_CODE_TRIES,
  readCodeRefusal,
} from '../../../protocol/one-time-code.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { versionFor, versionOfType, type Generation } from '../../../protocol/operation-row.ts';
import type { VerificationSteps } from '../../../protocol/operations.ts';
import { endOfLife } from '../../../protocol/time.ts';
import { millisecondsOf } from '../../../protocol/service-records.ts';
import { missingPrerequisiteFields, readPrerequisiteResult } from '../../forms/model.ts';
import { stateOfStage } from '../stage-state.ts';
import type { Values } from '../../../protocol/parse.ts';

/*
 * A contact on its way into a user's record: a code is sent to it, the code is checked, and the contact
 * is set with the token that the check gave. Each of the three is an activity, and where the change
 * is follows from their ids and from how the latest one is doing. So it goes on wherever it was left.
 */

/** Why a code leads nowhere any more: only a new one helps. */
export const CODE_ENDS = [
  'expired',
  'locked',
  'used',
  'generation',
  'token',
  'unreadable',
] as const;
export type CodeEnd = (typeof CODE_ENDS)[number];

/** A change as it is kept while the popup is closed. Code and token aren't in it. */
export type ContactChange = {
  /** The new contact: as typed, then as the code was sent to. */
  readonly contact: string;
  /** The activities of the three stages. The latest one that has an id is the present one. */
  readonly sendId: string | null;
  readonly checkId: string | null;
  readonly setId: string | null;
  /** Wrong codes typed so far. */
  readonly wrongTries: number;
  readonly ended: CodeEnd | null;
};

const STAGES = ['send', 'check', 'set'] as const;
export type Stage = (typeof STAGES)[number];

/** What a change goes through: one that is saved unverified has only the last stage. */
export const stagesOf = ({ checkId, setId }: ContactChange): readonly Stage[] =>
  checkId === null && setId !== null ? ['set'] : STAGES;

const ID_OF = { send: 'sendId', check: 'checkId', set: 'setId' } as const;

/** A change that has only been typed. */
export const startChange = (contact: string): ContactChange => ({
  contact,
  sendId: null,
  checkId: null,
  setId: null,
  wrongTries: 0,
  ended: null,
});

/** The latest stage that was begun, and its activity. */
export function stageOf(
  change: ContactChange,
): { readonly stage: Stage; readonly id: string } | undefined {
  const stage = STAGES.findLast((candidate) => change[ID_OF[candidate]] !== null);
  const id = stage && change[ID_OF[stage]];
  return stage && id ? { stage, id } : undefined;
}

/** The change with a stage begun. Sending a new code starts the change again: the stages of the former code no longer count. */
export function withStage(change: ContactChange, stage: Stage, id: string): ContactChange {
  if (stage === 'send') return { ...startChange(change.contact), sendId: id };
  return { ...change, [ID_OF[stage]]: id };
}

/** The change as if a stage had never been begun. */
export function withoutStage(change: ContactChange, stage: Stage): ContactChange {
  return { ...change, [ID_OF[stage]]: null };
}

/** Where a change is. */
export type ContactStep =
  /** The contact is typed. */
  | { readonly at: 'contact' }
  /** The stage's activity isn't finished, or not known yet. */
  | { readonly at: 'running'; readonly stage: Stage }
  /** The stage's activity ended without its effect, or nobody can tell. */
  | { readonly at: 'failed'; readonly stage: Stage }
  /** The code is typed, until `expiresAt` (milliseconds since the epoch on this computer's clock). */
  | {
      readonly at: 'code';
      readonly sendResult: Values;
      readonly expiresAt: number;
      readonly triesLeft: number;
    }
  | { readonly at: 'ended'; readonly why: CodeEnd }
  /** The code was right; `proof` is what goes along with the contact. */
  | { readonly at: 'verified'; readonly proof: Readonly<Record<string, string>> }
  | { readonly at: 'done' };

/** What a step follows from besides the change itself. */
export type StepFacts = {
  readonly steps: VerificationSteps;
  /** The profile's. A code of the other one can't be answered any more. */
  readonly generation: Generation;
  /** The service's clock minus this computer's, in milliseconds. */
  readonly skewMs: number;
};

/** Where a change is, by the entry of its present stage; undefined while that isn't known. */
export function stepOf(
  change: ContactChange,
  entry: EntryView | undefined,
  facts: StepFacts,
): ContactStep {
  const { stage } = stageOf(change) ?? {};
  if (!stage) return { at: 'contact' };
  if (change.ended && stage === 'send') return { at: 'ended', why: change.ended };
  const state = stateOfStage(entry);
  if (!entry || state === 'going' || state === 'waiting') return { at: 'running', stage };
  if (state !== 'done') return { at: 'failed', stage };
  switch (stage) {
    case 'send':
      return codeStep(change, entry, facts);
    case 'check':
      return verifiedStep(entry, facts);
    case 'set':
      return { at: 'done' };
  }
}

function codeStep(
  { wrongTries }: ContactChange,
  entry: EntryView,
  { steps, generation, skewMs }: StepFacts,
): ContactStep {
  const { send, check, prerequisite } = steps;
  const { fields } = versionFor(check, generation);
  const sendResult = readPrerequisiteResult(prerequisite, fields, entry.result ?? {});
  const isOfGeneration = versionOfType(send, entry.type)?.generation === generation;
  if (!isOfGeneration || missingPrerequisiteFields(fields, sendResult).length > 0)
    return { at: 'ended', why: 'generation' };
  const triesLeft = MAX_CODE_TRIES - wrongTries;
  return { at: 'code', sendResult, expiresAt: expiryOf(entry, skewMs), triesLeft };
}

/** When the code that an activity sent stops working, on this computer's clock. */
function expiryOf({ activity, parameters, updatedAt }: EntryView, skewMs: number): number {
  const at = millisecondsOf(activity?.updatedAt ?? activity?.createdAt);
  const lifeSeconds = Number(parameters?.['expirationSeconds'] ?? CODE_SECONDS);
  const from = at === undefined ? updatedAt : at - skewMs;
  return endOfLife(from, lifeSeconds) ?? from;
}

/** The token is in the outbox, sealed, and comes back to the page that had the code checked. */
function verifiedStep({ result }: EntryView, { steps }: StepFacts): ContactStep {
  const proof = Object.entries(steps.fieldsFromResult).flatMap(([field, member]) => {
    const value = result?.[member];
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
  });
  return proof.length === Object.keys(steps.fieldsFromResult).length
    ? { at: 'verified', proof: Object.fromEntries(proof) }
    : { at: 'ended', why: 'unreadable' };
}

/**
 * The change after its present stage was refused for the code's or the token's sake; undefined where
 * nothing of that kind happened.
 */
export function afterRefusal(change: ContactChange, entry: EntryView): ContactChange | undefined {
  const { stage } = stageOf(change) ?? {};
  if (!entry.error || ['going', 'waiting', 'done'].includes(stateOfStage(entry))) return undefined;
  if (stage === 'set' && change.checkId !== null && isTokenRefusal(entry.error))
    return { ...change, checkId: null, setId: null, ended: 'token' };
  const refusal = stage === 'check' ? readCodeRefusal(entry.error) : undefined;
  if (!refusal) return undefined;
  const back = withoutStage(change, 'check');
  if (refusal !== 'wrong') return { ...back, ended: refusal };
  const wrongTries = change.wrongTries + 1;
  return { ...back, wrongTries, ended: wrongTries >= MAX_CODE_TRIES ? 'locked' : null };
}
