import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Prerequisite, Generation, Row } from '../../protocol/operation-row.ts';
import type { Rule } from '../../protocol/rules.ts';
import {
  changeField,
  withoutSecrets,
  startDraft,
  type Draft,
  type DraftValue,
  type Values,
} from './draft.ts';
import {
  checkField,
  fillForm,
  missingPrerequisiteFields,
  shapeOf,
  readPrerequisiteResult,
  type FieldErrors,
  type FilledForm,
  type FormShape,
} from './model.ts';
import { sourcesOf } from './pickable-records.ts';
import { createRecords, omit, type Query, type Records } from './records.ts';

/** What stays of a form while the popup is closed. No secret is in it. */
export type SavedForm = {
  readonly draft: Values;
  /** The activity of the step that ran first. */
  readonly prerequisiteId: string | null;
};

export type FormEffects = {
  readonly query: Query;
  readonly randomId: () => string;
  /** Keeps what may be kept; called on every change. */
  readonly save: (saved: SavedForm) => void;
};

export type FormOptions = {
  readonly row: Row;
  readonly generation: Generation;
  /** Id of the user who stamps. */
  readonly self: string | undefined;
  readonly saved: SavedForm | undefined;
};

/** A form ready for review, with the id that makes a repeated approval the same activity. */
export type ReadyForm = FilledForm & { readonly id: string };

/** One form at work: its draft, its errors, the records it can pick, and what it will send. */
export type FormSession = Records & {
  readonly row: Row;
  readonly shape: FormShape;
  readonly draft: ReadonlySignal<Draft>;
  readonly errors: ReadonlySignal<FieldErrors>;
  /** Names the refused fields after a submit, to move the focus there. */
  readonly refusals: ReadonlySignal<readonly string[]>;
  /** What an earlier step handed over. */
  readonly prerequisiteResult: ReadonlySignal<Values>;
  /** The activity of the earlier step, when one was started. */
  readonly prerequisiteId: ReadonlySignal<string | null>;
  /** True while an earlier step has to run first. */
  readonly needsPrerequisite: ReadonlySignal<boolean>;
  readonly ready: ReadonlySignal<ReadyForm | undefined>;
  readonly set: (name: string, value: DraftValue) => void;
  /** Checks one field as the user leaves it. */
  readonly validateField: (name: string) => void;
  /** Checks the whole form; undefined when a field was refused. */
  readonly submit: () => ReadyForm | undefined;
  /** Marks a field that the worker or the service refused. */
  readonly refuse: (name: string, rule: Rule) => void;
  /** Loads every list that the form and its review need. */
  readonly loadAll: () => Promise<void>;
  /** Notes the activity of the step that runs first. */
  readonly setPrerequisite: (id: string) => void;
  /** Takes the result of the step that ran first. */
  readonly finishPrerequisite: (prerequisite: Prerequisite, result: Values) => void;
  /** Empties the secret fields. */
  readonly dropSecrets: () => void;
  /** Forgets the step that ran first, and the secrets typed for it. */
  readonly startOver: () => void;
};

/** The draft with its errors, and what it becomes when it is complete. */
function createDraftState(
  shape: FormShape,
  start: Draft,
  randomId: () => string,
  onChange: () => void,
) {
  const { fields } = shape;
  const draft = signal<Draft>(start);
  const errors = signal<FieldErrors>({});
  const refusals = signal<readonly string[]>([]);
  const ready = signal<ReadyForm | undefined>(undefined);

  function set(name: string, value: DraftValue): void {
    batch(() => {
      draft.value = changeField(fields, draft.peek(), name, value);
      errors.value = omit(errors.peek(), name);
      ready.value = undefined;
    });
    onChange();
  }

  function validateField(name: string): void {
    const rule = checkField(fields, name, draft.peek());
    // A field that was only passed through is not scolded for being empty; submit does that.
    if (rule === undefined || rule === 'missing') errors.value = omit(errors.peek(), name);
    else errors.value = { ...errors.peek(), [name]: rule };
  }

  function submit(prerequisiteResult: Values): ReadyForm | undefined {
    const outcome = fillForm(shape, draft.peek(), prerequisiteResult);
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

  return { draft, errors, refusals, ready, set, validateField, submit, refuse, reset };
}

/** Makes the session of one form. */
export function createFormSession(effects: FormEffects, options: FormOptions): FormSession {
  const { row, generation, self, saved } = options;
  const shape = shapeOf(row, generation);
  const { fields } = shape;
  const hasPrerequisite = row.kind === 'submit' && row.prerequisite !== undefined;
  const prerequisiteResult = signal<Values>({});
  const prerequisiteId = signal<string | null>(
    hasPrerequisite ? (saved?.prerequisiteId ?? null) : null,
  );
  const needsPrerequisite = computed(
    () => missingPrerequisiteFields(fields, prerequisiteResult.value).length > 0,
  );
  const { reset, submit, ...draftState } = createDraftState(
    shape,
    startDraft(fields, self, saved?.draft),
    effects.randomId,
    () => save(),
  );
  const records = createRecords(effects.query);

  function save(): void {
    effects.save({
      draft: withoutSecrets(fields, draftState.draft.peek()),
      prerequisiteId: prerequisiteId.peek(),
    });
  }

  function dropSecrets(): void {
    reset(startDraft(fields, self, withoutSecrets(fields, draftState.draft.peek())));
  }

  return {
    row,
    shape,
    ...draftState,
    ...records,
    prerequisiteResult,
    prerequisiteId,
    needsPrerequisite,
    submit: () => submit(prerequisiteResult.peek()),
    loadAll: async () => {
      const affected = row.kind === 'submit' ? row.affects?.recordKind : undefined;
      await Promise.all(sourcesOf(fields, affected).map(records.load));
    },
    setPrerequisite: (id) => {
      prerequisiteId.value = id;
      save();
    },
    finishPrerequisite: (prerequisite, result) => {
      prerequisiteResult.value = readPrerequisiteResult(prerequisite, fields, result);
      save();
    },
    dropSecrets,
    startOver: () => {
      batch(() => {
        prerequisiteResult.value = {};
        prerequisiteId.value = null;
        dropSecrets();
      });
      save();
    },
  };
}
