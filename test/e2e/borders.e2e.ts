import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { HELLO_CALL, MESSAGE_MARK } from '../../src/messaging/wire.ts';
import { ERROR_CODES } from '../../src/protocol/errors.ts';
import { PAGE_MARK } from '../../src/protocol/page-api.ts';
import { CHROME_BUILD, launchKeystamp, newTab, type Keystamp } from './browser.ts';
import { call, send } from './extension-internals.ts';
import { OWN_FILES } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';

/*
 * The borders (docs/threats.md, 6, 7, 9, 18, 20, 30, 31): what web pages, other extensions and
 * malformed messages get from Keystamp: nothing, or a coded error.
 */

const TIMEOUT = { timeout: 15_000 };
const BRIDGE_ID = crypto.randomUUID();
const CONNECT = JSON.stringify({ id: BRIDGE_ID, method: 'connect', params: {} });
const MATCHES = ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'];
const HTML =
  '<!doctype html><html><head><title>Web</title></head><body><p>A page.</p></body></html>';

let service: LocalService;
let site: { readonly url: string; readonly server: Server };
let stranger: { readonly folder: string; readonly id: string };
let keystamp: Keystamp;
/** An ordinary page of an ordinary site. */
let web: Page;
/** A page of Keystamp. */
let own: Page;

function startSite(): Promise<typeof site> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(HTML);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      resolve({ server, url: `http://127.0.0.1:${port}/` });
    });
  });
}

/** Another extension, with a page and a content script on every site. */
function makeStranger(): typeof stranger {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-stranger-'));
  const manifest = {
    manifest_version: 3,
    name: 'Stranger',
    version: '1',
    content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'] }],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Stranger</title>');
  // Tries what the web page asks for, from its isolated world.
  writeFileSync(
    join(folder, 'content.js'),
    `addEventListener('message', async ({ data }) => {
      if (!data.try) return;
      const [id, message] = data.try;
      const said = await Promise.race([
        chrome.runtime.sendMessage(id, message).then(
          (answer) => ({ answer: answer ?? null }),
          (error) => ({ error: String(error) }),
        ),
        new Promise((done) => setTimeout(done, 2000, { error: 'silence' })),
      ]);
      postMessage({ said }, '*');
    });`,
  );
  // Chromium derives an unpacked extension's id from its folder.
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const id = [...digest.matchAll(/./g)]
    .map(([digit]) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join('');
  return { folder, id };
}

test.beforeAll(async () => {
  service = await hostService();
  site = await startSite();
  stranger = makeStranger();
  const both = `${CHROME_BUILD},${stranger.folder}`;
  keystamp = await launchKeystamp({
    args: [`--disable-extensions-except=${both}`, `--load-extension=${both}`],
  });
  keystamp.context.setDefaultTimeout(TIMEOUT.timeout);
  own = await setUpByCalls(keystamp, service.url);
  web = await newTab(keystamp.context);
  await web.goto(site.url);
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
  site?.server.close();
  site?.server.closeAllConnections();
  if (stranger) rmSync(stranger.folder, { recursive: true, force: true });
});

const address = (path: string) => `chrome-extension://${keystamp.extensionId}/${path}`;

test.describe('a web page', () => {
  const files = readdirSync(CHROME_BUILD, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(CHROME_BUILD, join(entry.parentPath, entry.name)));

  test('behavior: the manifest gives pages and other extensions no way in', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(CHROME_BUILD, 'manifest.json'), 'utf8'));
    for (const door of ['web_accessible_resources', 'externally_connectable']) {
      expect(manifest).not.toHaveProperty(door);
    }
    // Two scripts, next to the page and in it; in no frame and in no document without an address.
    const script = { matches: MATCHES, run_at: 'document_start' };
    expect(manifest).toHaveProperty('content_scripts', [
      { ...script, js: ['bridge.js'] },
      { ...script, js: ['inpage.js'], world: 'MAIN' },
    ]);
  });

  test('behavior: it can load none of the extension’s files, by any element or fetch', async () => {
    const urls = files.map(address);
    expect(urls.length).toBeGreaterThan(10);
    const loaded = await web.evaluate(async (all) => {
      const tried = (element: HTMLElement) =>
        new Promise<boolean>((resolve) => {
          element.addEventListener('load', () => resolve(true));
          element.addEventListener('error', () => resolve(false));
          document.body.append(element);
        });
      const got: string[] = [];
      for (const url of all) {
        const image = Object.assign(document.createElement('img'), { src: url });
        const script = Object.assign(document.createElement('script'), { src: url });
        const style = Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: url,
        });
        const answers = await Promise.all([
          fetch(url).then(
            () => true,
            () => false,
          ),
          fetch(url, { mode: 'no-cors' }).then(
            () => true,
            () => false,
          ),
          tried(image),
          tried(script),
          tried(style),
        ]);
        if (answers.includes(true)) got.push(url);
        for (const element of [image, script, style]) element.remove();
      }
      return got;
    }, urls);
    expect(loaded).toEqual([]);
  });

  for (const file of OWN_FILES) {
    test(`behavior: ${file} in one of its frames or windows ends in an error page`, async () => {
      await web.evaluate((url) => {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
      }, address(file));
      const frames = () =>
        web
          .frames()
          .slice(1)
          .map((frame) => frame.url());
      await expect.poll(frames).toEqual(['chrome-error://chromewebdata/']);
      await web.evaluate(() => document.querySelector('iframe')?.remove());
      const opening = keystamp.context.waitForEvent('page');
      await web.evaluate((url) => {
        open(url);
      }, address(file));
      const opened = await opening;
      await opened.waitForTimeout(300);
      expect(opened.url()).not.toContain(keystamp.extensionId);
      await opened.close();
    });
  }

  test('behavior: Keystamp’s own pages can’t frame each other either', async () => {
    await own.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    }, address(OWN_FILES[0]));
    await expect
      .poll(() =>
        own
          .frames()
          .slice(1)
          .map((frame) => frame.url()),
      )
      .not.toContain(address(OWN_FILES[0]));
    await own.evaluate(() => document.querySelector('iframe')?.remove());
  });

  test('behavior: it sees no trace of Keystamp: no global, no element, no messaging', async () => {
    await web.goto(site.url);
    const seen = await web.evaluate(() => ({
      html: `<!doctype html>${document.documentElement.outerHTML}`,
      names: [...Object.getOwnPropertyNames(globalThis), ...Object.keys(navigator)].filter((name) =>
        /keystamp|turnkey|wallet|stamp(?:er)?$/i.test(name),
      ),
      runtime: typeof (Reflect.get(globalThis, 'chrome') as { runtime?: unknown } | undefined)
        ?.runtime,
    }));
    expect(seen).toEqual({ html: HTML, names: [], runtime: 'undefined' });
  });
});

test.describe('another extension', () => {
  const messages = () => [
    { mark: MESSAGE_MARK, call: HELLO_CALL, input: {}, sealed: null },
    { mark: MESSAGE_MARK, call: 'state', input: {}, sealed: null },
    { mark: MESSAGE_MARK, call: 'vault_lock', input: {}, sealed: null },
    { mark: MESSAGE_MARK, call: 'vault_wipe', input: { confirm: 'wipe everything' }, sealed: null },
    // In the form of a page's bridge.
    { mark: PAGE_MARK, bridgeId: BRIDGE_ID, text: CONNECT, clicked: true },
    { mark: PAGE_MARK, bridgeId: BRIDGE_ID, gone: true },
  ];
  const NOBODY = /Receiving end does not exist|Could not establish connection/;

  test('behavior: from its own page, no message and no port finds a receiver', async () => {
    const page = await newTab(keystamp.context);
    await page.goto(`chrome-extension://${stranger.id}/page.html`);
    for (const message of messages()) {
      const error = await page.evaluate(
        ([id, sent]) =>
          (
            Reflect.get(globalThis, 'chrome') as {
              runtime: { sendMessage: (id: string, message: unknown) => Promise<unknown> };
            }
          ).runtime
            .sendMessage(id, sent)
            .then(
              (answer) => `answered ${JSON.stringify(answer)}`,
              (cause: unknown) => String(cause),
            ),
        [keystamp.extensionId, message] as const,
      );
      expect(error).toMatch(NOBODY);
    }
    const port = await page.evaluate(
      (id) =>
        new Promise<string>((resolve) => {
          const { runtime } = Reflect.get(globalThis, 'chrome') as {
            runtime: {
              lastError?: { message: string };
              connect: (id: string) => { onDisconnect: { addListener: (on: () => void) => void } };
            };
          };
          runtime
            .connect(id)
            .onDisconnect.addListener(() => resolve(runtime.lastError?.message ?? 'closed'));
        }),
      keystamp.extensionId,
    );
    expect(port).toMatch(NOBODY);
    const fetched = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'loaded',
          () => 'refused',
        ),
      address('manifest.json'),
    );
    expect(fetched).toBe('refused');
    await page.close();
  });

  test('behavior: nor from its content script in a page', async () => {
    for (const message of messages()) {
      const said = await web.evaluate(
        (tried) =>
          new Promise<{ error?: string }>((resolve) => {
            addEventListener('message', ({ data }: MessageEvent<{ said?: { error?: string } }>) => {
              if (data.said) resolve(data.said);
            });
            postMessage({ try: tried }, '*');
          }),
        [keystamp.extensionId, message] as const,
      );
      expect(said.error).toMatch(NOBODY);
    }
    expect(await call(own, 'state', {})).toMatchObject({
      ok: true,
      answer: { vault: 'unlocked', requests: { count: 0 } },
    });
  });
});

test.describe('a malformed message', () => {
  const polluted = (text: string): unknown => JSON.parse(text);
  const base = { mark: MESSAGE_MARK, call: 'state', input: {}, sealed: null };
  const sealed = { life: 'x', encappedPublic: '04'.padEnd(130, '0'), ciphertext: '00' };
  const cases: readonly [string, unknown, string][] = [
    ['an unknown call', { ...base, call: 'steal' }, 'unknown_call'],
    ['the call constructor', { ...base, call: 'constructor' }, 'unknown_call'],
    ['the call __proto__', { ...base, call: '__proto__' }, 'unknown_call'],
    ['the call toString', { ...base, call: 'toString' }, 'unknown_call'],
    ['a call that is no text', { ...base, call: { name: 'state' } }, 'invalid_input'],
    ['an endless call', { ...base, call: 'a'.repeat(1_000_000) }, 'invalid_input'],
    ['a member too many', { ...base, extra: 1 }, 'invalid_input'],
    ['an input member too many', { ...base, input: { extra: 1 } }, 'invalid_input'],
    ['an input that is no object', { ...base, input: 'x' }, 'invalid_input'],
    ['a list as input', { ...base, call: 'keys_remove', input: [] }, 'invalid_input'],
    ['no id', { ...base, call: 'keys_remove' }, 'invalid_input'],
    ['an id that is none', { ...base, call: 'keys_remove', input: { id: '../' } }, 'invalid_input'],
    ['a secret call without its seal', { ...base, call: 'vault_unlock' }, 'invalid_input'],
    ['a seal that is none', { ...base, call: 'vault_unlock', sealed: 'x' }, 'invalid_input'],
    ['a seal for another life', { ...base, call: 'vault_unlock', sealed }, 'timeout'],
    [
      'other words for the wipe',
      { ...base, call: 'vault_wipe', input: { confirm: 'yes' } },
      'invalid_input',
    ],
    [
      'an own member __proto__',
      polluted(
        `{"mark":"${MESSAGE_MARK}","call":"state","input":{"__proto__":{"polluted":1}},"sealed":null}`,
      ),
      'invalid_input',
    ],
    [
      'an own member __proto__ outside',
      polluted(
        `{"mark":"${MESSAGE_MARK}","call":"state","input":{},"sealed":null,"__proto__":{"polluted":1}}`,
      ),
      'invalid_input',
    ],
    [
      'parameters named constructor',
      {
        ...base,
        call: 'query',
        input: { profileId: 'x', operation: 'constructor', parameters: {} },
      },
      'invalid_input',
    ],
  ];

  for (const [what, message, code] of cases) {
    test(`error: ${what} is answered with a code, without a stack`, async () => {
      // As text: evaluate's own serialization would lose a member named __proto__.
      const answer = await own.evaluate(
        (text) =>
          (
            Reflect.get(globalThis, 'chrome') as {
              runtime: { sendMessage: (message: unknown) => Promise<unknown> };
            }
          ).runtime.sendMessage(JSON.parse(text)),
        JSON.stringify(message),
      );
      expect(answer).toMatchObject({ ok: false, error: { code } });
      const { error } = answer as { error: { code: string; message: string } };
      expect(ERROR_CODES).toContain(error.code);
      expect(
        Object.keys(error).filter((key) => !['code', 'message', 'detail'].includes(key)),
      ).toEqual([]);
      expect(JSON.stringify(answer)).not.toMatch(
        /\.js:|chrome-extension:|\bat \w+ \(|stack|polluted/,
      );
    });
  }

  test('behavior: no prototype was changed, and the vault is as before', async () => {
    const worker = await keystamp.worker();
    expect(await worker.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined();
    expect(await call(own, 'state', {})).toMatchObject({ ok: true, answer: { vault: 'unlocked' } });
  });

  test('behavior: a message without Keystamp’s mark is ignored', async () => {
    for (const message of [{ call: 'state' }, { ...base, mark: 'other' }, 'text', 7, null]) {
      await expect(send(own, message).then((answer) => answer ?? null)).resolves.toBeNull();
    }
  });
});
