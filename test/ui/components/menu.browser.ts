import { h, render } from 'preact';
import { useState } from 'preact/hooks';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { TopBar } from '../../../src/ui/components/layout.tsx';
import { Menu } from '../../../src/ui/components/menu.tsx';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { RefuseButton } from '../../../src/ui/review/reject-button.tsx';
import { addWords } from '../../../src/ui/i18n.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { confirmWords } from '../../../src/ui/words/en/confirm.ts';
import { queueWorld, request } from '../review/world.ts';
import { home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * Menus by keyboard alone, in a real Chromium: one in a bar, the ways to reject, and the list that
 * switches profiles.
 */

let root: HTMLElement;

beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.documentElement.classList.add('popup');
  addWords(confirmWords);
  await page.viewport(380, 600);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

function mount(): HTMLElement {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  return root;
}

const item = (name: string) => page.getByRole('menuitem', { name });
const menus = () => document.querySelectorAll('[role="menu"]').length;

const ITEMS = [
  { icon: 'search', label: 'Any operation' },
  { icon: 'external', label: 'Open in a tab' },
  { icon: 'gear', label: 'Settings' },
] as const;

describe('a menu in a bar', () => {
  const button = () => page.getByRole('button', { name: 'Menu', exact: true });
  const operations = () => item('Any operation');
  const options = () => item('Settings');
  let opened: string[] = [];

  function Bar() {
    const [focused, onFocus] = useState<number | undefined>(undefined);
    const items = ITEMS.map((one) => ({ ...one, act: () => void opened.push(one.label) }));
    return [
      h('a', { key: 'before', href: '#/' }, 'Before'),
      h(Menu, { key: 'menu', label: 'Menu', focused, onFocus, items }),
      h('main', { key: 'main' }, h('a', { href: '#/' }, 'After')),
    ];
  }

  async function open(): Promise<void> {
    opened = [];
    render(h(Bar, {}), mount());
    await expect.element(button()).toBeVisible();
    button().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(operations()).toHaveFocus();
  }

  test('behavior: arrows go round, Home and End to its ends, a letter to its item', async () => {
    await open();
    await expect.element(button()).toHaveAttribute('aria-haspopup', 'menu');
    await expect.element(button()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(options()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(operations()).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(options()).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(operations()).toHaveFocus();
    await userEvent.keyboard('o');
    await expect.element(item('Open in a tab')).toHaveFocus();
  });

  test('behavior: Escape returns to its button, and Enter does what an item says', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(button()).toHaveFocus();
    expect(menus()).toBe(0);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(options()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(opened).toEqual(['Settings']);
    expect(menus()).toBe(0);
  });

  test('behavior: Tab leaves it for what comes next', async () => {
    await open();
    await userEvent.tab();
    expect(menus()).toBe(0);
    await expect.element(button()).not.toHaveFocus();
    expect(root.querySelector('main')?.contains(document.activeElement)).toBe(true);
  });

  test('behavior: Tab with Shift leaves it for what comes before', async () => {
    await open();
    await userEvent.tab({ shift: true });
    expect(menus()).toBe(0);
    await expect.element(page.getByRole('link', { name: 'Before' })).toHaveFocus();
  });
});

describe('the ways to reject', () => {
  test('behavior: arrows choose one, and Escape returns to its button', async () => {
    const { queue, worker } = queueWorld([request(1), request(2)]);
    render(h(RefuseButton, { item: request(1), busy: false, queue }), mount());
    const button = page.getByRole('button', { name: confirmWords['confirm.rejectMore'] });
    button.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item(confirmWords['confirm.rejectOne'])).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const all = item(confirmWords['confirm.rejectSite']);
    await expect.element(all).toHaveFocus();
    // Drawn again for the site's next request, it is as it was.
    render(h(RefuseButton, { key: 2, item: request(2), busy: false, queue }), root);
    await expect.element(all).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => worker.items).toEqual([]);
    queue.dispose();
  });
});

describe('the ways to reject, just drawn', () => {
  test('behavior: stay open for a user who is faster than the first frame', async () => {
    const { queue } = queueWorld([request(1)]);
    render(h(RefuseButton, { item: request(1), busy: false, queue }), mount());
    const button = root.querySelector('[aria-haspopup="menu"]');
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await expect.element(item(confirmWords['confirm.rejectOne'])).toHaveFocus();
    // Longer than until the next frame, when effects run.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(menus()).toBe(1);
    queue.dispose();
  });
});

describe('a screen’s title', () => {
  test('behavior: has the focus as soon as it is drawn, and takes it from nothing later', async () => {
    render(h(TopBar, { title: 'Profiles', focusTitle: true }), mount());
    expect(document.activeElement?.textContent).toBe('Profiles');
    const button = document.createElement('button');
    root.append(button);
    button.focus();
    // Longer than until the next frame, when effects run.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(document.activeElement).toBe(button);
  });
});

describe('the list that switches profiles', () => {
  test('behavior: arrows and letters move among the profiles, Enter switches', async () => {
    const chosen: string[] = [];
    const profiles = ['Payroll', 'Treasury', 'Test'].map((name, n) => ({
      ...profile,
      id: id(30 + n),
      name,
      order: n,
    }));
    const state = { ...unlocked, profiles, activeProfileId: id(30) };
    const { effects } = popupWorld({
      state: () => state,
      home: () => ({ ...home, profileId: id(30) }),
      profiles_select: ({ id: selected }: { readonly id: string }) => {
        chosen.push(selected);
        return { ...state, activeProfileId: selected };
      },
    });
    effects.hash.set('#/profiles');
    startPopup(effects, mount());
    const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
    await expect.element(row('Payroll')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row('Payroll')).toHaveFocus();
    await userEvent.keyboard('t');
    await expect.element(row('Treasury')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(row('Test')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => chosen).toEqual([id(32)]);
  });
});
