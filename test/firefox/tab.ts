import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCallSites } from './call-sites.ts';
import type { Marionette } from './marionette.ts';

const SCRIPT_MS = 60_000;
const TAB_MS = 30_000;

/** An element of a page, as WebDriver passes it: one member, whose value identifies it. */
type Reference = Readonly<Record<string, string>>;

/** A function that runs in a page; it refers to nothing outside itself. */
type PageFunction = (...given: never[]) => unknown;

/** A tab, by Firefox's id. */
export type FirefoxTab = {
  readonly handle: string;
  /** The address it was opened with. */
  readonly url: string;
  /** Runs a function that refers to nothing outside itself; argument and result travel as JSON. */
  readonly run: <A, R>(act: (argument: A) => R | Promise<R>, argument: A) => Promise<R>;
  /** Runs a function whose arguments and result may contain elements, by reference. */
  readonly script: <T>(act: PageFunction, ...given: readonly unknown[]) => Promise<T>;
  /** The same in a sandbox next to the page's world, where what `inject` runs stays available. */
  readonly runIsolated: <T>(act: PageFunction, ...given: readonly unknown[]) => Promise<T>;
  /** Runs a whole file in that sandbox. */
  readonly inject: (text: string) => Promise<void>;
  readonly navigate: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly click: (element: Reference) => Promise<void>;
  readonly clear: (element: Reference) => Promise<void>;
  readonly type: (element: Reference, text: string) => Promise<void>;
  /** Moves the mouse within the page, in this many steps. */
  readonly moveTo: (x: number, y: number, steps: number) => Promise<void>;
  /** Presses or releases the mouse's first button. */
  readonly press: (down: boolean) => Promise<void>;
  /** The size of the page's content, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly focus: () => Promise<void>;
  readonly screenshot: (path: string) => Promise<void>;
  /** The next tab that opens from now on, once its page has an address. */
  readonly next: () => Promise<FirefoxTab>;
  /** Whether Firefox's error says that it is gone. */
  readonly isClosed: () => boolean;
  readonly close: () => Promise<void>;
};

/** Commands go to the selected tab: one tab's command must not reach another one. */
const queues = new WeakMap<Marionette, Promise<unknown>>();
export function enqueue<T>(marionette: Marionette, act: () => Promise<T>): Promise<T> {
  const turn = (queues.get(marionette) ?? Promise.resolve()).then(act, act);
  queues.set(marionette, turn);
  return turn;
}

type TabKind = { readonly type: 'tab' | 'window'; readonly private?: boolean };

/** Opens a page in a new tab or window. */
export async function openTab(
  marionette: Marionette,
  url: string,
  kind: TabKind = { type: 'tab' },
): Promise<FirefoxTab> {
  const handle = await enqueue(marionette, async () => {
    await switchToAny(marionette);
    const opened = (await marionette.send('WebDriver:NewWindow', kind)) as {
      readonly handle: string;
    };
    await marionette.send('WebDriver:SwitchToWindow', { handle: opened.handle });
    await marionette.send('WebDriver:Navigate', { url });
    return opened.handle;
  });
  return createTab(marionette, handle, url);
}

/** Firefox only accepts commands while the selected tab is open; it may have been closed. */
export async function switchToAny(marionette: Marionette): Promise<void> {
  const [handle] = (await marionette.send('WebDriver:GetWindowHandles')) as readonly string[];
  await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
}

/** The open tabs, by handle and address. */
async function openTabs(marionette: Marionette): Promise<readonly OpenTab[]> {
  return enqueue(marionette, async () => {
    const handles = (await marionette.send('WebDriver:GetWindowHandles')) as readonly string[];
    const found = [];
    for (const handle of handles) {
      // One may close in the meantime.
      try {
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
        const { value } = (await marionette.send('WebDriver:GetCurrentURL')) as { value: string };
        found.push({ handle, url: value });
      } catch (error) {
        if (!NO_SUCH_WINDOW.test(String(error))) throw error;
      }
    }
    return found;
  });
}

/** Every tab that is open. */
export async function allTabs(marionette: Marionette): Promise<readonly FirefoxTab[]> {
  return (await openTabs(marionette)).map(({ handle, url }) => createTab(marionette, handle, url));
}

type OpenTab = Pick<FirefoxTab, 'handle' | 'url'>;

/** The first open tab that matches, once there is one. */
export async function findTab(
  marionette: Marionette,
  what: string,
  fits: (tab: OpenTab) => boolean,
): Promise<FirefoxTab> {
  for (const late = performance.now() + TAB_MS; performance.now() < late; await sleep(100)) {
    const found = (await openTabs(marionette)).find(fits);
    if (found) return createTab(marionette, found.handle, found.url);
  }
  throw new Error(`No tab ${what}`);
}

async function waitForNextTab(marionette: Marionette): Promise<FirefoxTab> {
  const before = new Set((await openTabs(marionette)).map(({ handle }) => handle));
  return findTab(
    marionette,
    'opened',
    ({ handle, url }) => !before.has(handle) && url !== 'about:blank',
  );
}

const NO_SUCH_WINDOW = /no such window/;

/** A tab that is open. */
function createTab(marionette: Marionette, handle: string, url: string): FirefoxTab {
  let closed = false;
  const inThisTab = <T>(act: () => Promise<T>, focus = false): Promise<T> =>
    enqueue(marionette, async () => {
      try {
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus });
        return await act();
      } catch (error) {
        closed ||= NO_SUCH_WINDOW.test(String(error));
        throw error;
      }
    });
  const send = (command: string, parameters?: Readonly<Record<string, unknown>>) =>
    inThisTab(() => marionette.send(command, parameters));
  const onElement = async (element: Reference, command: string, more = {}) => {
    await send(command, { id: Object.values(element)[0], ...more });
  };
  const runner =
    (world: object) =>
    async <T>(act: PageFunction, ...given: readonly unknown[]): Promise<T> => {
      const order = { script: `return (${act.toString()})(...arguments)`, args: given, ...world };
      const { value } = (await send('WebDriver:ExecuteScript', order)) as { value: T };
      return value;
    };
  const script = runner(IN_PAGE);
  const point = (actions: readonly object[]) =>
    send('WebDriver:PerformActions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  return withCallSites<FirefoxTab>({
    handle,
    url,
    script,
    runIsolated: runner(ISOLATED_WORLD),
    run: async <A, R>(act: (argument: A) => R | Promise<R>, argument: A) =>
      inThisTab(async () => runIn(marionette, act.toString(), argument) as Promise<R>),
    inject: async (text) =>
      void (await send('WebDriver:ExecuteScript', { ...ISOLATED_WORLD, script: text, args: [] })),
    navigate: async (to) => void (await send('WebDriver:Navigate', { url: to })),
    reload: async () => void (await send('WebDriver:Refresh')),
    click: (element) => onElement(element, 'WebDriver:ElementClick'),
    clear: (element) => onElement(element, 'WebDriver:ElementClear'),
    type: (element, text) => onElement(element, 'WebDriver:ElementSendKeys', { text }),
    moveTo: async (x, y, steps) => {
      const [left, top] = [Math.round(x), Math.round(y)];
      const move = { type: 'pointerMove', x: left, y: top, origin: 'viewport', duration: 20 };
      const before = Array.from({ length: steps - 1 }, (_, at) => ({
        ...move,
        x: left - steps + at,
      }));
      await point([...before, move]);
    },
    press: async (down) =>
      void (await point([{ type: down ? 'pointerDown' : 'pointerUp', button: 0 }])),
    resize: async (width, height) => {
      const frame = await script<readonly [number, number]>(() => [
        outerWidth - innerWidth,
        outerHeight - innerHeight,
      ]);
      await send('WebDriver:SetWindowRect', { width: width + frame[0], height: height + frame[1] });
    },
    focus: () => inThisTab(() => Promise.resolve(), true),
    screenshot: async (path) => {
      const { value } = (await send('WebDriver:TakeScreenshot', { full: false })) as {
        value: string;
      };
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.from(value, 'base64'));
    },
    next: () => waitForNextTab(marionette),
    isClosed: () => closed,
    close: async () => {
      await send('WebDriver:CloseWindow');
      closed = true;
    },
  });
}

/**
 * Without a sandbox's name, a script runs in the page's own world, with the extension's interfaces.
 */
const IN_PAGE = { sandbox: null, scriptTimeout: SCRIPT_MS };
/**
 * A sandbox next to the page's world that lasts as long as the document: what is put there stays.
 */
const ISOLATED_WORLD = { sandbox: 'keystamp-tests', newSandbox: false, scriptTimeout: SCRIPT_MS };

type ScriptResult = { readonly value?: unknown; readonly error?: string };

async function runIn(marionette: Marionette, act: string, argument: unknown): Promise<unknown> {
  const script = `
    const [text, done] = arguments;
    (async () => (${act})(JSON.parse(text)))().then(
      (value) => done(JSON.stringify({ value })),
      (error) => done(JSON.stringify({ error: String(error) })),
    );`;
  const args = [JSON.stringify(argument ?? null)];
  const answer = (await marionette.send('WebDriver:ExecuteAsyncScript', {
    ...IN_PAGE,
    script,
    args,
  })) as { readonly value: string };
  const { value, error } = JSON.parse(answer.value) as ScriptResult;
  if (error !== undefined) throw new Error(error);
  return value;
}
