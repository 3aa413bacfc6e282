/** `3f2c9a41…be07d1`: a long id by its two ends; short text as it is. */
export function shorten(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** An address cut into groups of four; a short last group is joined to the one before it. */
export function groups(address: string): string[] {
  const cut = address.match(/.{1,4}/gsu) ?? [];
  const last = cut.at(-1);
  if (cut.length > 1 && last !== undefined && last.length < 3) {
    return [...cut.slice(0, -2), `${cut.at(-2) ?? ''}${last}`];
  }
  return cut;
}

/** Joins class names, leaving out what is not there. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
