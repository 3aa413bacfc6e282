import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Zippable } from 'fflate';

/** The content of an archive: names with forward slashes, and their bytes. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** An entry as the archive's own directory lists it; its content has not been read. */
export type ArchiveEntry = { readonly name: string; readonly bytes: number };

/**
 * The same for every entry. A zip has local time without a zone, so this is no exact moment: fflate
 * writes what the local clock showed, and noon is in no time zone's gap.
 */
const TIME = new Date(1980, 0, 1, 12);
/** A plain file that everyone may read, as a Unix mode in the upper half. */
const ATTRIBUTES = 0o100644 * 0x1_0000;
const UNIX = 3;

/** The same bytes for the same files, whatever their order, times and owners. */
export function pack(files: Files): Uint8Array {
  const options = { level: 9, mtime: TIME, os: UNIX, attrs: ATTRIBUTES } as const;
  const names = [...files.keys()].toSorted();
  const entries: Zippable = Object.fromEntries(
    names.map((name) => [name, [files.get(name) ?? strToU8(''), options]]),
  );
  return zipSync(entries);
}

/** Every file below a folder. */
export function readFolder(folder: string): Files {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)] as const);
  return new Map(found);
}

/** More than any of our archives has. A directory of a few bytes can claim four billion entries. */
const MAX_ENTRIES = 20_000;

/** The archive's own list, in its order and with duplicates. Throws when it isn't an archive. */
export function listEntries(archive: Uint8Array): readonly ArchiveEntry[] {
  const found: ArchiveEntry[] = [];
  unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (found.length === MAX_ENTRIES) throw new Error('too many entries');
      found.push({ name, bytes: originalSize });
      return false;
    },
  });
  return found;
}

/** One entry's content. Throws when its compressed data is damaged. */
export function readEntry(archive: Uint8Array, entryName: string): Uint8Array {
  const files = unzipSync(archive, { filter: ({ name }) => name === entryName });
  const contents = files[entryName];
  if (contents === undefined) throw new Error(`no entry ${entryName}`);
  return contents;
}
