// Checks what a file for auditors says of an activity that asked a key to sign. Needs no network.
import * as v from 'valibot';
import { fits, readTexts, signaturesOf, type ReadSigning } from '../src/client/audited-signing.ts';
import type { AuditedSigning, ServiceWord } from '../src/protocol/audit-file.ts';
import { isSameValue } from '../src/protocol/envelope.ts';
import type { HistoryRecord } from '../src/protocol/history.ts';
import { activity, policy, policyEvaluation } from '../src/protocol/service-records.ts';
import type { Forgery, VoteVerdict } from '../src/protocol/vote-verdict.ts';
import { checkActivity } from '../src/votes/check-activity.ts';

/**
 * Why a signing is broken:
 *
 * - `body`, `reply`: the text doesn't have the digest of the record
 * - `request`, `answer`: it has, and isn't a request or an answer of what the record is about
 * - `signature`: the answer isn't a signature over what was asked for, by the key that was named
 * - `listed`: what is listed of its signatures isn't what they are
 * - `service`: what the service says is about something else, or something else than it said before
 * - a forgery: of the activity or one of its votes
 */
export type SigningBreak =
  'body' | 'reply' | 'request' | 'answer' | 'signature' | 'listed' | 'service' | Forgery;

/**
 * What a check found: `proved` by the key of the address, `stated` by a key that the service says is the one,
 * `unchecked` where neither is known, `none` if nothing was signed, `not-kept` where its texts aren't in the file.
 */
export type SigningFinding =
  | { readonly broken: SigningBreak }
  | {
      readonly broken: undefined;
      readonly check: 'proved' | 'stated' | 'unchecked' | 'none' | 'not-kept';
      readonly votes: readonly VoteVerdict[];
    };

const Evaluations = v.nullable(v.array(policyEvaluation));
const Policies = v.nullable(v.array(policy));

/** What is wrong with what the service says, or how each vote was found. */
async function checkService(
  { activityId, organizationId, body: bodyDigest }: HistoryRecord,
  { activity: shown, evaluations, policies }: ServiceWord,
  { body, read }: { readonly body: string | null; readonly read: ReadSigning | undefined },
): Promise<SigningBreak | readonly VoteVerdict[]> {
  const parsed = v.safeParse(activity, shown);
  const said = v.safeParse(Evaluations, evaluations);
  if (!parsed.success || !said.success || !v.is(Policies, policies)) return 'service';
  const { output } = parsed;
  const isSame =
    output.fingerprint === `sha256:${bodyDigest ?? ''}` &&
    (said.output ?? []).every((one) => one.activityId === activityId) &&
    (!read || isSameValue(output.result, read.answered.result)) &&
    (!read || output.status === read.answered.status);
  if (!isSame) return 'service';
  const verdict = await checkActivity(output, {
    askedId: activityId ?? undefined,
    organizationId: organizationId ?? '',
    users: undefined,
    rpIds: [],
    seen: undefined,
    ownBody: body ?? undefined,
  });
  const forged = [...verdict.votes, verdict.activity].find(({ kind }) => kind === 'forged');
  return forged?.kind === 'forged' ? forged.reason : verdict.votes;
}

/** Checks a signing of a file against the record that says how it ended. */
export async function checkSigning(
  record: HistoryRecord,
  signing: AuditedSigning,
): Promise<SigningFinding> {
  const { body, reply, signatures, service } = signing;
  if (!fits(body, record.body)) return { broken: 'body' };
  if (!fits(reply, record.reply)) return { broken: 'reply' };
  const read = body === null || reply === null ? undefined : readTexts(record, body, reply);
  if (typeof read === 'string') return { broken: read };
  const isCompleted = record.fact === 'completed';
  const made = read && isCompleted ? signaturesOf(read, service?.signer ?? null) : undefined;
  if (made?.check === 'wrong') return { broken: 'signature' };
  if (!isSameValue(made?.signatures ?? [], signatures)) return { broken: 'listed' };
  const votes = service ? await checkService(record, service, { body, read }) : [];
  if (typeof votes === 'string') return { broken: votes };
  if (!read) return { broken: undefined, check: 'not-kept', votes };
  if (!made) return { broken: undefined, check: 'none', votes };
  const check = made.check === 'proved' && made.isStated ? 'stated' : made.check;
  return { broken: undefined, check, votes };
}
