import { beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_STATES } from '../../../src/protocol/outbox-entry.ts';
import { ROWS } from '../../../src/protocol/operations.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { StateBadge } from '../../../src/ui/components/entry-state.tsx';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';

beforeAll(() => {
  addWords(appWords);
  addRowWords();
});

const textOf = (...[props]: Parameters<typeof StateBadge>) =>
  (StateBadge(props).props as { readonly children: string }).children;

describe('StateBadge', () => {
  test('behavior: next to its name, only what goes on after its activity is never “Completed”', () => {
    const started = ROWS.filter(
      ({ name }) => textOf({ state: 'completed', operation: name }) !== 'Completed',
    );
    const goingOn = ROWS.filter((row) => row.kind === 'submit' && row.followUp);
    expect(started.map(({ name }) => name)).toEqual(goingOn.map(({ name }) => name));
    expect(started.length).toBeGreaterThan(0);
    for (const { name } of started) {
      expect(textOf({ state: 'completed', operation: name })).toBe('Started');
      for (const state of ENTRY_STATES.filter((other) => other !== 'completed'))
        expect(textOf({ state, operation: name })).toBe(appWords[`app.state.${state}`]);
    }
    // Of the activity as such, it is said.
    expect(textOf({ state: 'completed' })).toBe('Completed');
  });
});
