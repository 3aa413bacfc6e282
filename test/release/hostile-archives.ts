import { Zip, ZipDeflate } from 'fflate';

/** An archive of exactly these entries, in this order: names may be hostile, or repeat. */
export function archiveOf(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, contents] of entries) {
    const entry = new ZipDeflate(name, { level: 9 });
    entry.mtime = new Date(1980, 0, 1, 12);
    zip.add(entry);
    entry.push(contents, true);
  }
  zip.end();
  return Buffer.concat(parts);
}
