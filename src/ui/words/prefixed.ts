/** The words under their keys with a prefix. */
export function prefixed<M>(
  prefix: string,
  words: Readonly<Record<string, M>>,
): Readonly<Record<string, M>> {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [prefix + key, text]));
}
