// An activity that asked a key to sign, as a file for auditors has it: read in Keystamp, and by `npm run verify-log`,
// with the record of the sealed log. Load lazily: it comes with curves and codecs.
import * as v from 'valibot';
import { digestOfText } from '../crypto/immediate-digest.ts';
import type { AuditedSigning, ServiceWord } from '../protocol/audit-file.ts';
import { isTooDeep, parseResult } from '../protocol/envelope.ts';
import { CURVE } from '../protocol/enums.ts';
import type { HistoryFact, HistoryRecord } from '../protocol/history.ts';
import { signsWithKey, versionOfType, type Version } from '../protocol/operation-row.ts';
import { submitRowOf } from '../protocol/operations.ts';
import type { Values } from '../protocol/parse.ts';
import { activity, type Activity } from '../protocol/service-records.ts';
import { readVoteMessage } from '../votes/message.ts';
import { readMadeSignatures, type MadeSignatures, type StatedKey } from './made-signatures.ts';

const ENDS: readonly HistoryFact[] = ['completed', 'failed', 'rejected'];

/** Whether a record says how an activity ended that asked a key to sign. */
export function isEndedSigning({ operation, fact, reply }: HistoryRecord): boolean {
  const row = operation === null ? undefined : submitRowOf(operation);
  return row !== undefined && signsWithKey(row) && ENDS.includes(fact) && reply !== null;
}

type Texts = Pick<AuditedSigning, 'body' | 'reply'>;

/** Whether a text has a digest, if both are known. */
export const fits = (text: string | null, wanted: string | null): boolean =>
  text === null || digestOfText(text) === wanted;

/** The texts of a signing that its record is about; the others aren't kept. */
export const keptTexts = ({ body, reply }: HistoryRecord, texts: Texts): Texts => ({
  body: fits(texts.body, body) ? texts.body : null,
  reply: fits(texts.reply, reply) ? texts.reply : null,
});

/** JSON that says one thing only, as `JSON.stringify` writes it. Undefined for anything else. */
function readPlainJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isTooDeep(json) || JSON.stringify(json) !== text ? undefined : json;
  } catch {
    return undefined;
  }
}

export type ReadSigning = {
  readonly version: Version;
  readonly parameters: Values;
  readonly answered: Activity;
};

/** What was stamped and what was answered, both as the record says; or which of them isn't that. */
export function readTexts(
  record: HistoryRecord,
  body: string,
  reply: string,
): ReadSigning | 'request' | 'answer' {
  const { operation, type, organizationId, activityId } = record;
  const row = submitRowOf(operation ?? '');
  const version = row && versionOfType(row, type ?? '');
  const request = readVoteMessage(body);
  if (!version || request?.type !== type || request?.organizationId !== organizationId)
    return 'request';
  const parsed = v.safeParse(activity, readPlainJson(reply));
  if (!parsed.success) return 'answer';
  const answered = parsed.output;
  const isOfRecord =
    answered.id === activityId &&
    answered.organizationId === organizationId &&
    answered.type === type &&
    answered.fingerprint === `sha256:${record.body ?? ''}` &&
    answered.status === `ACTIVITY_STATUS_${record.fact.toUpperCase()}`;
  return isOfRecord ? { version, parameters: request.parameters, answered } : 'answer';
}

const Stated = v.object({ curve: v.picklist(CURVE), publicKey: v.string() });

/** The signatures of a signing that completed, and how far they are proved. */
export function signaturesOf(
  { version, parameters, answered }: ReadSigning,
  signer: ServiceWord['signer'],
): MadeSignatures & { readonly isStated: boolean } {
  try {
    const result = parseResult(version, answered);
    const made = readMadeSignatures(parameters, result);
    const stated: StatedKey | undefined = v.is(Stated, signer) ? signer : undefined;
    if (made.check !== 'unchecked' || !stated) return { ...made, isStated: false };
    return { ...readMadeSignatures(parameters, result, stated), isStated: true };
  } catch {
    // Whatever the result is, it isn't one of this operation.
    return { check: 'wrong', signatures: [], isStated: false };
  }
}

/** What a file lists of the signatures that texts have. */
export function listSignatures(
  record: HistoryRecord,
  { body, reply }: Texts,
  signer: ServiceWord['signer'],
): AuditedSigning['signatures'] {
  if (record.fact !== 'completed' || body === null || reply === null) return [];
  const read = readTexts(record, body, reply);
  return typeof read === 'string' ? [] : [...signaturesOf(read, signer).signatures];
}
