import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { tabEffects } from './tab-effects.ts';
import { home, popupWorld, unlocked } from './world.ts';

/* The settings' tabs, and the ways out of them where the page is narrow. */

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.dir = 'ltr';
  root.remove();
});

async function show(width: number, locale = unlocked.settings.locale): Promise<void> {
  await page.viewport(width, 700);
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const { effects, setWide } = popupWorld({
    state: () => ({ ...unlocked, settings: { ...unlocked.settings, locale } }),
    home: () => home,
    damaged_list: () => [],
  });
  setWide(width > 720);
  effects.hash.set('#/about');
  startTab(tabEffects(effects), root);
  applySettings({ ...unlocked.settings, locale });
  await expect
    .poll(() => root.querySelector('[role="tab"][aria-selected="true"]')?.getAttribute('href'))
    .toMatch(/about$/);
}

const tab = (section: 'keys' | 'security' | 'about' | 'appearance') =>
  page.getByRole('tab', { name: appWords[`app.section.${section}`] });

describe('the settings', () => {
  test('behavior: arrows lead along the tabs and round their ends, and one tab is in the order', async () => {
    await show(1100);
    expect([...root.querySelectorAll('[role="tab"][tabindex="0"]')]).toHaveLength(1);
    tab('about').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('keys')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('security')).toHaveFocus();
    await userEvent.keyboard('{End}{ArrowLeft}');
    await expect.element(tab('appearance')).toHaveFocus();
    document.documentElement.dir = 'rtl';
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tab('about')).toHaveFocus();
    expect(await axeFaults({ rules: rulesIn('light') })).toEqual([]);
  });

  test('behavior: a language that is a third longer cuts no tab of a wide page', async () => {
    await show(1100, 'en-XA');
    const list = root.querySelector('[role="tablist"]');
    await expect.poll(() => list?.textContent).toContain('⟦');
    expect(list?.scrollWidth).toBeLessThanOrEqual(list?.clientWidth ?? 0);
  });

  test('behavior: the panel is named by its tab', async () => {
    await show(1100);
    await expect
      .element(page.getByRole('tabpanel', { name: appWords['app.section.about'] }))
      .toBeVisible();
  });

  test('behavior: a narrow page leads to all that the popup’s parts do', async () => {
    await show(400);
    const places = page.getByRole('navigation', { name: appWords['app.place.label'] });
    for (const kind of ['wallet', 'user', 'activities'] as const) {
      const link = places.getByRole('link', { name: appWords[`app.place.${kind}`] });
      await expect.element(link).toBeVisible();
    }
    expect(root.querySelector('.side-nav')).toBeNull();
    // The tabs are one row, scrolled to the one that is open.
    const tabs = [...root.querySelectorAll<HTMLElement>('[role="tab"]')];
    expect(new Set(tabs.map(({ offsetTop }) => offsetTop)).size).toBe(1);
    const { left, right } = tab('about').element().getBoundingClientRect();
    expect([left >= 0, right <= 400]).toEqual([true, true]);
    expect(root.scrollWidth).toBeLessThanOrEqual(root.clientWidth);
    expect(await axeFaults({ rules: rulesIn('light') })).toEqual([]);
  });
});
