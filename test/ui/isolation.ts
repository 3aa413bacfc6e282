/* Names from right to left that stand in text without isolation: they would move what is around them. */

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
/** Isolated in plain text, innermost first. */
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/gu;
const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt'];

function isUnisolated(text: string): boolean {
  let rest = text;
  for (let before = ''; rest !== before;) {
    before = rest;
    rest = rest.replace(ISOLATED, '');
  }
  return RIGHT_TO_LEFT.test(rest);
}

/** A text of its own: an isolated element, or one that the browser lays out by itself. */
const isPlace = (element: Element | null): boolean =>
  element !== null && element.closest('bdi, [dir="auto"], option, textarea') !== null;

/** Every such place; an attribute that is nothing but one of `names` stands alone. */
export function unisolated(root: Element, names: readonly string[]): readonly string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (isUnisolated(text) && !isPlace(node.parentElement)) texts.push(text);
  }
  // The title of an element has its direction.
  const others = [...root.querySelectorAll('*:not(bdi, [dir="auto"])')];
  const attributes = others.flatMap((element) =>
    ATTRIBUTES.flatMap((name) => {
      const value = element.getAttribute(name) ?? '';
      return isUnisolated(value) && !names.includes(value) ? [`${name}="${value}"`] : [];
    }),
  );
  return [...texts, ...attributes];
}
