/*
 * Whether a pointer came to the button, or the button to the pointer. A click at a fixed spot is no
 * decision, at whatever rhythm and wherever the window opens: so a pointer has to be seen off the
 * button, and then on it, by a movement of its own. Positions are those on the screen, as they stay
 * what they are when a window opens or moves under a resting hand.
 */

/** How far a hand has to move to mean it, in CSS pixels: more than it trembles while it clicks. */
export const MIN_TRAVEL = 16;

/** One sample of a pointer. */
export type PointerSample = {
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
export type PointerPath = {
  readonly pointer: number;
  readonly place: string;
  /** Where it has been off the button since it was last on it; null before it was. */
  readonly outside: Box | null;
  /** It is on the button, and came there from off it. */
  readonly entered: boolean;
};

function growBox(box: Box | null, { x, y }: PointerSample): Box {
  if (!box) return { left: x, right: x, top: y, bottom: y };
  return {
    left: Math.min(box.left, x),
    right: Math.max(box.right, x),
    top: Math.min(box.top, y),
    bottom: Math.max(box.bottom, y),
  };
}

/** How far at most the pointer has come on one of the axes. */
function distanceFrom({ left, right, top, bottom }: Box, { x, y }: PointerSample): number {
  return Math.max(x - left, right - x, y - top, bottom - y);
}

/** Whether the path is of this pointer, and the button is where it was then. */
function isSamePath(
  path: PointerPath | null,
  { pointer, place }: PointerSample,
): path is PointerPath {
  return path?.pointer === pointer && path.place === place;
}

/**
 * The path after one more sample.
 * @param isArmed the button is armed: coming in before that is coming in too early
 */
export function extendPath(
  path: PointerPath | null,
  sample: PointerSample,
  isArmed: boolean,
): PointerPath {
  const { pointer, place, inside } = sample;
  const previous = isSamePath(path, sample) ? path : null;
  if (!inside) {
    const outside = growBox(previous?.entered ? null : (previous?.outside ?? null), sample);
    return { pointer, place, outside, entered: false };
  }
  if (!isArmed) return { pointer, place, outside: null, entered: false };
  const outside = previous?.outside ?? null;
  const entered =
    previous?.entered === true || (outside !== null && distanceFrom(outside, sample) >= MIN_TRAVEL);
  return { pointer, place, outside, entered };
}

/** The path of a pointer that was pressed elsewhere: it starts from there. */
export function startOutside(sample: PointerSample): PointerPath | null {
  return sample.inside ? null : extendPath(null, sample, false);
}

/** Whether this pointer came to the button by a movement of its own. */
export function hasEntered(path: PointerPath | null, sample: PointerSample): boolean {
  return isSamePath(path, sample) && path.entered;
}
