import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { h, render } from 'preact';
import '../../../src/ui/style.css';
import type { Client } from '../../../src/client/client.ts';
import type { DamagedKind, DamagedRecord } from '../../../src/protocol/damaged-record.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { DamagedNotice } from '../../../src/ui/components/damaged-notice.tsx';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { Toasts } from '../../../src/ui/components/toasts.tsx';
import { addWords, setLocale } from '../../../src/ui/i18n.ts';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { WCAG_TAGS } from '../../axe-rules.ts';
import { axeFaults } from '../axe.ts';
import { cutTexts, overlaps } from '../layout-faults.ts';
import { takePicture } from '../picture.ts';
import { unlocked } from '../page/world.ts';

/* What is damaged on the disk is named beside the list that it isn't in, and can be removed (threat 60). */

const LONG = `https://${'a-label-of-a-long-name.'.repeat(12)}example`;
const ALL: readonly DamagedRecord[] = [
  { kind: 'site', name: 'https://app.example' },
  { kind: 'site', name: LONG },
  { kind: 'pre_approval', name: '6f0c6b1e-0000-4000-8000-000000000001' },
  { kind: 'profile', name: '\u202eloot' },
  { kind: 'activity', name: '[object Date]' },
];
const EVERY: readonly DamagedKind[] = ['site', 'pre_approval', 'profile', 'activity'];

let root: HTMLElement;
beforeAll(() => startOwnPage({ now: () => 1_000_000, root: document.documentElement }));
beforeEach(() => {
  addWords(appWords);
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(async () => {
  render(null, root);
  root.remove();
  await setLocale('en');
  applySettings(unlocked.settings);
});

/** A worker with these records; `refuse` is what it answers a removal with. */
function show(kinds: readonly DamagedKind[], all = ALL, refuse?: KeystampError) {
  let left = all;
  const removed: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    if (name === 'damaged_list') return left;
    removed.push(input);
    if (refuse) throw refuse;
    const { kind, name: what } = input as DamagedRecord;
    left = left.filter((one) => one.kind !== kind || one.name !== what);
    return left;
  };
  const client = { call } as unknown as Client;
  render([h(DamagedNotice, { client, kinds, key: 'notice' }), h(Toasts, { key: 'toasts' })], root);
  return removed;
}
const buttons = () => [...root.querySelectorAll<HTMLButtonElement>('.banner button')];

describe('the notice', () => {
  test('behavior: names the kinds of its list only, and removes the one that is clicked', async () => {
    const removed = show(['site', 'pre_approval']);
    await expect.poll(() => root.innerText).toContain('3 damaged records');
    expect(root.innerText).toContain('Site: https://app.example');
    expect(root.innerText).not.toContain('Profile');
    expect(root.innerText).not.toContain(appWords['app.damaged.activityWhat'].one);
    buttons()[0]?.click();
    await expect.poll(() => root.innerText).toContain('2 damaged records');
    expect(removed).toEqual([ALL[0]]);
    expect(root.innerText).not.toContain('https://app.example');
  });

  test('behavior: is not there without any, and goes with the last one', async () => {
    show(['activity'], []);
    await new Promise((next) => requestAnimationFrame(next));
    expect(root.querySelector('.banner')).toBeNull();
    render(null, root);
    show(['activity']);
    await expect.poll(() => root.innerText).toContain('1 damaged record');
    expect(root.innerText).toContain(appWords['app.damaged.activityWhat'].one);
    buttons()[0]?.click();
    await expect.poll(() => root.querySelector('.banner')).toBeNull();
  });

  test('error: a removal that fails is said, and the record stays', async () => {
    show(['profile'], ALL, new KeystampError('vault_behind'));
    await expect.poll(buttons).toHaveLength(1);
    buttons()[0]?.click();
    await expect.poll(() => root.innerText).toContain(errorWords.vault_behind);
    expect(buttons()).toHaveLength(1);
  });

  test('error: characters that turn a text around are shown as what they are', async () => {
    show(['profile']);
    await expect.poll(buttons).toHaveLength(1);
    expect(root.innerText).not.toContain('\u202e');
  });
});

for (const theme of ['light', 'dark'] as const) {
  for (const locale of ['en', 'de'] as const) {
    test(`behavior: nothing is cut or hard to read, ${theme}, ${locale}`, async () => {
      applySettings({ ...unlocked.settings, theme, locale });
      if (locale === 'de') await setLocale('de');
      await page.viewport(380, 600);
      show(EVERY);
      await expect.poll(buttons).toHaveLength(ALL.length);
      const title = locale === 'de' ? '5 beschädigte Einträge' : '5 damaged records';
      await expect.poll(() => root.innerText).toContain(title);
      await takePicture(`damaged-notice-${theme}-${locale}`);
      expect(await axeFaults({ tags: WCAG_TAGS, place: root })).toEqual([]);
      expect(overlaps(root)).toEqual([]);
      expect(cutTexts(root)).toEqual([]);
    });
  }
}
