import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { filterWords } from '../../../src/ui/words/en/filter.ts';
import { objectWords } from '../../../src/ui/words/en/objects.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { axeFaults } from '../axe.ts';
import { cutTexts, overlaps } from '../layout-faults.ts';
import { takePicture } from '../picture.ts';
import { entry, home, id, popupWorld, unlocked } from '../page/world.ts';

/* The list of activities by its days and jobs, and what is found in it. */

const NOW = new Date(2027, 0, 12, 12).getTime();
const at = (daysAgo: number, minutes: number) =>
  new Date(2027, 0, 12 - daysAgo, 11, minutes).getTime();
const [ADA, BOB] = [id(4), id(41)];

const signed = (
  n: number,
  operation: string,
  createdAt: number,
  parameters: EntryView['parameters'],
): EntryView => ({
  ...entry,
  id: id(n),
  operation,
  type: `ACTIVITY_TYPE_${operation.toUpperCase()}`,
  fingerprint: `sha256:${String(n).padStart(64, '0')}`,
  state: 'completed',
  createdAt,
  parameters,
});
const ENTRIES = [
  signed(20, 'update_wallet', at(0, 50), { walletId: id(5), walletName: 'Salaries' }),
  signed(21, 'import_wallet', at(1, 30), { userId: ADA, walletName: 'Cold storage' }),
  signed(22, 'init_import_wallet', at(1, 29), { userId: ADA }),
  signed(23, 'delete_api_keys', at(3, 20), { userId: ADA, apiKeyIds: [id(50)] }),
  signed(24, 'create_api_keys', at(3, 10), {
    userId: ADA,
    apiKeys: [{ apiKeyName: 'Laptop', publicKey: '02ab', curveType: 'API_KEY_CURVE_P256' }],
  }),
];
const user = (userId: string, userName: string) => ({
  userId,
  userName,
  apiKeys: [],
  authenticators: [],
  userTags: [],
  oauthProviders: [],
});
/** By Bob, without the votes that would prove what it is. */
const LISTED = {
  id: id(70),
  organizationId: id(2),
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  fingerprint: `sha256:${'f'.repeat(64)}`,
  intent: null,
  votes: [],
  createdAt: { seconds: String(at(1, 40) / 1000), nanos: '0' },
};

let root: HTMLElement;
let asked: unknown[];

beforeAll(async () => {
  startOwnPage({ now: () => NOW, root: document.documentElement });
  document.documentElement.classList.add('popup');
  await page.viewport(380, 600);
});

beforeEach(async () => {
  asked = [];
  root = document.createElement('div');
  document.body.append(root);
  const { effects } = popupWorld({
    state: () => unlocked,
    home: () => ({ ...home, waiting: 2 }),
    activities_list: () => ENTRIES,
    records_kept: () => null,
    records_keep: () => null,
    query: ({ operation, parameters }: { operation: string; parameters: object }) => {
      if (operation === 'list_activities') asked.push(parameters);
      if (operation === 'list_activities') return { activities: [LISTED] };
      return operation === 'list_users' ? { users: [user(ADA, 'Ada'), user(BOB, 'Bob')] } : {};
    },
  });
  effects.hash.set('#/activities');
  startPopup(effects, root);
  await expect.poll(headings, { timeout: 20_000 }).toHaveLength(3);
  await expect.poll(titles).toContain('Replaced an API key of Ada.');
});

afterEach(() => root.remove());

const headings = () => [...root.querySelectorAll('.section h2')].map((one) => one.textContent);
const titles = () =>
  [...root.querySelectorAll<HTMLElement>('.list .row-title')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.textContent);
const openFilter = () => page.getByText(filterWords['filter.title'], { exact: true }).click();
const choose = (name: string, option: string) =>
  page.getByRole('combobox', { name }).selectOptions(option);

describe('the list', () => {
  test('behavior: each day has its heading, and what is done is said in the past tense', async () => {
    expect(headings()).toEqual(['Today', 'Yesterday', 'Jan 9, 2027']);
    expect(titles()).toEqual([
      'Renamed a wallet to Salaries.',
      expect.stringContaining('Create wallet'),
      'Imported the wallet “Cold storage” for Ada.',
      'Replaced an API key of Ada.',
    ]);
    expect([...root.querySelectorAll('.list .row-lead svg')].length).toBeGreaterThan(3);
    expect(await axeFaults({ place: root })).toEqual([]);
    expect([...cutTexts(root), ...overlaps(root)]).toEqual([]);
    await takePicture('feed');
  });

  test('behavior: the steps of a job open below it, each with its own screen', async () => {
    await page.getByText('1 step', { exact: true }).click();
    await expect.poll(titles).toContain('Started importing a wallet for Ada.');
    // Of a rotation the last step is among them: its job says both.
    await page.getByText('2 steps', { exact: true }).click();
    await expect.poll(titles).toContain('Added API keys for Ada: Laptop.');
    expect(titles().at(-1)).toMatch(/^Removed API keys of Ada/);
    await takePicture('feed-steps');
    const step = [...root.querySelectorAll('a')].find(({ textContent }) =>
      textContent.startsWith('Started importing'),
    );
    expect(step?.getAttribute('href')).toBe(`#/activity/${id(22)}`);
  });

  test('behavior: what waits for a vote is counted where it is', () => {
    const label = popupWords['popup.activities.scope.approvals'];
    expect(root.innerText).toContain(`${label} (2)`);
    expect(root.querySelector('.tab-count')?.textContent).toBe('2');
  });
});

describe('the filter', () => {
  test('behavior: one type is asked of the service, and shown', async () => {
    await openFilter();
    await choose(objectWords['feed.type'], 'Rename a wallet');
    await expect.poll(titles).toEqual(['Renamed a wallet to Salaries.']);
    expect(asked.at(-1)).toMatchObject({ filterByType: ['ACTIVITY_TYPE_UPDATE_WALLET'] });
  });

  test('behavior: a job is found by each of its steps, and shown whole', async () => {
    await openFilter();
    await choose(objectWords['feed.type'], 'Start a wallet import');
    await expect.poll(titles).toEqual(['Imported the wallet “Cold storage” for Ada.']);
  });

  test('behavior: one person’s are shown', async () => {
    await openFilter();
    await choose(objectWords['feed.person'], 'Ada');
    await expect.poll(titles).toHaveLength(3);
    await choose(objectWords['feed.person'], 'Bob');
    await expect.poll(() => root.innerText).toContain(popupWords['popup.activities.noneOfThese']);
  });

  test('behavior: days from and until; how many filters are on is said, and all are cleared at once', async () => {
    await openFilter();
    await userEvent.fill(page.getByLabelText(filterWords['filter.from']), '2027-01-11');
    await expect.poll(headings).toEqual(['Today', 'Yesterday']);
    await userEvent.fill(page.getByLabelText(filterWords['filter.until']), '2027-01-11');
    await expect.poll(headings).toEqual(['Yesterday']);
    await expect.poll(() => root.innerText).toContain('2 filters on');
    await takePicture('feed-filter');
    await page.getByRole('button', { name: filterWords['filter.clear'] }).click();
    await expect.poll(headings).toHaveLength(3);
  });
});
