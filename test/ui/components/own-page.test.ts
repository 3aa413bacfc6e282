import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { t } from '../../../src/ui/i18n.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';

let stop: (() => void) | undefined;

/** Starts a page in a browser with these languages; returns its root element. */
function startPage(languages: readonly string[]) {
  const ownerDocument = { defaultView: { navigator: { languages } } };
  const root = { lang: '', dataset: {}, ownerDocument } as HTMLElement;
  stop = startOwnPage({ now: () => 0, root });
  return root;
}

afterEach(() => {
  applySettings(DEFAULT_SETTINGS);
  stop?.();
});

describe('the language of a page', () => {
  test('behavior: `lang` is English until the chosen language is loaded, then that language', async () => {
    const root = startPage(['en']);
    expect(root.lang).toBe('en');
    applySettings({ ...DEFAULT_SETTINGS, locale: 'de' });
    expect([root.lang, t('kit.cancel')]).toEqual(['en', 'Cancel']);
    await vi.waitFor(() => expect(root.lang).toBe('de'));
    expect(t('kit.cancel')).toBe('Abbrechen');
    applySettings(DEFAULT_SETTINGS);
    expect([root.lang, t('kit.cancel')]).toEqual(['en', 'Cancel']);
  });

  test('behavior: it follows the browser only when someone chose that', async () => {
    const root = startPage(['fr', 'de-CH']);
    expect(root.lang).toBe('en');
    applySettings({ ...DEFAULT_SETTINGS, locale: 'system' });
    await vi.waitFor(() => expect(root.lang).toBe('de'));
  });
});
