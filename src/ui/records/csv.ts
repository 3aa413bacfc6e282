/*
 * A table as a file of comma-separated values (RFC 4180), for people who open it in a spreadsheet.
 */

/**
 * Where a spreadsheet may see a formula begin, in its wide forms as well: at the start of a cell, and
 * after anything in it that separates cells for somebody. A spreadsheet set to semicolons or tabs
 * reads our quotes as text from the first comma on, and splits what is inside them.
 */
const FORMULA_STARTS = /^(?=[\t\r\n\0])|(?:^|(?<=[;|\t\r\n]))(?=[\s"]*[=+\-@\0＝＋－＠])/g;

/**
 * A cell that no spreadsheet runs: names come from anyone, and `=HYPERLINK(…)` in a cell is a
 * formula. An apostrophe in front makes it text (owasp.org, "CSV Injection"). So a phone number has
 * one, too.
 */
const guardFormula = (text: string): string => text.replace(FORMULA_STARTS, "'");

const cellOf = (text: string): string => `"${guardFormula(text).replaceAll('"', '""')}"`;

/** Without this mark Excel reads UTF-8 as the system's own encoding. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** The text of a file with these rows, all cells in quotes. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

const MAX_NAME_LENGTH = 60;

/** Letters, digits and hyphens of a text: whatever else is in a name stays out of a file's name. */
const fileWord = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-+|-+$/g, '');

/** `Keystamp-Demo-organization-Wallets-2027-01-31.csv`; the day is that of the clock on the wall. */
export function fileNameOf(organization: string, title: string, at: number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const day = parts.map((part) => String(part).padStart(2, '0')).join('-');
  return `${['Keystamp', fileWord(organization), fileWord(title), day].filter(Boolean).join('-')}.csv`;
}
