import type { Client } from '../../../client/client.ts';
import type { SigningReader } from '../../../client/read-signings.ts';
import { AUDIT_FORMAT, type AuditFile } from '../../../protocol/audit-file.ts';
import {
  HISTORY_FORMAT,
  MAX_HISTORY_PAGE,
  type HistoryFile,
  type HistoryFilter,
  type HistoryRecord,
  type HistorySummary,
} from '../../../protocol/history.ts';
import { isoTime, t } from '../../i18n.ts';
import { csvOf } from '../../records/csv.ts';
import { factText, operationText, originText } from './record-words.ts';

type HistoryClient = Pick<Client, 'call'>;

/**
 * Every record as it is stored, oldest first, for somebody else to verify: broken ones stay broken.
 * Reads up to the record that was the last when it began.
 */
export async function readHistoryFile(client: HistoryClient, now: number): Promise<HistoryFile> {
  const { first, last }: HistorySummary = await client.call('history_summary', {});
  const records: unknown[] = [];
  for (let next = first; next > 0 && next <= last;) {
    const limit = Math.min(MAX_HISTORY_PAGE, last - next + 1);
    const part = await client.call('history_range', { first: next, limit });
    if (part.length === 0) break;
    records.push(...part);
    next += limit;
  }
  const end = records.at(-1);
  const isRecord = typeof end === 'object' && end !== null && 'digest' in end;
  const digest = isRecord && typeof end.digest === 'string' ? end.digest : '0'.repeat(64);
  const head = { sequence: last, digest };
  return { format: HISTORY_FORMAT, exportedAt: now, head, records };
}

/** A list with an item a line. */
const linesOf = (list: readonly unknown[]): string =>
  `[\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]`;

/** One record a line: a file of this is read by line, and compared by line. */
export function textOfHistoryFile(file: HistoryFile | AuditFile): string {
  const { records, ...about } = file;
  const signings = 'signings' in file ? `,"signings":${linesOf(file.signings)}` : '';
  const head = JSON.stringify({ ...about, signings: undefined }).slice(0, -1);
  return `${head},"records":${linesOf(records)}${signings}}\n`;
}

/** The same history with what keys signed, for auditors. Undefined if it was stopped. */
export async function readAuditFile(reader: SigningReader): Promise<AuditFile | undefined> {
  const [{ readSignings }, file] = await Promise.all([
    import('../../../client/read-signings.ts'),
    readHistoryFile(reader.client, reader.now()),
  ]);
  const signings = await readSignings(reader, file.records);
  return signings && { ...file, format: AUDIT_FORMAT, signings: [...signings] };
}

/** All records that match a filter, newest first. */
export async function readMatching(
  client: HistoryClient,
  filter: HistoryFilter,
): Promise<readonly HistoryRecord[]> {
  const records: HistoryRecord[] = [];
  for (;;) {
    const skip = records.length;
    const page = await client.call('history_page', { filter, skip, limit: MAX_HISTORY_PAGE });
    records.push(...page.records);
    if (page.records.length < MAX_HISTORY_PAGE) return records;
  }
}

/** The members of a record that a table has, with their headings. */
const COLUMNS: readonly (readonly [() => string, (record: HistoryRecord) => string | null])[] = [
  [() => t('history.column.number'), ({ sequence }) => String(sequence)],
  [() => t('history.at'), ({ at }) => isoTime(at)],
  [() => t('history.fact'), ({ fact }) => factText(fact)],
  [() => t('history.operation'), ({ operation }) => operation && operationText(operation)],
  [() => t('popup.activity.asker'), ({ origin }) => originText(origin) ?? null],
  [() => t('popup.method.with'), ({ method }) => method && t(`history.method.${method}`)],
  [() => t('history.type'), ({ type }) => type],
  [() => t('history.id'), ({ id }) => id],
  [() => t('popup.activity.id'), ({ activityId }) => activityId],
  [() => t('history.organizationId'), ({ organizationId }) => organizationId],
  [() => t('history.keyId'), ({ keyId }) => keyId],
  [() => t('history.body'), ({ body }) => body],
  [() => t('history.reply'), ({ reply }) => reply],
  [() => t('history.previous'), ({ previous }) => previous],
  [() => t('history.digest'), ({ digest }) => digest],
];

/** A table for a spreadsheet. */
export function csvOfHistory(records: readonly HistoryRecord[]): string {
  const rows = records.map((record) => COLUMNS.map(([, read]) => read(record) ?? ''));
  return csvOf([COLUMNS.map(([label]) => label()), ...rows]);
}
