import { strToU8 } from 'fflate';
import { listEntries, readEntry } from './archive.ts';
import type { Files, ArchiveEntry } from './archive.ts';

/*
 * Only equal bytes pass; everything else here explains how an archive differs. So nothing depends
 * on how strictly the archive is read.
 */

/** An entry that claims to be larger than this isn't unpacked to find where it differs. */
const MAX_BYTES = 64 * 1024 * 1024;

const LOCAL_HEADER = [0x50, 0x4b, 0x03, 0x04];

/**
 * How `given` differs from `expected`, the archive of `files`: one line per difference, the most
 * important first. No lines mean that both are the same, byte for byte.
 */
export function findDifferences(
  archive: Uint8Array,
  expected: Uint8Array,
  files: Files,
): readonly string[] {
  const at = firstDifference(archive, expected);
  if (at === undefined) return [];
  const listed = listing(archive);
  if (typeof listed === 'string') return [listed];
  const faults = [...nameFaults(listed), ...contentFaults(archive, listed, files)];
  if (faults.length > 0) return faults;
  const names = listed.map(({ name }) => name);
  if (names.join('\n') !== [...files.keys()].toSorted().join('\n')) {
    return ['All files are the same, but the archive lists them in another order.'];
  }
  return [`All files are the same, but the archive itself ${differsAt(archive, expected, at)}.`];
}

/** The entries, or why they can't be read. */
function listing(archive: Uint8Array): readonly ArchiveEntry[] | string {
  if (LOCAL_HEADER.some((byte, index) => archive[index] !== byte)) {
    return `It is not a zip archive: it begins with ${bytesAt(archive, 0, 4)}, not ${LOCAL_HEADER.map(byteToHex).join(' ')}.`;
  }
  try {
    return listEntries(archive);
  } catch {
    return `The archive is truncated or damaged: after ${archive.length} bytes its directory is missing or unreadable.`;
  }
}

function nameFaults(listed: readonly ArchiveEntry[]): readonly string[] {
  const names = listed.map(({ name }) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [
    ...names
      .filter(leavesFolder)
      .map((name) => `${printable(name)} is a path that leaves the archive’s folder.`),
    ...[...repeated].map(
      (name) =>
        `${printable(name)} is in the archive ${names.filter((one) => one === name).length} times.`,
    ),
  ];
}

/** Absolute, on another drive, or going up; with either slash, since unpackers accept both. */
const leavesFolder = (name: string): boolean =>
  /^(?:[/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');

function contentFaults(
  archive: Uint8Array,
  listed: readonly ArchiveEntry[],
  files: Files,
): readonly string[] {
  const entries = new Map(listed.map((entry) => [entry.name, entry]));
  const missing = [...files.keys()].toSorted().filter((name) => !entries.has(name));
  const extra = listed.filter(({ name }) => !files.has(name) && !leavesFolder(name));
  const renamed = extra.flatMap(({ name, bytes }) => {
    const from = missing.find((one) => hasSameContents(archive, { name, bytes }, files.get(one)));
    return from === undefined ? [] : [{ name, from }];
  });
  const differing = [...files].flatMap(([name, contents]) => {
    const entry = entries.get(name);
    return entry ? entryFaults(archive, entry, contents) : [];
  });
  const isRenamed = (wanted: string) =>
    renamed.some(({ name, from }) => wanted === name || wanted === from);
  return [
    ...renamed.map(
      ({ name, from }) => `${printable(from)} is called ${printable(name)} in the archive.`,
    ),
    ...missing.filter((name) => !isRenamed(name)).map((name) => `${printable(name)} is missing.`),
    ...extra
      .filter(({ name }) => !isRenamed(name))
      .map(({ name, bytes }) => `${printable(name)} (${bytes} bytes) is not part of the build.`),
    ...differing.toSorted(),
  ];
}

function hasSameContents(
  archive: Uint8Array,
  entry: ArchiveEntry,
  contents: Uint8Array | undefined,
): boolean {
  return contents !== undefined && entryFaults(archive, entry, contents).length === 0;
}

function entryFaults(
  archive: Uint8Array,
  entry: ArchiveEntry,
  contents: Uint8Array,
): readonly string[] {
  const name = printable(entry.name);
  if (entry.bytes > MAX_BYTES) {
    return [`${name} says that it has ${entry.bytes} bytes; ${contents.length} are expected.`];
  }
  const found = readContents(archive, entry.name);
  if (found === undefined) return [`${name} cannot be unpacked: its data is damaged.`];
  const at = firstDifference(found, contents);
  return at === undefined ? [] : [`${name} ${differsAt(found, contents, at)}.`];
}

function readContents(archive: Uint8Array, name: string): Uint8Array | undefined {
  try {
    return readEntry(archive, name);
  } catch {
    return undefined;
  }
}

/** The first position where the two differ; undefined when they're the same. */
function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : least;
}

function differsAt(found: Uint8Array, expected: Uint8Array, at: number): string {
  const sizes =
    found.length === expected.length
      ? ''
      : `; it has ${found.length} bytes, not ${expected.length}`;
  return `differs at byte ${at}: expected ${bytesAt(expected, at)}, found ${bytesAt(found, at)}${sizes}`;
}

const byteToHex = (byte: number): string => byte.toString(16).padStart(2, '0');

function bytesAt(from: Uint8Array, at: number, count = 8): string {
  const bytes = [...from.subarray(at, at + count)];
  return bytes.length === 0 ? 'the end' : bytes.map(byteToHex).join(' ');
}

/** A printable form of a name: a hostile one may contain control characters for a terminal. */
const printable = (name: string): string =>
  /^[\w@./-]+$/.test(name) ? name : JSON.stringify(name).replace(/[^\x20-\x7e]/g, escaped);

const escaped = (character: string): string =>
  strToU8(character).reduce((all, byte) => `${all}\\x${byteToHex(byte)}`, '');
