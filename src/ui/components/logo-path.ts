/**
 * The outline of a perforated stamp: a rectangle with semicircular notches and whole teeth at the
 * corners. `across` and `down` are the number of teeth on each side.
 */
export function perforatedOutline(
  [x, y]: readonly [number, number],
  tooth: number,
  across: number,
  down: number,
): string {
  const radius = tooth * 0.29;
  const bite = (dx: number, dy: number) =>
    `a${radius} ${radius} 0 0 0 ${2 * radius * dx} ${2 * radius * dy}`;
  const side = (dx: number, dy: number, teeth: number) => {
    const edge = (length: number) => `l${length * dx} ${length * dy}`;
    const inner = `${bite(dx, dy)}${edge(tooth - 2 * radius)}`.repeat(teeth - 2);
    return `${edge(tooth - radius)}${inner}${bite(dx, dy)}${edge(tooth - radius)}`;
  };
  return `M${x} ${y}${side(1, 0, across)}${side(0, 1, down)}${side(-1, 0, across)}${side(0, -1, down)}z`;
}

/** Teeth on each side of the logo, which is 32 units wide. */
const LOGO_TEETH = 6;
export const LOGO_OUTLINE = perforatedOutline([0, 0], 32 / LOGO_TEETH, LOGO_TEETH, LOGO_TEETH);
/** A key with a round bow and its hole (even-odd), shaft and two bits, centered in 32 units. */
export const LOGO_KEY =
  'M16 6.2a5 5 0 0 1 1.6 9.74V18h3.4v2.8h-3.4v1.4h2.6V25h-2.6v1.4h-3.2V15.94A5 5 0 0 1 16 6.2zM16 9a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 16 9z';
