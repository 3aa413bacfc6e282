/**
 * Reads comma-separated values as RFC 4180 says, character by character: written for the tests, from
 * the standard and not from the code that writes them.
 * @throws Error for anything that the standard doesn't have
 */
export function readCsv(file: string): string[][] {
  const text = file.startsWith('\u{FEFF}') ? file.slice(1) : file;
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? readQuoted(text, at) : readBare(text, at);
    row.push(cell);
    at = next;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`at ${at}: neither a comma nor the end of a line`);
  }
  return rows;
}

function readQuoted(text: string, start: number): readonly [cell: string, next: number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return [cell, at + 1];
  }
  throw new Error(`at ${start}: the quotes have no end`);
}

function readBare(text: string, start: number): readonly [cell: string, next: number] {
  let at = start;
  while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) {
    if (text[at] === '"' || text[at] === '\n') throw new Error(`at ${at}: only in quotes`);
    at += 1;
  }
  return [text.slice(start, at), at];
}
