/** What a fingerprint begins with, which says nothing of it. */
const FINGERPRINT_SCHEME = 'sha256:';

/**
 * Shortens a long ID to its two ends, as in `3f2c9a41…be07d1`. Short text stays as it is. A fingerprint's
 * first end is that of its digits.
 */
export function shorten(text: string, head = 8, tail = 6): string {
  const from = text.startsWith(FINGERPRINT_SCHEME) ? FINGERPRINT_SCHEME.length + head : head;
  return text.length <= from + tail + 3 ? text : `${text.slice(0, from)}…${text.slice(-tail)}`;
}

/** Splits an address into groups of four. A shorter last group joins the one before it. */
export function groupAddress(address: string): string[] {
  const chunks = address.match(/.{1,4}/gsu) ?? [];
  const last = chunks.at(-1);
  if (chunks.length > 1 && last !== undefined && last.length < 3) {
    return [...chunks.slice(0, -2), `${chunks.at(-2) ?? ''}${last}`];
  }
  return chunks;
}

/** Whole seconds as minutes and seconds: `4:05`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Joins class names and skips missing ones. */
export function joinClassNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
