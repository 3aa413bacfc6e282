import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { entry, home, id, popupWorld, unlocked } from '../page/world.ts';

/* The list of activities: what is shown of it, and what the service is asked for. */

const WALLET = id(5);
const renamed = (n: number, walletName: string, state: 'completed' | 'refused' | 'sending') => ({
  ...entry,
  id: id(n),
  createdAt: n,
  state,
  parameters: { walletId: WALLET, walletName },
});
const ENTRIES = [
  renamed(22, 'Salaries', 'completed'),
  renamed(21, 'Treasury', 'refused'),
  renamed(20, 'Grants', 'sending'),
];

let root: HTMLElement;
let asked: unknown[];

beforeAll(async () => {
  startOwnPage({ now: () => 1e12, root: document.documentElement });
  document.documentElement.classList.add('popup');
  await page.viewport(380, 600);
});

async function show(): Promise<void> {
  asked = [];
  root = document.createElement('div');
  document.body.append(root);
  const { effects } = popupWorld({
    state: () => unlocked,
    home: () => home,
    activities_list: () => ENTRIES,
    records_kept: () => null,
    records_keep: () => null,
    query: ({ operation, parameters }: { operation: string; parameters: object }) => {
      if (operation === 'list_activities') asked.push(parameters);
      return operation === 'list_activities' ? { activities: [] } : {};
    },
  });
  effects.hash.set('#/activities');
  startPopup(effects, root);
  await expect.poll(() => root.innerText, { timeout: 8000 }).toContain('Salaries');
}

afterEach(() => root.remove());

const rows = () => [...root.querySelectorAll('.list .row')].map((row) => row.textContent);
const field = () => page.getByRole('searchbox', { name: popupWords['popup.activities.search'] });
const choose = (label: string) =>
  page
    .getByRole('combobox', { name: popupWords['popup.activities.progress'] })
    .selectOptions(label);

test('behavior: words are searched in what an activity says', async () => {
  await show();
  expect(rows()).toHaveLength(3);
  await userEvent.type(field(), 'wallet treas');
  await expect.poll(rows).toEqual([expect.stringContaining('Treasury')]);
  await userEvent.type(field(), 'xyz');
  await expect.poll(() => root.innerText).toContain(popupWords['popup.activities.noneOfThese']);
});

test.each([
  ['popup.activities.progress.open', 'Grants'],
  ['popup.activities.progress.completed', 'Salaries'],
  ['popup.activities.progress.ended', 'Treasury'],
] as const)('behavior: %s shows the one of %s', async (key, name) => {
  await show();
  await choose(popupWords[key]);
  await expect.poll(rows).toEqual([expect.stringContaining(name)]);
});

test('behavior: the service is asked for those statuses', async () => {
  await show();
  await choose(popupWords['popup.activities.progress.ended']);
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ filterByStatus: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'] });
  await choose(popupWords['popup.activities.progress.open']);
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({
      filterByStatus: [
        'ACTIVITY_STATUS_CREATED',
        'ACTIVITY_STATUS_PENDING',
        'ACTIVITY_STATUS_CONSENSUS_NEEDED',
        'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
      ],
    });
});
