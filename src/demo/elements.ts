/*
 * Elements of a page without a framework: text is always text, never markup.
 */

type Child = Node | string;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes (true: present without a value) and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
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

/** A button that is busy, and cannot be pressed again, until `act` has ended. */
export function button(
  label: string,
  act: () => Promise<void> | void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = make('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', () => {
    element.disabled = true;
    void Promise.resolve(act()).finally(() => {
      element.disabled = false;
    });
  });
  return element;
}

/** A labelled text field. */
export function textField(
  label: string,
  attributes: Attributes = {},
): { readonly place: HTMLElement; readonly input: HTMLInputElement } {
  const input = make('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    ...attributes,
  });
  return { place: make('label', { class: 'field' }, make('span', {}, label), input), input };
}

/** Names and values, one below the other. */
export function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  const list = make('dl', { class: 'facts' });
  for (const [name, value] of rows) list.append(make('dt', {}, name), make('dd', {}, value));
  return list;
}

/** The element of the page's own markup with this id; throws where the markup has none. */
export function placeOf(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
