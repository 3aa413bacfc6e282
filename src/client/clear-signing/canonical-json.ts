/* JSON with one form for each value (RFC 8785): what a hash of JSON is over. */

/** Levels of lists and objects. */
const MAX_DEPTH = 64;

/** Half a surrogate pair has no bytes in UTF-8. */
const canonicalText = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('half a surrogate pair');
  return JSON.stringify(text);
};

/** Of a value that JSON.parse gave. @throws TypeError for what isn't JSON, or is too deep */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError('too deep');
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value))
    return `[${value.map((one: unknown) => canonicalJson(one, depth + 1)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError('not JSON');
  // By UTF-16 code units, as texts compare (RFC 8785, 3.2.3).
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([key, inner]: [string, unknown]) =>
        `${canonicalText(key)}:${canonicalJson(inner, depth + 1)}`,
    );
  return `{${members.join(',')}}`;
}
