import * as v from 'valibot';
import { isEndedSigning } from '../src/client/audited-signing.ts';
import { auditedSigning, type AuditedSigning, type AuditFile } from '../src/protocol/audit-file.ts';
import { isTooDeep } from '../src/protocol/envelope.ts';
import { historyRecord, type HistoryRecord } from '../src/protocol/history.ts';
import { checkSigning, type SigningBreak, type SigningFinding } from './check-signing.ts';

/* What a file for auditors says of signatures, each against the record of the sealed log that it belongs to. */

const WORDS: Readonly<Partial<Record<SigningBreak, string>>> = {
  body: 'the body in the file isn’t the one that was stamped',
  reply: 'the answer in the file isn’t the one that came',
  request: 'what was stamped isn’t a request of the record’s type and organization',
  answer: 'what was answered isn’t about the record’s activity',
  signature: 'the answer isn’t a signature over what was asked for, by the key that was named',
  listed: 'what the file lists of its signatures isn’t what was asked for and answered',
  service: 'what the service says is about something else, or isn’t what it said before',
};
const wordsOf = (reason: SigningBreak): string =>
  WORDS[reason] ?? `the activity or a vote that the service shows is forged (${reason})`;

type Checked = {
  readonly record: HistoryRecord;
  readonly signing: AuditedSigning;
  readonly found: Extract<SigningFinding, { broken: undefined }>;
};

/** A line on some of the signings, if there are any. */
const lineOf = (list: readonly Checked[], text: string): readonly string[] =>
  list.length === 0
    ? []
    : [`${text} (record ${list.map(({ record }) => record.sequence).join(', ')}).`];

function signaturesIn(list: readonly Checked[]): string {
  const count = list.reduce((sum, { signing }) => sum + signing.signatures.length, 0);
  return count === 1 ? '1 signature' : `${count} signatures`;
}

/** What was proved, what only the service says, and what can't be told. */
function summarize(all: readonly Checked[]): readonly string[] {
  const by = (check: Checked['found']['check']) => all.filter(({ found }) => found.check === check);
  const [proved, stated, unchecked] = [by('proved'), by('stated'), by('unchecked')];
  const isSent = ({ signing }: Checked) => signing.signatures.some(({ chain }) => chain !== null);
  const unasked = all.filter(({ signing }) => signing.service === null);
  const votes = all.flatMap(({ found }) => found.votes);
  const verified = votes.filter(({ kind }) => kind === 'verified').length;
  return [
    `Activities that asked a key to sign, and ended: ${all.length}.`,
    ...lineOf(
      proved,
      `Proved: ${signaturesIn(proved)} over what was asked for, by the key of the named address`,
    ),
    ...lineOf(
      stated,
      `Proved, if the service names the right key for the id: ${signaturesIn(stated)} over what was asked for`,
    ),
    ...lineOf(
      unchecked.filter(isSent),
      'Not checked: the service sent it and keeps the signature; status and hash are its word',
    ),
    ...lineOf(
      unchecked.filter((one) => !isSent(one)),
      'Not checked: nothing says which key was named',
    ),
    ...lineOf(by('none'), 'Nothing was signed'),
    ...lineOf(by('not-kept'), 'Not checked: what was asked for or answered isn’t kept'),
    ...lineOf(unasked, 'No votes and policies: the service wasn’t reached'),
    ...(unasked.length === all.length
      ? []
      : [
          `Votes: ${verified} of ${votes.length} have a valid stamp. Whose keys they are is the service’s word.`,
          'Policies, and what they said, are the service’s word.',
        ]),
  ];
}

/** Verifies the signings of a file whose records are whole. Returns what is wrong with the first broken one. */
export async function verifySignings(file: AuditFile): Promise<{
  readonly fault: string | undefined;
  readonly lines: readonly string[];
}> {
  const records = file.records
    .map((record) => v.parse(historyRecord, record))
    .filter(isEndedSigning);
  const all: Checked[] = [];
  const broken = (sequence: number, text: string) => ({
    fault: `record ${sequence}: ${text}.`,
    lines: [],
  });
  for (const [at, record] of records.entries()) {
    const { sequence } = record;
    const stored = file.signings[at];
    if (stored === undefined) return broken(sequence, 'its signing is missing in the file');
    const parsed = v.safeParse(auditedSigning, isTooDeep(stored) ? undefined : stored);
    if (!parsed.success) return broken(sequence, 'its signing isn’t one that Keystamp writes');
    const signing = parsed.output;
    if (signing.sequence !== sequence) return broken(sequence, 'another signing is in its place');
    const found = await checkSigning(record, signing);
    if (found.broken !== undefined) return broken(sequence, wordsOf(found.broken));
    all.push({ record, signing, found });
  }
  const last = records.at(-1)?.sequence ?? 0;
  if (file.signings.length > records.length) {
    return broken(last, 'signings come after it that no record is of');
  }
  return { fault: undefined, lines: summarize(all) };
}
