/*
 * Whether a pointer came to the button, or the button to the pointer. A click at a fixed spot is no
 * decision, at whatever rhythm and wherever the window opens: so a pointer has to be seen off the
 * button, and then on it, by a movement of its own. Positions are those on the screen, as they stay
 * what they are when a window opens or moves under a resting hand.
 */

/** How far a hand has to move to mean it, in CSS pixels: more than it trembles while it clicks. */
export const TRAVEL = 16;

/** One look at a pointer. */
export type Sighting = {
  readonly pointer: number;
  /** On the button, by the button's edges. */
  readonly inside: boolean;
  /** On the screen. */
  readonly x: number;
  readonly y: number;
  /** Names where on the screen the button is: by another name it has moved. */
  readonly place: string;
};

type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** What is known of the pointer that moved last. */
export type Path = {
  readonly pointer: number;
  readonly place: string;
  /** Where it has been off the button since it was last on it; null before it was. */
  readonly off: Box | null;
  /** It is on the button, and came there from off it. */
  readonly came: boolean;
};

function around(box: Box | null, { x, y }: Sighting): Box {
  if (!box) return { left: x, right: x, top: y, bottom: y };
  return {
    left: Math.min(box.left, x),
    right: Math.max(box.right, x),
    top: Math.min(box.top, y),
    bottom: Math.max(box.bottom, y),
  };
}

/** How far at most the pointer has come on one of the axes. */
function travelled({ left, right, top, bottom }: Box, { x, y }: Sighting): number {
  return Math.max(x - left, right - x, y - top, bottom - y);
}

/** Whether the path is of this pointer, and the button is where it was then. */
function continues(path: Path | null, { pointer, place }: Sighting): path is Path {
  return path?.pointer === pointer && path.place === place;
}

/**
 * The path after one more look.
 * @param counts the button is armed: coming in before that is coming in too early
 */
export function follow(path: Path | null, sighting: Sighting, counts: boolean): Path {
  const { pointer, place, inside } = sighting;
  const before = continues(path, sighting) ? path : null;
  if (!inside) {
    const off = around(before?.came ? null : (before?.off ?? null), sighting);
    return { pointer, place, off, came: false };
  }
  if (!counts) return { pointer, place, off: null, came: false };
  const off = before?.off ?? null;
  const came = before?.came === true || (off !== null && travelled(off, sighting) >= TRAVEL);
  return { pointer, place, off, came };
}

/** The path of a pointer that was pressed elsewhere: it starts from there. */
export function pressedElsewhere(sighting: Sighting): Path | null {
  return sighting.inside ? null : follow(null, sighting, false);
}

/** Whether this pointer came to the button by a movement of its own. */
export function cameIn(path: Path | null, sighting: Sighting): boolean {
  return continues(path, sighting) && path.came;
}
