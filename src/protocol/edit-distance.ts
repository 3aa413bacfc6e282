/** Optimal string alignment: as many letters left out, added, changed, or swapped with the next. */
export function editDistance(from: string, to: string): number {
  const a = Array.from(from);
  const b = Array.from(to);
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, other] of b.entries()) {
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other;
      row.push(
        Math.min(
          (above[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (above[j] ?? 0) + (letter === other ? 0 : 1),
          isSwap ? (before[j - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = above;
    above = row;
  }
  return above.at(-1) ?? 0;
}
