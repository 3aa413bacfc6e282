import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { h, render } from 'preact';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import type { Client } from '../../../src/client/client.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { beginningAt, type ProcedureRun } from '../../../src/ui/procedures/procedure.ts';
import { StageList } from '../../../src/ui/procedures/stage-list.tsx';
import { WaitingNotice } from '../../../src/ui/procedures/waiting-notice.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { procedureWords } from '../../../src/ui/words/en/procedure.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { entry, profile, unlocked } from '../page/world.ts';

/* How far a procedure has come, in each of its states, and who has to approve. */

const STAGES = ['begin', 'send', 'prove'] as const;
const STATES: readonly ProcedureRun['state'][] = [
  'going',
  'waiting',
  'stopped',
  'open',
  'disproved',
  'done',
];
const votesMissing: EntryView = {
  ...entry,
  state: 'pending',
  parameters: { walletId: entry.id, walletName: 'Payroll' },
  activity: {
    id: entry.id,
    organizationId: profile.organizationId,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: entry.type,
    result: {},
    fingerprint: entry.fingerprint,
    canApprove: false,
    canReject: false,
  },
};

let root: HTMLElement;
beforeAll(() => startOwnPage({ now: () => 1_000_000, root: document.documentElement }));
beforeEach(() => {
  addWords(appWords);
  root = document.createElement('main');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  applySettings(unlocked.settings);
});

const rows = () => [...root.querySelectorAll('li')].map(({ innerText }) => innerText);

for (const theme of ['light', 'dark'] as const) {
  test.each(STATES)(`behavior: the stages while it is %s, ${theme}`, async (state) => {
    applySettings({ ...unlocked.settings, theme });
    const run = { ...beginningAt('send'), state, entry: votesMissing };
    const textOf = (stage: string) => `To ${stage}`;
    const list = h(StageList<string>, { stages: STAGES, run, textOf, key: 'list' });
    render([h('h1', { key: 'title' }, 'Import'), list], root);
    const status = { going: 'now', stopped: 'failed', open: 'unknown', disproved: 'wrong' };
    const key = { ...status, waiting: 'waiting', done: 'past' }[state];
    const [before = '', present = '', after = ''] = rows();
    expect(before).toContain(procedureWords['procedure.stage.past']);
    expect(present).toContain(
      Object.entries(procedureWords).find(([name]) => name === `procedure.stage.${key}`)?.[1],
    );
    expect(present.includes(appWords['app.state.pending'])).toBe(state !== 'done');
    expect(after).toContain(procedureWords['procedure.stage.later']);
    expect(root.querySelector('[data-run]')?.getAttribute('data-run')).toBe(state);
    expect(root.querySelectorAll('[aria-current=step]')).toHaveLength(state === 'done' ? 0 : 1);
    expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
    await takePicture(`stage-list/${state}-${theme}`);
  });
}

describe('WaitingNotice', () => {
  const client = {
    call: async () => {
      throw new KeystampError('service_unreachable');
    },
  } as unknown as Client;
  const show = (shown: EntryView) =>
    render(h(WaitingNotice, { client, now: () => 1_000_000, profile, entry: shown }), root);

  test('behavior: says that others have to approve, by which policies, and where the request is', async () => {
    show(votesMissing);
    expect(root.innerText).toContain(procedureWords['procedure.waiting']);
    expect(root.innerText).toContain(procedureWords['procedure.waiting.back']);
    expect(root.querySelector('a')?.getAttribute('href')).toBe(`#/activity/${entry.id}`);
    await expect.poll(() => root.querySelector('[data-advice="unknown"]')).not.toBeNull();
  });

  test.each([
    ['on its way', { state: 'pending', activity: null }],
    ['rejected, by an activity that was not read again', { state: 'rejected' }],
  ] as const)('behavior: nothing while it is %s', (_, change) => {
    show({ ...votesMissing, ...change });
    expect(root.innerText).toBe('');
  });
});
