import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { SNAPSHOT_KEY, type AppState, type StoredSnapshot } from '../../src/protocol/app-state.ts';
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
 * A compromised renderer has the isolated world of Keystamp's content script, to which the browser
 * gives more rights than to the page. All attacks run there, in an unconnected page, next to a
 * Keystamp that is unlocked and in use: the worst case.
 */

/** We put this into `storage.local`, to know that the attack finds what is within its reach. */
const CONTROL = 'canary-control-in-the-local-area';
/** The same in the page's own storage. */
const PAGE_CONTROL = 'canary-control-of-the-page-itself';

/**
 * Namespaces that content scripts have; each is attacked. A new one needs an attack first. `test`
 * only exists in a Firefox under remote control, and only counts assertions.
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

/** Everything stable that own pages can read without changing anything. */
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

/** The most harmful input for each call. */
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

/**
 * Describes what must be true in both browsers. `open` starts one with the extension from a folder.
 */
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
    // Change everything once more, so that listeners would hear about it.
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

  test.describe('a compromised renderer in the content script’s world', () => {
    testReading();
    testWriting();
  });
}

/**
 * What someone who knows Keystamp's stored forms would write: other rules, another service, and the
 * vault without its keys, as the newest copy.
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

/** Everything that no outsider may see: names, and every long text in any store. */
function secretsToHide(): readonly string[] {
  const { local, session, databases } = before;
  const { control, ...kept } = local;
  expect(control).toBe(CONTROL);
  const stored = secretTexts([kept, session, databases]);
  expect(stored.length).toBeGreaterThan(20);
  const places = [...Object.values(SECRETS), sites.other];
  // What is in the build is no secret.
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
  test('behavior: the attack ran there, and found the page’s own data', () => {
    expect(results.pageStores).toMatchObject({ local: [['control', PAGE_CONTROL]] });
    const interfaces = results.interfaces as readonly string[];
    expect(interfaces).toContain('runtime.sendMessage');
    expect(interfaces).toContain('storage.local');
  });

  test('error: it has no interface that isn’t attacked here', () => {
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
    test(`error: it can’t read anything of Keystamp’s: ${name}`, () => {
      expect(findSecrets(results[name])).toEqual([]);
    });
  }

  test('error: it hears about nothing that is written later', async () => {
    expect(findSecrets(heard)).toEqual([]);
    const fresh = secretTexts(lastingData(await readStores(own)));
    const text = JSON.stringify(heard);
    expect(fresh.filter((one) => one !== CONTROL && text.includes(one))).toEqual([]);
  });

  test('error: no store of the extension opens to it, or if one has to, it is empty', () => {
    const areas = results.areas as Readonly<Record<string, readonly unknown[]>>;
    const readable = browserUnderTest.browser === 'firefox' ? { local: { control: CONTROL } } : {};
    for (const [area, [all]] of Object.entries(areas)) {
      if (typeof all === 'object' && all && 'refused' in all) continue;
      // Firefox has no access levels: its local area is open, so Keystamp stores nothing there.
      expect({ [area]: all }).toEqual({ [area]: area in readable ? { control: CONTROL } : {} });
    }
    const refused = { refused: expect.stringContaining('Access to storage is not allowed') };
    const sealed = browserUnderTest.browser === 'chromium' ? ['local', 'session', 'managed'] : [];
    for (const area of sealed) expect(areas[area]).toEqual([refused, refused, refused, refused]);
  });
}

/**
 * Without what any page may cause: its own documents, and the revision of the list of pending
 * requests; and without the time of the last snapshot. In Firefox also without the local area, which it can write: Keystamp stores nothing
 * there and reads nothing from it.
 */
function lastingData({ local, ...others }: Stores): unknown {
  const kept = browserUnderTest.browser === 'firefox' ? others : { ...others, local };
  return JSON.parse(
    JSON.stringify(kept, (key, value: unknown) => {
      if (key === 'documents') return withoutAttackedSite(value);
      if (key === SNAPSHOT_KEY) return { ...(value as StoredSnapshot), at: 0 };
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
  test('error: it is refused every call of an own page, including the greeting', () => {
    for (const [call, replies] of Object.entries(results.calls as Record<string, unknown[]>)) {
      for (const reply of replies) {
        expect({ [call]: reply }).toMatchObject({
          [call]: { ok: false, error: { code: 'forbidden_caller' } },
        });
      }
    }
  });

  test('error: the stores are as before', () => {
    expect(lastingData(after)).toEqual(lastingData(before));
  });

  test('error: Keystamp’s own state is as before, also after a restart and another unlock', async () => {
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
