import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { readCsv } from '../records/csv-reader.ts';
import { tabEffects } from './tab-effects.ts';
import { home, id, popupWorld, unlocked } from './world.ts';

/*
 * The popup on a wide page, drawn by a real Chromium: list and detail side by side, and tables, with
 * long names, names from right to left, nothing at all and ten thousand; no fault that axe-core knows
 * in either scheme, and nothing wider than its place, also with text of twice the size.
 */

const LONG = 'The treasury of a company with a name as long as its history '
  .repeat(4)
  .slice(0, 200);
const UNBROKEN = 'W'.repeat(64);
const RIGHT_TO_LEFT = 'محفظة الرواتب الشهرية';
const FORMULA = '=HYPERLINK("https://evil.example","Payroll")';
const MANY = 10_000;
const MANY_ACCOUNTS = 250;
const PAGE = 100;

const createdAt = { seconds: '1000', nanos: '0' };
const wallet = (walletName: string, n = 5) => ({ walletId: id(n), walletName, createdAt });
const account = (n: number, walletId = id(5)) => ({
  walletAccountId: id(20_000 + n),
  walletId,
  curve: 'CURVE_SECP256K1',
  path: `m/44'/60'/0'/0/${n}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  address: `0x${String(n).padStart(40, '0')}`,
});
const user = (n: number, userName: string, facts: object = {}) => ({
  userId: id(n),
  userName,
  apiKeys: [],
  authenticators: [],
  userTags: [],
  createdAt,
  ...facts,
});

const NAMES = [LONG, UNBROKEN, RIGHT_TO_LEFT, 'Payroll', FORMULA];
const wallets = NAMES.map((name, n) => wallet(name, 5 + n));
const users = NAMES.map((name, n) =>
  user(30 + n, name, {
    userEmail: `${'long.'.repeat(12)}name@example.com`,
    userPhoneNumber: '+15555550101',
    userTags: [id(60)],
  }),
);

type Answers = Readonly<Record<string, unknown>>;
type WideCase = {
  readonly at: string;
  readonly answers: Answers;
  /** What must be there to read. */
  readonly says: string;
};

const some: Answers = {
  list_wallets: { wallets },
  get_wallet: { wallet: wallets[0] },
  list_wallet_accounts: { accounts: [account(1), account(2)] },
  list_users: { users },
  list_user_tags: { userTags: [{ tagId: id(60), tagName: RIGHT_TO_LEFT }] },
};
const none: Answers = { list_wallets: { wallets: [] }, list_users: { users: [] } };

const CASES: Readonly<Record<string, WideCase>> = {
  'a list with nothing chosen': {
    at: '#/list/user',
    answers: some,
    says: objectWords['object.wide.chooseText'],
  },
  'home beside long names': { at: '#/', answers: some, says: UNBROKEN },
  'a wallet beside its list': {
    at: `#/object/wallet/${id(5)}`,
    answers: some,
    says: objectWords['object.actions'],
  },
  'an empty list': { at: '#/list/user', answers: none, says: objectWords['object.list.empty'] },
  'a list that cannot be read': {
    at: '#/list/user',
    answers: { list_users: new KeystampError('service_unreachable') },
    says: popupWords['popup.read.service_unreachable'],
  },
  'a form beside a list': {
    at: '#/form/create_wallet',
    answers: some,
    says: popupWords['popup.review.title'],
  },
  'the search': { at: '#/search', answers: some, says: appWords['app.filter'] },
  'a table of long names': { at: '#/table/user', answers: some, says: UNBROKEN },
  'a table of wallets': { at: '#/table/wallet', answers: some, says: 'Ethereum' },
  'an empty table': { at: '#/table/user', answers: none, says: objectWords['object.list.empty'] },
  'a table that cannot be read': {
    at: '#/table/user',
    answers: { list_users: new KeystampError('service_unreachable') },
    says: popupWords['popup.read.service_unreachable'],
  },
};

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  root.remove();
});

/** A page of the accounts, as the service gives them. */
function pageOf(accounts: readonly object[], parameters: object) {
  const { after } = (Reflect.get(parameters, 'paginationOptions') ?? {}) as { after?: string };
  const start = accounts.findIndex((one) => Reflect.get(one, 'walletAccountId') === after) + 1;
  return { accounts: accounts.slice(start, start + PAGE) };
}

type Answer = (parameters: object) => unknown;
const isAnswer = (answer: unknown): answer is Answer => typeof answer === 'function';

async function show({ at, answers, says }: WideCase) {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const world = popupWorld({
    state: () => unlocked,
    home: () => home,
    keys_list: () => [],
    query: ({ operation, parameters }: { operation: string; parameters: object }) => {
      const answer = answers[operation];
      if (answer instanceof KeystampError) throw answer;
      return isAnswer(answer) ? answer(parameters) : (answer ?? {});
    },
  });
  world.setWide(true);
  world.effects.hash.set(at);
  startTab(tabEffects(world.effects), root);
  await expect.poll(shownText, { timeout: 10_000 }).toContain(says);
  await expect.poll(() => root.querySelector('h1')).not.toBeNull();
  return world;
}

const shownText = () => root.innerText.replace(/\s+/g, ' ');

/** How much is wider than its place: the page, or what scrolls in it. A table scrolls sideways itself. */
function wider(): number {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body, .pane')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

const SIZES = [
  [1280, 800],
  [1920, 1080],
  [720, 600],
] as const;

describe('the popup on a wide page', () => {
  for (const [name, state] of Object.entries(CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        applySettings({ ...unlocked.settings, theme });
        await page.viewport(1280, 800);
        await show(state);
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        for (const [width, height] of SIZES) {
          await page.viewport(width, height);
          expect(wider(), `${width}`).toBeLessThanOrEqual(0);
        }
        await page.viewport(1280, 800);
        document.documentElement.style.fontSize = '200%';
        expect(wider(), 'text of twice the size').toBeLessThanOrEqual(0);
        const picture = name.replaceAll(' ', '-');
        await takePicture(`wide-large/${picture}-${theme}`);
      });
    }
  }

  test('behavior: a list stays where it was scrolled while records are opened from it', async () => {
    const many = Array.from({ length: 200 }, (_, n) => user(100 + n, `User ${n}`));
    const world = await show({
      at: '#/list/user',
      answers: { list_users: { users: many } },
      says: 'User 7',
    });
    const body = root.querySelector<HTMLElement>('.pane-list .screen-body');
    body?.scrollTo(0, 900);
    world.effects.hash.set(`#/object/user/${id(120)}`);
    await expect.poll(shownText).toContain('User 20');
    expect(body?.isConnected).toBe(true);
    expect(body?.scrollTop).toBe(900);
    expect(root.querySelector('.pane-list [aria-current]')?.textContent).toContain('User 20');
  });

  test('behavior: a review over it shows long values whole', async () => {
    await page.viewport(800, 700);
    await show({ at: `#/object/wallet/${id(5)}`, answers: some, says: 'Accounts' });
    await page.getByRole('button', { name: 'Edit: Name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`X${UNBROKEN.slice(1)}`);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => root.querySelectorAll('dialog .review-table td').length).toBe(2);
    const cells = [...root.querySelectorAll('dialog .review-table :is(td, .visible)')];
    expect(cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toEqual(
      cells.map(() => 0),
    );
    expect(cells.map((cell) => getComputedStyle(cell).whiteSpace)).not.toContain('pre');
    await takePicture('wide-review');
  });

  test('behavior: requests of sites have the page for themselves', async () => {
    const world = await show({ at: '#/list/user', answers: some, says: UNBROKEN });
    world.effects.hash.set('#/requests');
    await expect.poll(() => root.querySelector('.wide-page')).toBeNull();
  });
});

describe('a table of a page from right to left', () => {
  afterEach(() => {
    document.documentElement.dir = 'ltr';
  });

  test('behavior: a long name is cut at its end, whichever side that is', async () => {
    await page.viewport(1100, 760);
    await show({ at: '#/table/user', answers: some, says: UNBROKEN });
    for (const dir of ['ltr', 'rtl']) {
      document.documentElement.dir = dir;
      const names = [...root.querySelectorAll('.table-row .cell-name bdi')];
      expect(names).toHaveLength(NAMES.length);
      for (const name of names) {
        const range = document.createRange();
        range.setStart(name.firstChild ?? name, 0);
        range.setEnd(name.firstChild ?? name, 1);
        const [first, box] = [range, name.closest('th')].map((one) => one?.getBoundingClientRect());
        expect([name.textContent, (first?.left ?? 0) >= (box?.left ?? 0) - 0.5]).toEqual([
          name.textContent,
          true,
        ]);
        expect(first?.right).toBeLessThanOrEqual((box?.right ?? 0) + 0.5);
      }
    }
    await takePicture('wide-table-mirrored');
  });
});

describe('a table of ten thousand', () => {
  const many = Array.from({ length: MANY }, (_, n) => wallet(`Wallet ${n}`, 100 + n));
  const accounts = Array.from({ length: MANY_ACCOUNTS }, (_, n) => account(n, id(100 + n)));
  const rows = () => root.querySelectorAll('.table-row').length;
  const button = (name: RegExp) => page.getByRole('button', { name });
  let world: Awaited<ReturnType<typeof show>>;

  const open = async (listAccounts: Answer) => {
    await page.viewport(1280, 800);
    world = await show({
      at: '#/table/wallet',
      answers: { list_wallets: { wallets: many }, list_wallet_accounts: listAccounts },
      says: 'Wallet 7',
    });
  };
  const files = () => world.saved.map(({ text }) => readCsv(text));

  test('behavior: draws what is in view, and saves all of it', async () => {
    await open(() => ({ accounts: [] }));
    expect(rows()).toBeLessThan(80);
    const scroller = root.querySelector('.table-scroll');
    scroller?.scrollTo(0, 200_000);
    await expect.poll(() => root.querySelector('.table-row')?.textContent).toMatch(/Wallet 49\d\d/);
    expect(rows()).toBeLessThan(80);
    await button(/CSV/).click();
    const [file = []] = files();
    expect(file).toHaveLength(MANY + 1);
    expect(file[0]).toEqual(['Name', 'Created', 'ID']);
    expect(file[MANY]).toEqual(['Wallet 9999', '1970-01-01T00:16:40.000Z', id(10_099)]);
    expect(world.saved[0]?.name).toMatch(/^Keystamp-Demo-Wallets-\d{4}-\d\d-\d\d\.csv$/);
  });

  test('behavior: says that accounts are not read, counts them, and then has their addresses', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let pages = 0;
    await open(async (parameters) => {
      pages += 1;
      if (pages === 3) await held;
      return pageOf(accounts, parameters);
    });
    await expect.poll(shownText).toContain(objectWords['table.accounts.missing']);
    expect(pages).toBe(0);
    await button(/^Load accounts$/).click();
    await expect.poll(shownText).toContain('200 so far');
    release();
    await expect.poll(shownText).not.toContain('so far');
    await button(/CSV/).click();
    const [file = []] = files();
    expect(file[0]).toEqual(['Name', 'Accounts', 'Chains', 'Addresses', 'Created', 'ID']);
    expect(file[1]?.slice(1, 4)).toEqual(['1', 'Ethereum', `Ethereum 0x${'0'.repeat(40)}`]);
  });

  test('behavior: Shift selects a range, and what a search hides stays selected', async () => {
    await open(() => ({ accounts: [] }));
    const box = (name: string) =>
      page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
    await box('Wallet 1').click();
    await box('Wallet 4').click({ modifiers: ['Shift'] });
    await expect.poll(shownText).toContain('4 selected');
    await userEvent.fill(page.getByRole('searchbox'), 'wallet 77');
    await expect.poll(shownText).toContain('4 of them not shown');
    await button(/4 selected/).click();
    expect(files()[0]?.map(([name]) => name)).toEqual([
      'Name',
      ...[1, 2, 3, 4].map((n) => `Wallet ${n}`),
    ]);
    await page.getByRole('checkbox', { name: objectWords['table.selectAll'] }).click();
    await expect.poll(shownText).toContain('464 selected');
  });
});
