import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/protocol/app-state.ts';
import { drawInLanguage, t } from '../../../src/ui/i18n.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { settled } from '../../test-clock.ts';

let stop: (() => void) | undefined;

/** Starts a page in a browser with these languages; returns its root element. */
function startPage(languages: readonly string[]) {
  const ownerDocument = { defaultView: { navigator: { languages } } };
  const members = { lang: '', dataset: {}, ownerDocument };
  const root = Object.assign(new EventTarget(), members) as unknown as HTMLElement;
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
    expect([root.lang, t('app.cancel')]).toEqual(['en', 'Cancel']);
    await settled();
    expect(root.lang).toBe('de');
    expect(t('app.cancel')).toBe('Abbrechen');
    applySettings(DEFAULT_SETTINGS);
    expect([root.lang, t('app.cancel')]).toEqual(['en', 'Cancel']);
  });

  test('behavior: it follows the browser only when someone chose that', async () => {
    const root = startPage(['fr', 'de-CH']);
    expect(root.lang).toBe('en');
    applySettings({ ...DEFAULT_SETTINGS, locale: 'system' });
    await settled();
    expect(root.lang).toBe('de');
  });

  test('behavior: English is drawn at once, another language once it is there', async () => {
    const root = startPage(['de']);
    const drawn: string[] = [];
    const draw = () => void drawn.push(`${root.lang} ${t('app.cancel')}`);
    drawInLanguage(draw, 'first-frame');
    expect(drawn).toEqual(['en Cancel']);
    applySettings({ ...DEFAULT_SETTINGS, locale: 'system' });
    drawInLanguage(draw, 'first-frame');
    expect(drawn).toHaveLength(1);
    await settled();
    expect(drawn).toEqual(['en Cancel', 'de Abbrechen']);
    drawInLanguage(draw, 'first-frame');
    expect(drawn[2]).toBe('de Abbrechen');
    applySettings(DEFAULT_SETTINGS);
    drawInLanguage(draw, 'first-frame');
    expect(drawn[3]).toBe('en Cancel');
  });
});
