import { afterEach, describe, expect, test } from 'vitest';
import { createLazyScreen } from '../../../src/ui/components/lazy-screen.tsx';
import { addOperationWords } from '../../../src/ui/forms/operation-words.ts';
import { findText, setLocale } from '../../../src/ui/i18n.ts';
import type { Words } from '../../../src/ui/words/translation.ts';
import { settled } from '../../test-clock.ts';

afterEach(() => setLocale('en'));

describe('a language whose words have not all come', () => {
  test('behavior: a screen that loads later, and the words of operations, wait for them', async () => {
    const whole = Promise.withResolvers<Words>();
    void setLocale('pl', { pl: [() => whole.promise] });
    const Screen = createLazyScreen(() => Promise.resolve(() => null));
    const shown: string[] = [];
    const loads = [
      Screen.preload().then(() => shown.push('screen')),
      addOperationWords().then(() => shown.push('operations')),
    ];
    await settled();
    // Whether the words themselves are there depends on the tests before: they are added once.
    expect(shown).toEqual([]);
    whole.resolve({});
    await Promise.all(loads);
    expect(shown.toSorted()).toEqual(['operations', 'screen']);
    expect(findText('op.create_wallet.title')).toBeDefined();
  });
});
