import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Begins, Generation, Row } from '../../protocol/operation.ts';
import type { Rule } from '../../protocol/rules.ts';
import { change, keepable, startDraft, type Draft, type DraftValue, type Values } from './draft.ts';
import {
  checkField,
  fill,
  missingSteps,
  shapeOf,
  takenFrom,
  type Errors,
  type Filled,
  type Shape,
} from './model.ts';
import { sourcesOf } from './picking.ts';
import { createRecords, without, type Query, type Records } from './records.ts';

/** What stays of a form while the popup is closed. No secret is in it. */
export type Kept = {
  readonly draft: Values;
  /** The activity of the step that ran first. */
  readonly begun: string | null;
};

export type FormEffects = {
  readonly query: Query;
  readonly randomId: () => string;
  /** Keeps what may be kept; called on every change. */
  readonly keep: (kept: Kept) => void;
};

export type FormFacts = {
  readonly row: Row;
  readonly generation: Generation;
  /** Id of the user who stamps. */
  readonly self: string | undefined;
  readonly kept: Kept | undefined;
};

/** A form ready for review, with the id that makes a repeated approval the same activity. */
export type Ready = Filled & { readonly id: string };

/** One form at work: its draft, its errors, the records it can pick, and what it will send. */
export type FormSession = Records & {
  readonly row: Row;
  readonly shape: Shape;
  readonly draft: ReadonlySignal<Draft>;
  readonly errors: ReadonlySignal<Errors>;
  /** Names the refused fields after a submit, to move the focus there. */
  readonly refusals: ReadonlySignal<readonly string[]>;
  /** What an earlier step handed over. */
  readonly taken: ReadonlySignal<Values>;
  /** The activity of the earlier step, when one was started. */
  readonly begun: ReadonlySignal<string | null>;
  /** True while an earlier step has to run first. */
  readonly waits: ReadonlySignal<boolean>;
  readonly ready: ReadonlySignal<Ready | undefined>;
  readonly set: (name: string, value: DraftValue) => void;
  /** Checks one field as the user leaves it. */
  readonly leave: (name: string) => void;
  /** Checks the whole form; undefined when a field was refused. */
  readonly submit: () => Ready | undefined;
  /** Marks a field that the worker or the service refused. */
  readonly refuse: (name: string, rule: Rule) => void;
  /** Loads every list that the form and its review need. */
  readonly loadAll: () => Promise<void>;
  /** Notes the activity of the step that runs first. */
  readonly begin: (id: string) => void;
  /** Takes the result of the step that ran first. */
  readonly take: (begins: Begins, result: Values) => void;
  /** Empties the secret fields. */
  readonly dropSecrets: () => void;
  /** Forgets the step that ran first, and the secrets typed for it. */
  readonly startOver: () => void;
};

/** The draft with its errors, and what it becomes when it is complete. */
function createSheet(shape: Shape, start: Draft, randomId: () => string, changed: () => void) {
  const { fields } = shape;
  const draft = signal<Draft>(start);
  const errors = signal<Errors>({});
  const refusals = signal<readonly string[]>([]);
  const ready = signal<Ready | undefined>(undefined);

  function set(name: string, value: DraftValue): void {
    batch(() => {
      draft.value = change(fields, draft.peek(), name, value);
      errors.value = without(errors.peek(), name);
      ready.value = undefined;
    });
    changed();
  }

  function leave(name: string): void {
    const rule = checkField(fields, name, draft.peek());
    // A field that was only passed through is not scolded for being empty; submit does that.
    if (rule === undefined || rule === 'missing') errors.value = without(errors.peek(), name);
    else errors.value = { ...errors.peek(), [name]: rule };
  }

  function submit(taken: Values): Ready | undefined {
    const outcome = fill(shape, draft.peek(), taken);
    batch(() => {
      errors.value = outcome.ok ? {} : outcome.errors;
      refusals.value = outcome.ok ? [] : Object.keys(fields).filter((n) => n in outcome.errors);
      ready.value = outcome.ok ? { ...outcome, id: randomId() } : undefined;
    });
    return ready.peek();
  }

  function refuse(name: string, rule: Rule): void {
    errors.value = { ...errors.peek(), [name]: rule };
    refusals.value = [name];
  }

  function reset(to: Draft): void {
    draft.value = to;
    errors.value = {};
    ready.value = undefined;
  }

  return { draft, errors, refusals, ready, set, leave, submit, refuse, reset };
}

/** Makes the session of one form. */
export function createFormSession(effects: FormEffects, facts: FormFacts): FormSession {
  const { row, generation, self, kept } = facts;
  const shape = shapeOf(row, generation);
  const { fields } = shape;
  const mayBegin = row.kind === 'submit' && row.begins !== undefined;
  const taken = signal<Values>({});
  const begun = signal<string | null>(mayBegin ? (kept?.begun ?? null) : null);
  const waits = computed(() => missingSteps(fields, taken.value).length > 0);
  const { reset, submit, ...sheet } = createSheet(
    shape,
    startDraft(fields, self, kept?.draft),
    effects.randomId,
    () => keep(),
  );
  const records = createRecords(effects.query);

  function keep(): void {
    effects.keep({ draft: keepable(fields, sheet.draft.peek()), begun: begun.peek() });
  }

  function dropSecrets(): void {
    reset(startDraft(fields, self, keepable(fields, sheet.draft.peek())));
  }

  return {
    row,
    shape,
    ...sheet,
    ...records,
    taken,
    begun,
    waits,
    submit: () => submit(taken.peek()),
    loadAll: async () => {
      const affected = row.kind === 'submit' ? row.affects?.of : undefined;
      await Promise.all(sourcesOf(fields, affected).map(records.load));
    },
    begin: (id) => {
      begun.value = id;
      keep();
    },
    take: (step, result) => {
      taken.value = takenFrom(step, fields, result);
      keep();
    },
    dropSecrets,
    startOver: () => {
      batch(() => {
        taken.value = {};
        begun.value = null;
        dropSecrets();
      });
      keep();
    },
  };
}
