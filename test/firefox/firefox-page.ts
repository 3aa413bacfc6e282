import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { ROOT } from '../../scripts/tool.ts';
import { withCallSites } from './call-sites.ts';
import type { FirefoxTab } from './tab.ts';
import {
  findElements,
  type FoundElements,
  type ElementQuery,
  type Step,
  type TextMatch,
} from './find-elements.ts';

/*
 * A tab of Firefox as a Playwright page, as far as the tests need one: the same tests run in both
 * browsers. Playwright itself drives the Firefox that it ships, not the one that users have, and
 * over WebDriver BiDi an extension's pages come and go without their events. Testing Library finds
 * the elements; clicks and keys are Firefox's own. Anything missing here throws with its name.
 */

const LIBRARY = readFileSync(
  join(ROOT, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

const TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 50;

/** WebDriver's codes for keys that aren't characters. */
const KEYS: Readonly<Record<string, string>> = {
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004',
  ArrowDown: '\uE015',
};

type TimeoutOptions = { readonly timeout?: number };
type Options = { readonly name?: string | RegExp; readonly exact?: boolean };
type Reference = Readonly<Record<string, string>>;
type Located = Omit<FoundElements, 'elements'> & { readonly elements: readonly Reference[] };

function textMatch(name: string | RegExp, exact = false): TextMatch {
  if (typeof name === 'string') return { text: name, exact };
  return { text: name.source, exact, pattern: name.flags };
}

/** Firefox's errors while a page is still changing: worth another try. */
const TRANSIENT_ERRORS =
  /stale element|no such element|not interactable|click intercepted|detached|actor|Permission denied to access property|cross-process/i;

/** Retries until something is there; names what was looked for if it never is. */
async function retryUntil<T>(
  what: string,
  act: () => Promise<T | undefined>,
  timeout = TIMEOUT_MS,
): Promise<T> {
  let last: unknown;
  for (const late = performance.now() + timeout; ; await sleep(RETRY_PAUSE_MS)) {
    try {
      const answer = await act();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!TRANSIENT_ERRORS.test(String(error))) throw error;
      last = error;
    }
    if (performance.now() > late) {
      throw new Error(`${what}: not in ${timeout} ms`, last === undefined ? {} : { cause: last });
    }
  }
}

/** The steps of each locator. */
const stepsByLocator = new WeakMap<Locator, readonly Step[]>();

/** The tab as a page. */
export function pageOfTab(tab: FirefoxTab): Page {
  let url = tab.url;

  async function findNow(steps: readonly Step[]): Promise<Located> {
    const query: ElementQuery = { steps };
    const found = await tab.runIsolated<Located | null>(findElements, query);
    if (!found) {
      await tab.inject(LIBRARY);
      return findNow(steps);
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
    context: () => throwOnMissing({ waitForEvent: async () => pageOfTab(await tab.next()) }),
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
    ...createFinders([]),
  };

  function createFinders(steps: readonly Step[]) {
    const append = (step: Step): Locator => createLocator([...steps, step]);
    return {
      getByRole: (role: string, { name, exact }: Options = {}) =>
        append({ by: 'role', role, ...(name !== undefined && { name: textMatch(name, exact) }) }),
      getByLabel: (name: string | RegExp, { exact }: Options = {}) =>
        append({ by: 'label', name: textMatch(name, exact) }),
      getByText: (name: string | RegExp, { exact }: Options = {}) =>
        append({ by: 'text', name: textMatch(name, exact) }),
      locator: (selector: string, { hasText }: { readonly hasText?: string | RegExp } = {}) =>
        append({
          by: 'css',
          selector,
          ...(hasText !== undefined && { hasText: textMatch(hasText) }),
        }),
      first: () => append({ by: 'nth', at: 0 }),
    };
  }

  function createLocator(steps: readonly Step[]): Locator {
    const what = steps.map((step) => JSON.stringify(step)).join(' ');
    // What is looked for may be drawn anew while it is looked at.
    const findSteadily = () => retryUntil(what, () => findNow(steps));
    const singleElement = async (shown: boolean): Promise<Reference | undefined> => {
      const { elements, visible } = await findNow(steps);
      if (elements.length > 1) throw new Error(`${what}: ${elements.length} of them`);
      return elements.length === 1 && (visible[0] || !shown) ? elements[0] : undefined;
    };
    const withElement = async <T>(
      act: (element: Reference) => Promise<T>,
      { timeout }: TimeoutOptions = {},
    ) => {
      const done = await retryUntil(
        what,
        async () => {
          const element = await singleElement(false);
          return element && { value: await act(element) };
        },
        timeout,
      );
      return done.value;
    };
    const read = <T>(act: (element: Element, argument: string) => T, argument = '') =>
      withElement((element) => tab.script<T>(act, element, argument));
    const click = (timeoutOptions?: TimeoutOptions) =>
      withElement((element) => tab.click(element), timeoutOptions);
    const setChecked = (checked: boolean, timeoutOptions?: TimeoutOptions) =>
      withElement(async (element) => {
        const now = await tab.script<boolean>(
          (box: Element) =>
            box instanceof HTMLInputElement ? box.checked : box.ariaChecked === 'true',
          element,
        );
        if (now !== checked) await tab.click(element);
      }, timeoutOptions);
    const locator = throwOnMissing(
      withCallSites({
        ...createFinders(steps),
        or: (other: Locator) =>
          createLocator([...steps, { by: 'or', steps: stepsByLocator.get(other) ?? [] }]),
        page: () => page as unknown as Page,
        click: (options: TimeoutOptions & { readonly trial?: boolean } = {}) =>
          options.trial ? withElement(() => Promise.resolve(), options) : click(options),
        check: (timeoutOptions?: TimeoutOptions) => setChecked(true, timeoutOptions),
        uncheck: (timeoutOptions?: TimeoutOptions) => setChecked(false, timeoutOptions),
        setChecked,
        fill: (value: string, timeoutOptions?: TimeoutOptions) =>
          withElement(async (element) => {
            await tab.clear(element);
            if (value) await tab.type(element, value);
          }, timeoutOptions),
        press: (key: string) => withElement((element) => tab.type(element, KEYS[key] ?? key)),
        focus: () => read((element) => (element as HTMLElement).focus()),
        selectOption: (value: string) =>
          withElement(async (element) => {
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
        count: async () => (await findSteadily()).elements.length,
        isVisible: async () => (await findSteadily()).visible.includes(true),
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
          const { elements } = await findSteadily();
          return elements.map((_, at) => createLocator([...steps, { by: 'nth', at }]));
        },
        waitFor: ({
          state = 'visible',
          timeout,
        }: TimeoutOptions & { readonly state?: string } = {}) =>
          retryUntil(
            `${what} ${state}`,
            async () => {
              const { elements, visible } = await findNow(steps);
              if (state === 'hidden') return visible.includes(true) ? undefined : true;
              if (state === 'attached') return elements.length > 0 || undefined;
              if (elements.length > 1) throw new Error(`${what}: ${elements.length} of them`);
              return visible.includes(true) || undefined;
            },
            timeout,
          ).then(() => undefined),
      }),
    ) as unknown as Locator;
    stepsByLocator.set(locator, steps);
    return locator;
  }

  return throwOnMissing(withCallSites(page)) as unknown as Page;
}

/**
 * Throws with the name of anything that a test uses and that is missing here. `await` reads `then`.
 */
function throwOnMissing<T extends object>(members: T): T {
  return new Proxy(members, {
    get: (target, name) => {
      if (name === 'then' || typeof name === 'symbol' || name in target) {
        return Reflect.get(target, name) as unknown;
      }
      throw new Error(`test/firefox/firefox-page.ts has no ${name}`);
    },
  });
}
