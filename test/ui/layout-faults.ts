/*
 * What is wrong with how a page stands: texts over each other, texts cut off, IDs that take the room
 * of names. Found in the drawn boxes, so that no screen has to be known.
 */

type DrawnText = { readonly text: string; readonly box: DOMRect; readonly element: Element };

/** Where a name is cut on purpose: its whole text is in a title, or on the screen itself. */
const CUT_ON_PURPOSE = '.top-title, .profile-name, .chip-name, select, .hidden, [data-cut]';
/** A letter's overhang, and rounding. */
const TOLERANCE = 2;

/** The part of a box that no ancestor cuts off; undefined if nothing of it is drawn. */
function visiblePart(box: DOMRect, element: Element): DOMRect | undefined {
  let { left, top, right, bottom } = box;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(at);
    if (overflowX !== 'visible' || overflowY !== 'visible') {
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    if (position === 'fixed') break;
  }
  const isDrawn = right - left > TOLERANCE && bottom - top > TOLERANCE;
  return isDrawn ? new DOMRect(left, top, right - left, bottom - top) : undefined;
}

function drawnTexts(root: Element): readonly DrawnText[] {
  const found: DrawnText[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('.hidden, option, script, style')) continue;
    // What is folded away keeps its boxes, but isn't drawn.
    if (!element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = visiblePart(rect, element);
      if (box) found.push({ text, box, element });
    }
  }
  return found;
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  // Lines of text stand close: their boxes may touch by a fraction.
  return width > TOLERANCE && height > Math.min(a.height, b.height) * 0.3;
}

/** Texts of different elements that stand over each other. */
export function overlaps(root: Element): readonly string[] {
  const texts = drawnTexts(root);
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter((other) => other.element !== one.element && overlap(one.box, other.box))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

/** Texts that reach out of the page, or out of what cuts them off, to the side. */
export function cutTexts(root: Element): readonly string[] {
  const width = document.documentElement.clientWidth;
  const isOutside = ({ box }: DrawnText) => box.right > width + 0.5 || box.left < -0.5;
  const outside = drawnTexts(root).filter(isOutside);
  const boxes = [...root.querySelectorAll('*')].filter((element) => {
    if (element.closest(CUT_ON_PURPOSE) || element.clientWidth === 0) return false;
    const { overflowX } = getComputedStyle(element);
    return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
  });
  return [
    ...outside.map(({ text }) => text),
    ...boxes.map((element) => element.outerHTML.slice(0, 120)),
  ];
}

/** Bytes in the line of a name that are wider than the name. */
export function squeezedNames(root: Element): readonly string[] {
  const pairs = [...root.querySelectorAll('.row, .picker-option, .chip')].flatMap((row) => {
    const name = row.querySelector('.row-title, .picker-name, .chip-name')?.getBoundingClientRect();
    return [...row.querySelectorAll('.mono')].map((id) => ({ id, name }));
  });
  return pairs.flatMap(({ id, name }) => {
    const box = id.getBoundingClientRect();
    const isBeside = name && box.top < name.bottom - TOLERANCE && box.bottom > name.top + TOLERANCE;
    return isBeside && box.width > name.width ? [id.textContent] : [];
  });
}
