import type { HistoryEvent } from '../../src/protocol/history.ts';
import type { EntryView } from '../../src/protocol/outbox-entry.ts';
import { chainOf, signedRename } from '../ui/activities/history-records.ts';
import { entry, id, profile, type Answers } from '../ui/page/world.ts';
import { ownRequest, request } from '../ui/review/world.ts';
import type { Scene } from './scenes.ts';

/* What is on the way from a form to its outcome, what waits for a decision, and what was recorded of it. */

const STEP_MS = 120_000;
const DELETION = 'delete_user_tags';

const about = { ...signedRename, id: id(80), origin: 'https://app.example' };
const EVENTS: readonly HistoryEvent[] = [
  { fact: 'connected', origin: 'https://app.example', profileId: profile.id },
  { fact: 'approved', ...about },
  { fact: 'stamped', ...about },
  { fact: 'sent', ...about, details: { attempts: 1 } },
  { fact: 'completed', ...about, reply: 'b'.repeat(64), activityId: id(81) },
  { fact: 'declined', ...about, id: id(82), operation: DELETION },
];

/** All in the quarter of an hour before the scenes' clock stands. */
const RECORDS = chainOf(EVENTS, (at) => (at + 1) * STEP_MS);

const HISTORY: Answers = {
  history_summary: () => ({
    first: 1,
    last: RECORDS.length,
    head: RECORDS.at(-1)?.digest ?? '',
    missingThrough: null,
    since: STEP_MS,
    operations: ['update_wallet', DELETION],
    origins: ['https://app.example'],
    retention: null,
  }),
  history_page: () => ({ total: RECORDS.length, records: RECORDS.toReversed() }),
  history_range: ({ first, limit }: { readonly first: number; readonly limit: number }) =>
    RECORDS.filter(({ sequence }) => sequence >= first).slice(0, limit),
  history_timeline: ({ id: of }: { readonly id: string }) =>
    RECORDS.filter((record) => record.id === of),
  history_days: () => [0, 2, 4],
};

const deletion = {
  ...entry,
  id: id(83),
  operation: DELETION,
  type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
  parameters: { userTagIds: [id(60)] },
} as const;
const renaming = {
  ...entry,
  id: id(84),
  parameters: { walletId: id(5), walletName: 'Payroll 2027' },
};

/** What becomes of a form's activity, or of one that was signed before. */
function endsAs(state: EntryView['state'], about: EntryView = deletion): Answers {
  const answer = ({ id: asked }: { readonly id: string }) => ({ ...about, id: asked, state });
  return { activities_submit: answer, activities_get: answer };
}

export const FLOW_SCENES: Readonly<Record<string, Scene>> = {
  'popup-operations': { page: 'popup', at: '#/operations', says: 'Wallets' },
  'popup-requests': {
    page: 'popup',
    at: '#/requests',
    says: 'app.example',
    answers: { requests_list: () => ({ items: [request(1), ownRequest(2)] }) },
  },
  'popup-review': {
    page: 'popup',
    at: `#/form/${DELETION}/userTag/${id(60)}`,
    presses: 1,
    dark: true,
    says: 'Sign',
    answers: endsAs('sending'),
  },
  'popup-result': {
    page: 'popup',
    at: `#/form/update_wallet/wallet/${id(5)}`,
    presses: 2,
    says: 'Completed',
    answers: endsAs('completed', renaming),
  },
  'popup-activity': {
    page: 'popup',
    at: `#/activity/${id(83)}`,
    says: 'Completed',
    answers: endsAs('completed'),
  },
  'popup-activity-unknown': {
    page: 'popup',
    at: `#/activity/${id(83)}`,
    says: 'again',
    answers: endsAs('unknown'),
  },
  'popup-passkey': {
    page: 'popup',
    at: `#/passkey/${id(1)}`,
    says: 'passkey',
    answers: { requests_list: () => ({ items: [ownRequest(1)] }) },
  },
  'popup-history': { page: 'popup', at: '#/history', says: '6 records', answers: HISTORY },
  'popup-history-record': {
    page: 'popup',
    at: '#/history/5',
    says: 'app.example',
    answers: HISTORY,
  },
  'tab-export': { page: 'tab', at: `#/export/wallet/${id(5)}`, says: 'Payroll' },
  'tab-restore': { page: 'tab', at: '#/setup/restore', says: 'backup' },
};
