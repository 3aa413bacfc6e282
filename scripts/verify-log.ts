import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { createChainCheck } from '../src/history/chain-check.ts';
import {
  AUDIT_FORMAT,
  auditFile,
  MAX_AUDIT_BYTES,
  type AuditFile,
} from '../src/protocol/audit-file.ts';
import { historyFile, type ChainBreak, type HistoryFile } from '../src/protocol/history.ts';

const HELP = `npm run verify-log -- FILE [--head DIGEST]

Verifies a history that Keystamp exported as JSON or for auditors (docs/history.md): that no record was
changed, removed, added or moved since it was written; and of a file for auditors, that each signature in it is
over what was asked for, by the key that was named, and that votes have valid stamps. What can't be
checked without the service is said. Needs neither the browser, a network nor a key.

  --head    the digest of the last record, noted at another time or place. Without it a history that
            was written anew as a whole can't be told from a real one: only Keystamp itself can do that.

Ends with 0 if the history is whole, with 1 if it is broken, and names the first broken record, and
with 2 if FILE isn't such a file.`;

const WORDS: Readonly<Record<ChainBreak['reason'], string>> = {
  form: 'it isn’t a record that Keystamp writes',
  changed: 'its content was changed after it was written',
  order: 'another record is in its place',
  unlinked: 'it doesn’t follow the record before it',
  missing: 'it’s gone, and no record says that it was deleted',
};

/** How a verification ended: the exit code, and what to say. */
export type LogVerdict = { readonly code: 0 | 1 | 2; readonly text: string };

const refused = (text: string): LogVerdict => ({ code: 2, text });
const broken = (text: string): LogVerdict => ({ code: 1, text: `Broken: ${text}` });

const Format = v.object({ format: v.literal(AUDIT_FORMAT) });

function readLog(text: string): HistoryFile | AuditFile | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'This file isn’t JSON, or was cut off. Export the history as JSON or for auditors, not as CSV.';
  }
  const parsed = v.safeParse(v.is(Format, json) ? auditFile : historyFile, json);
  if (parsed.success) return parsed.output;
  const member = v.getDotPath(parsed.issues[0]) ?? 'the whole';
  return `This isn’t a history that Keystamp exported: “${member}” isn’t what it should be.`;
}

/** What is wrong with the records of a file, or the words for what it has. */
function verifyRecords(file: Pick<HistoryFile, 'head' | 'records'>, expectedHead?: string) {
  const check = createChainCheck();
  for (const record of file.records) {
    const found = check.take(record);
    if (found) return broken(`record ${found.sequence}: ${WORDS[found.reason]}.`);
  }
  const missing = check.finish();
  if (missing) return broken(`record ${missing.sequence}: ${WORDS[missing.reason]}.`);
  const { sequence, digest } = check.end();
  if (sequence < file.head.sequence) {
    return broken(`record ${sequence + 1}: ${WORDS.missing}.`);
  }
  if (sequence !== file.head.sequence || digest !== file.head.digest) {
    return broken(`record ${sequence}: the file says that another one is the last.`);
  }
  if (expectedHead !== undefined && expectedHead.toLowerCase() !== digest) {
    return broken(`record ${sequence}: its digest isn’t the one that you noted.`);
  }
  const count = file.records.length;
  if (count === 0) return 'Whole: an empty history.';
  const range = `records ${sequence - count + 1} to ${sequence}`;
  return `Whole: ${range}. The last one’s digest is ${digest}.`;
}

/**
 * Verifies the text of an exported file.
 * @param expectedHead the last record's digest, if it is known from elsewhere
 */
export async function verifyLog(text: string, expectedHead?: string): Promise<LogVerdict> {
  const file = readLog(text);
  if (typeof file === 'string') return refused(file);
  const said = verifyRecords(file, expectedHead);
  if (typeof said !== 'string') return said;
  if (!('signings' in file)) return { code: 0, text: said };
  // Codecs and curves come with it, which the log alone has no use for.
  const { verifySignings } = await import('./verify-signings.ts');
  const { fault, lines } = await verifySignings(file);
  return fault === undefined ? { code: 0, text: [said, ...lines].join('\n') } : broken(fault);
}

/** The text of a file, or why it isn't read. */
export function readLogFile(path: string, maxBytes = MAX_AUDIT_BYTES): string | LogVerdict {
  try {
    if (statSync(path).size > maxBytes) {
      return refused(`${path} is larger than ${maxBytes / 1_000_000} MB.`);
    }
    return readFileSync(path, 'utf8');
  } catch {
    return refused(`${path} can’t be read.`);
  }
}

async function main(args: readonly string[]): Promise<LogVerdict> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [path] = positionals;
  if (values.help) return { code: 0, text: HELP };
  if (path === undefined || positionals.length > 1) return refused(HELP);
  const text = readLogFile(path);
  return typeof text === 'string' ? verifyLog(text, values.head) : text;
}

if (process.argv[1]?.endsWith('verify-log.ts')) {
  const { code, text } = await main(process.argv.slice(2));
  if (code === 0) console.log(text);
  else console.error(text);
  process.exitCode = code;
}
