import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { ROOT } from '../../scripts/tool.ts';
import type { FirefoxTab } from './tab.ts';
import { find, type Found, type Query, type Step, type Wanted } from './finding.ts';

/*
 * A tab of Firefox as Playwright's page, as far as the walks through Keystamp need one: the same walks
 * run in both browsers. Playwright itself drives the Firefox that it ships, not the one that users
 * have; and over WebDriver BiDi pages of an extension come and go without their events. Elements are
 * found by Testing Library, clicks and keys are Firefox's own. What is not here throws by its name.
 */

const LIBRARY = readFileSync(
  join(ROOT, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** WebDriver's own codes of keys that are no characters. */
const KEYS: Readonly<Record<string, string>> = {
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004',
  ArrowDown: '\uE015',
};

type Patience = { readonly timeout?: number };
type Options = { readonly name?: string | RegExp; readonly exact?: boolean };
type Reference = Readonly<Record<string, string>>;
type Located = Omit<Found, 'elements'> & { readonly elements: readonly Reference[] };

function wanted(name: string | RegExp, exact = false): Wanted {
  if (typeof name === 'string') return { text: name, exact };
  return { text: name.source, exact, pattern: name.flags };
}

/** What Firefox answers while a page is still moving: worth another try. */
const PASSING =
  /stale element|no such element|not interactable|click intercepted|detached|actor|Permission denied to access property|cross-process/i;

/** Tries until something is there, and says what was looked for when it never is. */
async function patiently<T>(
  what: string,
  act: () => Promise<T | undefined>,
  timeout = PATIENCE_MS,
): Promise<T> {
  let last: unknown;
  for (const late = performance.now() + timeout; ; await sleep(PAUSE_MS)) {
    try {
      const answer = await act();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!PASSING.test(String(error))) throw error;
      last = error;
    }
    if (performance.now() > late) {
      throw new Error(`${what}: not in ${timeout} ms`, last === undefined ? {} : { cause: last });
    }
  }
}

/** The steps that each locator takes. */
const taken = new WeakMap<Locator, readonly Step[]>();

/** The tab's page. */
export function screenOf(tab: FirefoxTab): Page {
  let url = tab.url;

  async function look(steps: readonly Step[]): Promise<Located> {
    const query: Query = { steps };
    const found = await tab.beside<Located | null>(find, query);
    if (!found) {
      await tab.inject(LIBRARY);
      return look(steps);
    }
    ({ url } = found);
    return found;
  }

  const page = {
    url: () => url,
    goto: async (to: string) => {
      await tab.navigate(to);
      url = to;
    },
    reload: () => tab.reload(),
    evaluate: (act: (argument: unknown) => unknown, argument: unknown) => tab.run(act, argument),
    setViewportSize: ({ width, height }: { width: number; height: number }) =>
      tab.resize(width, height),
    bringToFront: () => tab.focus(),
    context: () => strict({ waitForEvent: async () => screenOf(await tab.next()) }),
    close: () => tab.close(),
    isClosed: () => tab.isClosed(),
    waitForTimeout: (ms: number) => sleep(ms),
    mouse: {
      move: (x: number, y: number, { steps = 1 }: { readonly steps?: number } = {}) =>
        tab.moveTo(x, y, steps),
      down: () => tab.press(true),
      up: () => tab.press(false),
    },
    screenshot: ({ path }: { readonly path: string }) => tab.screenshot(path),
    ...places([]),
  };

  function places(steps: readonly Step[]) {
    const to = (step: Step): Locator => place([...steps, step]);
    return {
      getByRole: (role: string, { name, exact }: Options = {}) =>
        to({ by: 'role', role, ...(name !== undefined && { name: wanted(name, exact) }) }),
      getByLabel: (name: string | RegExp, { exact }: Options = {}) =>
        to({ by: 'label', name: wanted(name, exact) }),
      getByText: (name: string | RegExp, { exact }: Options = {}) =>
        to({ by: 'text', name: wanted(name, exact) }),
      locator: (selector: string, { hasText }: { readonly hasText?: string | RegExp } = {}) =>
        to({ by: 'css', selector, ...(hasText !== undefined && { hasText: wanted(hasText) }) }),
      first: () => to({ by: 'nth', at: 0 }),
    };
  }

  function place(steps: readonly Step[]): Locator {
    const what = steps.map((step) => JSON.stringify(step)).join(' ');
    const one = async (shown: boolean): Promise<Reference | undefined> => {
      const { elements, visible } = await look(steps);
      if (elements.length > 1) throw new Error(`${what}: ${elements.length} of them`);
      return elements.length === 1 && (visible[0] || !shown) ? elements[0] : undefined;
    };
    const on = async <T>(act: (element: Reference) => Promise<T>, { timeout }: Patience = {}) => {
      const done = await patiently(
        what,
        async () => {
          const element = await one(false);
          return element && { value: await act(element) };
        },
        timeout,
      );
      return done.value;
    };
    const read = <T>(act: (element: Element, argument: string) => T, argument = '') =>
      on((element) => tab.script<T>(act, element, argument));
    const click = (patience?: Patience) => on((element) => tab.click(element), patience);
    const setChecked = (checked: boolean, patience?: Patience) =>
      on(async (element) => {
        const now = await tab.script<boolean>(
          (box: Element) =>
            box instanceof HTMLInputElement ? box.checked : box.ariaChecked === 'true',
          element,
        );
        if (now !== checked) await tab.click(element);
      }, patience);
    const members = strict({
      ...places(steps),
      or: (other: Locator) => place([...steps, { by: 'or', steps: taken.get(other) ?? [] }]),
      page: () => page as unknown as Page,
      click: (options: Patience & { readonly trial?: boolean } = {}) =>
        options.trial ? on(() => Promise.resolve(), options) : click(options),
      check: (patience?: Patience) => setChecked(true, patience),
      uncheck: (patience?: Patience) => setChecked(false, patience),
      setChecked,
      fill: (value: string, patience?: Patience) =>
        on(async (element) => {
          await tab.clear(element);
          if (value) await tab.type(element, value);
        }, patience),
      press: (key: string) => on((element) => tab.type(element, KEYS[key] ?? key)),
      focus: () => read((element) => (element as HTMLElement).focus()),
      selectOption: (value: string) =>
        on(async (element) => {
          const option = await tab.script<Reference | null>(
            (list: Element, name: string) =>
              Array.from((list as HTMLSelectElement).options).find(
                (each) => each.value === name || each.label === name,
              ) ?? null,
            element,
            value,
          );
          if (!option) throw new Error(`${what}: no option ${value}`);
          await tab.click(option);
        }),
      count: async () => (await look(steps)).elements.length,
      isVisible: async () => (await look(steps)).visible.includes(true),
      boundingBox: () =>
        read((element) => {
          element.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        }),
      innerText: () => read((element) => (element as HTMLElement).innerText),
      textContent: () => read((element) => element.textContent),
      inputValue: () => read((element) => (element as HTMLInputElement).value),
      getAttribute: (name: string) =>
        read((element, attribute) => element.getAttribute(attribute), name),
      evaluate: (act: (element: Element, argument: string) => unknown, argument: string) =>
        read(act, argument),
      all: async () => {
        const { elements } = await look(steps);
        return elements.map((_, at) => place([...steps, { by: 'nth', at }]));
      },
      waitFor: ({ state = 'visible', timeout }: Patience & { readonly state?: string } = {}) =>
        patiently(
          `${what} ${state}`,
          async () => {
            const { elements, visible } = await look(steps);
            if (state === 'hidden') return visible.includes(true) ? undefined : true;
            if (state === 'attached') return elements.length > 0 || undefined;
            if (elements.length > 1) throw new Error(`${what}: ${elements.length} of them`);
            return visible.includes(true) || undefined;
          },
          timeout,
        ).then(() => undefined),
    }) as unknown as Locator;
    taken.set(members, steps);
    return members;
  }

  return strict(page) as unknown as Page;
}

/** Throws by its name what a test asks for and is not here; `then` is asked for by every `await`. */
function strict<T extends object>(members: T): T {
  return new Proxy(members, {
    get: (target, name) => {
      if (name === 'then' || typeof name === 'symbol' || name in target) {
        return Reflect.get(target, name) as unknown;
      }
      throw new Error(`test/firefox/screen.ts has no ${name}`);
    },
  });
}
