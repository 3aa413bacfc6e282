/** `3f2c9a41…be07d1`: a long id by its two ends; short text as it is. */
export function shorten(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** An address cut into groups of four; a short last group is joined to the one before it. */
export function groupAddress(address: string): string[] {
  const chunks = address.match(/.{1,4}/gsu) ?? [];
  const last = chunks.at(-1);
  if (chunks.length > 1 && last !== undefined && last.length < 3) {
    return [...chunks.slice(0, -2), `${chunks.at(-2) ?? ''}${last}`];
  }
  return chunks;
}

/** Joins class names, leaving out what is not there. */
export function joinClassNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
