// The diagram in src/activities/README.md has the edges that applyEvent has, and no others; every
// state has its sentence, and those that wait for the user have an action.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/tool.ts';
import {
  applyEvent,
  initialProgress,
  WINDOW_MS,
  type EntryEvent,
  type Progress,
} from '../../../src/activities/outbox/transitions.ts';
import { ENTRY_STATES } from '../../../src/protocol/outbox-entry.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';

const NOW = 1_800_000_000_000;
const ACTIVITY = 'the activity';

const EVENTS: readonly EntryEvent[] = [
  { kind: 'sending' },
  ...(['completed', 'failed', 'rejected', null] as const).map(
    (end) => ({ kind: 'reply', activityId: ACTIVITY, end }) as const,
  ),
  { kind: 'reply', activityId: 'another one', end: 'completed' },
  { kind: 'refused' },
  { kind: 'no-outcome' },
  { kind: 'deferred', waitMs: 1000 },
  { kind: 'mismatch' },
  { kind: 'disproved' },
  { kind: 'missing' },
  { kind: 'no-answer' },
  { kind: 'blocked' },
  { kind: 'wake' },
  { kind: 'reopen' },
];

const FLAGS = [false, true];

/** What makes a difference: state, marks, and whether its time is over. */
const CHOICES = {
  state: ENTRY_STATES,
  uncertain: FLAGS,
  lookingUp: FLAGS,
  mismatched: FLAGS,
  disproved: FLAGS,
  activityId: [null, ACTIVITY],
  lookups: [0, 1000],
  timestampMs: [NOW, NOW - 2 * WINDOW_MS],
} as const satisfies { readonly [K in keyof Progress]?: readonly Progress[K][] };

/** Every entry that can make a difference. */
function progresses(): readonly Progress[] {
  return Object.entries(CHOICES).reduce<readonly Progress[]>(
    (some, [name, choices]) =>
      some.flatMap((progress) => choices.map((choice) => ({ ...progress, [name]: choice }))),
    [initialProgress(NOW, NOW)],
  );
}

/** As the diagram writes them: from, to and the events that lead there. */
function edgesOfCode(): readonly string[] {
  const edges = new Map<string, Set<string>>();
  for (const progress of progresses()) {
    for (const event of EVENTS) {
      const { record } = applyEvent(progress, event, { now: NOW, offsetMs: 0, jitter: 0 });
      if (record === progress || record.state === progress.state) continue;
      const edge = `${progress.state} --> ${record.state}`;
      edges.set(edge, (edges.get(edge) ?? new Set()).add(event.kind));
    }
  }
  return [...edges].map(([edge, events]) => `${edge}: ${[...events].sort().join(', ')}`).sort();
}

const DIAGRAM = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/;

function edgesOfReadme(): readonly string[] {
  const text = readFileSync(join(ROOT, 'src', 'activities', 'README.md'), 'utf8');
  const lines = (DIAGRAM.exec(text)?.[1] ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line.includes('-->') && !line.includes('[*]')).sort();
}

describe('the diagram of the states', () => {
  test('behavior: has exactly the edges of the code', () => {
    expect(edgesOfReadme()).toEqual(edgesOfCode());
  });

  test('behavior: has every state', () => {
    const text = edgesOfReadme().join('\n');
    for (const state of ENTRY_STATES) expect(text).toContain(state);
  });
});

describe('every state', () => {
  // The types demand the same words in every other language.
  test.each(ENTRY_STATES)('behavior: %s has a badge and a sentence', (state) => {
    expect(appWords[`app.state.${state}`].length).toBeGreaterThan(2);
    // A pending one says what the service says of it.
    if (state !== 'pending') expect(popupWords[`popup.state.${state}`].length).toBeGreaterThan(2);
  });
});
