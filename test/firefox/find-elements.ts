/*
 * Runs inside a page of Firefox, as text: it refers to nothing outside itself except Testing
 * Library, which firefox-page.ts injects first.
 */

/** One step of a locator, such as `getByRole('button', { name })` or `nth(0)`. */
export type Step =
  | { readonly by: 'role'; readonly role: string; readonly name?: TextMatch }
  | { readonly by: 'label' | 'text'; readonly name: TextMatch }
  | { readonly by: 'css'; readonly selector: string; readonly hasText?: TextMatch }
  | { readonly by: 'nth'; readonly at: number }
  | { readonly by: 'or'; readonly steps: readonly Step[] };

/**
 * A text as Playwright matches it: a part in any case, the whole text with `exact`, or a pattern.
 */
export type TextMatch = {
  readonly text: string;
  readonly exact: boolean;
  readonly pattern?: string;
};

export type ElementQuery = { readonly steps: readonly Step[] };

/** What a locator finds, and everything that a test may read about it. */
export type FoundElements = {
  readonly elements: readonly Element[];
  readonly visible: readonly boolean[];
  readonly url: string;
};

type MatchOptions = Readonly<Record<string, unknown>>;
type ByRole = (place: Element, role: string, options: MatchOptions) => Element[];
type ByText = (place: Element, name: string | RegExp, options: MatchOptions) => Element[];
type Library = {
  readonly queryAllByRole: ByRole;
  readonly queryAllByLabelText: ByText;
  readonly queryAllByText: ByText;
};

/** All elements that the steps lead to, in document order; null without the library. */
export function findElements({ steps }: ElementQuery): FoundElements | null {
  const library = Reflect.get(globalThis, 'TestingLibraryDom') as Library | undefined;
  if (!library) return null;
  const escape = (text: string) => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const matcher = ({ text, exact, pattern }: TextMatch): RegExp => {
    if (pattern !== undefined) return new RegExp(text, pattern);
    return exact ? new RegExp(`^${escape(plain(text))}$`) : new RegExp(escape(plain(text)), 'i');
  };
  const step = (roots: readonly Element[], one: Step): Element[] => {
    if (one.by === 'nth') return roots.slice(one.at, one.at + 1);
    if (one.by === 'or') {
      return [...roots, ...one.steps.reduce<Element[]>(step, [...document.children])];
    }
    const found = roots.flatMap((root) => {
      if (one.by === 'role') {
        const options = one.name ? { name: matcher(one.name) } : {};
        return library.queryAllByRole(root, one.role, options);
      }
      if (one.by !== 'css') {
        const query = one.by === 'label' ? library.queryAllByLabelText : library.queryAllByText;
        return query(root, matcher(one.name), {});
      }
      const { hasText } = one;
      return Array.from(root.querySelectorAll(one.selector)).filter(
        (element) => !hasText || matcher(hasText).test(plain(element.textContent ?? '')),
      );
    });
    return [...new Set(found)];
  };
  const elements = steps.reduce<Element[]>(step, [...document.children]);
  const visible = elements.map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  });
  return { elements, visible, url: location.href };
}
