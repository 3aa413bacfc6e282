import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import type { AppState } from '../../src/protocol/app-state.ts';
import { startSites, type Sites } from '../e2e/dapp.ts';
import {
  createAttackInput,
  EVENTS_ATTRIBUTE,
  LISTEN_EVENT,
  RESULTS_ATTRIBUTE,
  INPUT_ATTRIBUTE,
  START_EVENT,
  type AttackName,
  type AttackInput,
  type AttackResults,
} from './attacks.ts';
import {
  callOwn,
  setUpKeystamp,
  readSettledStores,
  readStores,
  SECRETS,
  secretTexts,
  unlockOwn,
  until,
  type KeystampIds,
  type Stores,
} from './keystamp-setup.ts';
import { filesOf, hostileCopy, type TestBrowser, type TestTab } from './test-browser.ts';

/*
 * A compromised renderer has the isolated world of Keystamp's content script, which the browser gives
 * more rights than the page. The one list of attacks runs there, in an unconnected page, beside a
 * Keystamp that is unlocked and full: the worst moment there is.
 */

/** Put into `storage.local` by us, so that the attack is known to find what is within its reach. */
const CONTROL = 'canary-control-in-the-local-area';
/** Likewise, in the page's own storage. */
const PAGE_CONTROL = 'canary-control-of-the-page-itself';

/**
 * Namespaces that content scripts have; each is attacked. A new one needs an attack first. `test` is
 * there in a Firefox that is controlled from outside, and only counts assertions.
 */
const KNOWN_INTERFACES = 'dom extension i18n runtime storage app csi loadTimes test'.split(' ');

let browserUnderTest: TestBrowser;
let folder: string;
let sites: Sites;
let own: TestTab;
let keystampIds: KeystampIds;
let results: AttackResults;
let heard: unknown;
let before: Stores;
let after: Stores;

/** What own pages may ask without changing anything, as far as it lasts. */
const readOwnState = async () => ({
  state: lastingState((await callOwn(own, 'state')) as AppState),
  keys: await callOwn(own, 'keys_list'),
  sites: await callOwn(own, 'sites_list'),
  vault: await callOwn(own, 'vault_challenge'),
});
const lastingState = ({ vault, profiles, activeProfileId, settings }: AppState) => ({
  vault,
  profiles,
  activeProfileId,
  settings,
});
let ownStateBefore: Awaited<ReturnType<typeof readOwnState>>;

async function openAttackedPage(bait: AttackInput): Promise<TestTab> {
  const web = await browserUnderTest.openWeb(`${sites.one}/attacked`);
  await web.run(
    ([order, text, start, control]) => {
      localStorage.setItem('control', control ?? '');
      document.documentElement.setAttribute(order ?? '', text ?? '');
      window.dispatchEvent(new Event(start ?? ''));
    },
    [INPUT_ATTRIBUTE, JSON.stringify(bait), START_EVENT, PAGE_CONTROL],
  );
  return web;
}

const attribute = (web: TestTab, name: string) =>
  web.run((one) => document.documentElement.getAttribute(one), name);

/** What would harm most, call by call. */
const harmfulInputs = ({ keyId, profileId }: KeystampIds): Readonly<Record<string, unknown>> => ({
  vault_wipe: { confirm: 'wipe everything' },
  settings_save: { autoLockMinutes: 240, theme: 'light', contrast: 'system', locale: 'en' },
  keys_create: { name: 'Key of an attacker' },
  keys_remove: { id: keyId },
  profiles_remove: { id: profileId },
  profiles_select: { id: profileId },
  profiles_check: { id: profileId },
  home: { profileId },
  query: { profileId, operation: 'list_wallets', parameters: {} },
  activities_list: { profileId: null, before: null, limit: 10 },
  sites_block: { origin: sites.other, blocked: true },
  sites_forget: { origin: sites.other },
});

/** Describes what holds in both browsers. `open` starts one with the extension of a folder. */
export function describeContentWorld(
  build: string,
  open: (folder: string) => Promise<TestBrowser>,
): void {
  test.beforeAll(async () => {
    folder = hostileCopy(build);
    sites = await startSites();
    browserUnderTest = await open(folder);
    own = await browserUnderTest.openOwn('options.html');
    keystampIds = await setUpKeystamp(browserUnderTest, own, `${sites.other}/connected`);
    await plantControl();
    before = await readSettledStores(own);
    ownStateBefore = await readOwnState();
    const stores = [before.local, before.session, ...Object.values(before.databases)];
    const names = [...Object.keys(before.databases), ...stores.flatMap(Object.keys)];
    const bait = createAttackInput({
      connected: sites.other,
      files: filesOf(build),
      names: [...new Set([...names, 'keystamp', 'vault', 'settings', 'snapshot'])],
      inputs: harmfulInputs(keystampIds),
      forged: createForgeries(before),
    });
    const web = await openAttackedPage(bait);
    results = JSON.parse(await until(() => attribute(web, RESULTS_ATTRIBUTE))) as AttackResults;
    after = await readSettledStores(own);
    // Whoever listens hears of what comes: everything is written once more.
    await unlockOwn(own);
    await callOwn(own, 'settings_save', { ...ownStateBefore.state.settings, autoLockMinutes: 36 });
    await callOwn(own, 'keys_create', { name: `${SECRETS.key} again` });
    await web.run((event) => void window.dispatchEvent(new Event(event)), LISTEN_EVENT);
    heard = JSON.parse(await until(() => attribute(web, EVENTS_ATTRIBUTE)));
  });
  test.afterAll(async () => {
    await browserUnderTest?.close();
    await sites?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.describe('a compromised renderer in the world of the content script', () => {
    testReading();
    testWriting();
  });
}

/**
 * What whoever knows the forms that Keystamp has had would write: other rules, another service, and the
 * vault without its keys, as the newest there is.
 */
function createForgeries({ databases }: Stores): Readonly<Record<string, unknown>> {
  const [profile] = ownStateBefore.state.profiles;
  const copy = JSON.stringify(databases).match(/\{"text":"(?:[^"\\]|\\.)*"/)?.[0];
  const document = copy && JSON.parse((JSON.parse(`${copy}}`) as { text: string }).text);
  const { revision = 1 } = { ...(document as { readonly revision?: number } | undefined) };
  const text = JSON.stringify({ ...(document as object), revision: revision + 1, keys: [] });
  return {
    vault: { text, digest: `sha256:${createHash('sha256').update(text).digest('hex')}` },
    settings: { autoLockMinutes: 240, theme: 'light', contrast: 'system', locale: 'en' },
    profiles: [{ ...profile, baseUrl: 'https://attacker.example' }],
    activeProfile: null,
  };
}

function plantControl() {
  return own.run(async (control) => {
    type Area = { readonly set: (items: object) => Promise<void> };
    type Storage = { readonly storage: { readonly local: Area } };
    const scope = globalThis as unknown as Record<'browser' | 'chrome', Storage>;
    const { storage } = 'browser' in globalThis ? scope.browser : scope.chrome;
    await storage.local.set({ control });
  }, CONTROL);
}

/** All that nobody outside may see: names, and every long text that lies in any store. */
function secretsToHide(): readonly string[] {
  const { local, session, databases } = before;
  const { control, ...kept } = local;
  expect(control).toBe(CONTROL);
  const stored = secretTexts([kept, session, databases]);
  expect(stored.length).toBeGreaterThan(20);
  const places = [...Object.values(SECRETS), sites.other];
  // What is in the build is nobody's secret.
  const known = new Set([...Object.values(results.interfaces as string[]), 'keystamp-page/1']);
  return [...new Set([...stored, ...places])].filter((text) => !known.has(text));
}

const findSecrets = (where: unknown) => {
  const text = JSON.stringify(where);
  return secretsToHide().filter(
    (one) => text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)),
  );
};

function testReading(): void {
  test('behavior: the attack ran there, and found what is the page’s own', () => {
    expect(results.pageStores).toMatchObject({ local: [['control', PAGE_CONTROL]] });
    const interfaces = results.interfaces as readonly string[];
    expect(interfaces).toContain('runtime.sendMessage');
    expect(interfaces).toContain('storage.local');
  });

  test('error: it has no interface that nobody attacks here', () => {
    const names = (results.interfaces as readonly string[]).map((one) => one.split('.')[0]);
    expect([...new Set(names)].filter((one) => !KNOWN_INTERFACES.includes(one ?? ''))).toEqual([]);
  });

  const names: readonly AttackName[] = [
    'areas',
    'levels',
    'databases',
    'pageStores',
    'files',
    'calls',
    'ports',
    'lies',
    'elsewhere',
    'destruction',
  ];
  for (const name of names) {
    test(`error: it reads nothing of Keystamp’s: ${name}`, () => {
      expect(findSecrets(results[name])).toEqual([]);
    });
  }

  test('error: it hears of nothing that is written later', async () => {
    expect(findSecrets(heard)).toEqual([]);
    const fresh = secretTexts(lastingData(await readStores(own)));
    const text = JSON.stringify(heard);
    expect(fresh.filter((one) => one !== CONTROL && text.includes(one))).toEqual([]);
  });

  test('error: no store of the extension answers it, and where one must, it is empty', () => {
    const areas = results.areas as Readonly<Record<string, readonly unknown[]>>;
    const readable = browserUnderTest.browser === 'firefox' ? { local: { control: CONTROL } } : {};
    for (const [area, [all]] of Object.entries(areas)) {
      if (typeof all === 'object' && all && 'refused' in all) continue;
      // Firefox knows no levels of access: its local area is open, and so Keystamp keeps nothing in it.
      expect({ [area]: all }).toEqual({ [area]: area in readable ? { control: CONTROL } : {} });
    }
    const refused = { refused: expect.stringContaining('Access to storage is not allowed') };
    const sealed = browserUnderTest.browser === 'chromium' ? ['local', 'session'] : [];
    for (const area of sealed) expect(areas[area]).toEqual([refused, refused, refused, refused]);
  });
}

/**
 * Without what any page may bring about: its own documents, and a count of the changes in
 * the list of what waits. In Firefox without the local area as well, which it can write: nothing of
 * Keystamp is in it, so that nothing is read from it.
 */
function lastingData({ local, ...others }: Stores): unknown {
  const kept = browserUnderTest.browser === 'firefox' ? others : { ...others, local };
  return JSON.parse(
    JSON.stringify(kept, (key, value: unknown) => {
      if (key === 'documents') return withoutAttackedSite(value);
      return key === 'requests' ? withoutRevision(value) : value;
    }),
  );
}

const withoutAttackedSite = (documents: unknown) =>
  (documents as readonly { readonly origin: string }[]).filter(
    ({ origin }) => origin !== sites.one,
  );
const withoutRevision = (requests: unknown) =>
  Array.isArray(requests) ? requests : { ...(requests as object), revision: 0 };

function testWriting(): void {
  test('error: every call of an own page is refused to it, the greeting too', () => {
    for (const [call, replies] of Object.entries(results.calls as Record<string, unknown[]>)) {
      for (const reply of replies) {
        expect({ [call]: reply }).toMatchObject({
          [call]: { ok: false, error: { code: 'forbidden_caller' } },
        });
      }
    }
  });

  test('error: what lies in the stores is as it was', () => {
    expect(lastingData(after)).toEqual(lastingData(before));
  });

  test('error: what Keystamp says of itself is as it was, in its next life and unlocked anew too', async () => {
    await unlockOwn(own);
    await callOwn(own, 'settings_save', ownStateBefore.state.settings);
    const { keys, ...others } = ownStateBefore;
    const again = async () => {
      const now = await readOwnState();
      expect(now).toMatchObject(others);
      expect(now.state).toEqual(others.state);
      expect(now.keys).toHaveLength(2);
      expect(now.keys).toEqual(expect.arrayContaining(keys as unknown[]));
    };
    await again();
    await browserUnderTest.stopBackground();
    await again();
    await callOwn(own, 'vault_lock');
    await browserUnderTest.stopBackground();
    await unlockOwn(own);
    await again();
  });
}
