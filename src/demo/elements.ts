/*
 * Elements of a page without a framework: text is always text, never markup.
 */

type Child = Node | string;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes (true: present without a value) and children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** A button that is busy, and can't be pressed again, until `act` has finished. */
export function createButton(
  label: string,
  act: () => Promise<void> | void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = createElement('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', () => {
    element.disabled = true;
    void Promise.resolve(act()).finally(() => {
      element.disabled = false;
    });
  });
  return element;
}

/** A labeled text field. */
export function createTextField(
  label: string,
  attributes: Attributes = {},
): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const input = createElement('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    ...attributes,
  });
  return {
    element: createElement('label', { class: 'field' }, createElement('span', {}, label), input),
    input,
  };
}

/** Names and values, one below the other. */
export function createDefinitionList(rows: readonly (readonly [string, string])[]): HTMLElement {
  const list = createElement('dl', { class: 'facts' });
  for (const [name, value] of rows)
    list.append(createElement('dt', {}, name), createElement('dd', {}, value));
  return list;
}

/** The element with this id in the page's own markup; throws if the markup has none. */
export function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
