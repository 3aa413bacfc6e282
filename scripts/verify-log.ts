import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { createChainCheck } from '../src/history/chain-check.ts';
import { historyFile, type ChainBreak, type HistoryFile } from '../src/protocol/history.ts';

const HELP = `npm run verify-log -- FILE [--head DIGEST]

Verifies a history that Keystamp exported as JSON (docs/history.md): that no record was changed,
removed, added or moved since it was written. Needs neither the browser nor a key.

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

function readLog(text: string): HistoryFile | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'This file isn’t JSON. Export the history as JSON, not as CSV.';
  }
  const parsed = v.safeParse(historyFile, json);
  if (parsed.success) return parsed.output;
  const member = v.getDotPath(parsed.issues[0]) ?? 'the whole';
  return `This isn’t a history that Keystamp exported: “${member}” isn’t what it should be.`;
}

/**
 * Verifies the text of an exported file.
 * @param expectedHead the last record's digest, if it is known from elsewhere
 */
export function verifyLog(text: string, expectedHead?: string): LogVerdict {
  const file = readLog(text);
  if (typeof file === 'string') return refused(file);
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
  if (count === 0) return { code: 0, text: 'Whole: an empty history.' };
  const range = `records ${sequence - count + 1} to ${sequence}`;
  return { code: 0, text: `Whole: ${range}. The last one’s digest is ${digest}.` };
}

function main(args: readonly string[]): LogVerdict {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [path] = positionals;
  if (values.help) return { code: 0, text: HELP };
  if (path === undefined || positionals.length > 1) return refused(HELP);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return refused(`${path} can’t be read.`);
  }
  return verifyLog(text, values.head);
}

if (process.argv[1]?.endsWith('verify-log.ts')) {
  const { code, text } = main(process.argv.slice(2));
  if (code === 0) console.log(text);
  else console.error(text);
  process.exitCode = code;
}
