import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { addressFields, type Fields } from '../../protocol/fields.ts';
import type { Prerequisite, Generation, Row } from '../../protocol/operation-row.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import type { Rule } from '../../protocol/rules.ts';
import { changeField, withoutSecrets, startDraft, type Draft, type DraftValue } from './draft.ts';
import {
  checkField,
  fillForm,
  missingPrerequisiteFields,
  partOfShape,
  shapeOf,
  readPrerequisiteResult,
  type FieldErrors,
  type FilledForm,
  type FormShape,
} from './model.ts';
import { sourcesOf } from '../records/pickable-records.ts';
import {
  findShownField,
  shownFields,
  withNewItem,
  withoutItemAt,
  withoutItemPaths,
} from './shown-fields.ts';
import { omit, type Records } from '../records/records.ts';
import { findTaken } from './taken-values.ts';
import type { Values } from '../../protocol/parse.ts';

/** What stays of a form while the popup is closed. No secret is in it. */
export type SavedForm = {
  readonly draft: Values;
  /** The activity of the step that ran first. */
  readonly prerequisiteId: string | null;
  /** What a text in it was read from (last-reading.ts). */
  readonly reading?: unknown;
};

/** The API keys of this browser, for a form that registers one. Their private keys stay in the vault. */
export type OwnKeys = {
  readonly list: () => Promise<readonly KeyView[]>;
  /** Makes a new one. */
  readonly create: () => Promise<KeyView>;
};

export type FormEffects = {
  readonly records: Records;
  readonly randomId: () => string;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** Keeps what may be kept; called on every change. */
  readonly save: (saved: SavedForm) => void;
  readonly ownKeys?: OwnKeys;
};

export type FormOptions = {
  readonly row: Row;
  readonly generation: Generation;
  /** Id of the user who stamps. */
  readonly self: string | undefined;
  readonly saved: SavedForm | undefined;
  /** Fields that come with the record that the form is about. */
  readonly fixed?: readonly string[];
  /** Whose records they are. */
  readonly organizationId?: string;
  /** The fields that it asks for, where a page has the others itself. */
  readonly only?: readonly string[];
};

/** A form ready for review, with the id that makes a repeated approval the same activity. */
export type ReadyForm = FilledForm & { readonly id: string };

/** One form at work: its draft, its errors, the records it can pick, and what it will send. */
export type FormSession = Records & {
  readonly row: Row;
  readonly organizationId: string | undefined;
  readonly ownKeys: OwnKeys | undefined;
  readonly randomBytes: FormEffects['randomBytes'];
  readonly shape: FormShape;
  readonly draft: ReadonlySignal<Draft>;
  readonly errors: ReadonlySignal<FieldErrors>;
  /** The paths of the refused fields after a submit, in the form's order, to move the focus there. */
  readonly refusals: ReadonlySignal<readonly string[]>;
  /** What an earlier step handed over. */
  readonly prerequisiteResult: ReadonlySignal<Values>;
  /** The activity of the earlier step, when one was started. */
  readonly prerequisiteId: ReadonlySignal<string | null>;
  /** True while an earlier step has to run first. */
  readonly needsPrerequisite: ReadonlySignal<boolean>;
  readonly ready: ReadonlySignal<ReadyForm | undefined>;
  /** Fields that are shown as facts and not asked for, until {@link FormSession.release}. */
  readonly fixed: ReadonlySignal<readonly string[]>;
  /** Lets the user change the fixed fields after all. */
  readonly release: () => void;
  /** Takes a value for the field at a path: its name, or `list.0.name` in a list's record. */
  readonly set: (path: string, value: DraftValue) => void;
  /** Checks one field as the user leaves it. */
  readonly validateField: (path: string) => void;
  /** Adds a record to the list at a path, as a form starts with it but for what is given. */
  readonly addItem: (path: string, given?: Values) => void;
  /** Takes a record out of the list at a path. */
  readonly removeItem: (path: string, index: number) => void;
  /** Checks the whole form; undefined when a field was refused. */
  readonly submit: () => ReadyForm | undefined;
  /** Marks a field that the worker or the service refused. */
  readonly refuse: (path: string, rule: Rule) => void;
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

/** The paths of the shown fields, in the form's order. */
const pathsOf = (fields: Fields, draft: Draft): readonly string[] =>
  shownFields(fields, draft).map(({ path }) => path);

type DraftDeps = Pick<FormEffects, 'randomId'> &
  Pick<Records, 'known'> & { readonly onChange: () => void };

/** The draft with its errors, and what it becomes when it is complete. */
function createDraftState(
  { randomId, known, onChange }: DraftDeps,
  shape: FormShape,
  { self, saved }: Pick<FormOptions, 'self' | 'saved'>,
) {
  const { fields } = shape;
  const draft = signal<Draft>(startDraft(fields, self, saved?.draft));
  const taken = computed(() => findTaken(fields, draft.value, known.value));
  /** What was refused when a field was left or the form submitted; what is taken, while it's typed. */
  const refused = signal<FieldErrors>({});
  const errors = computed(() => ({ ...taken.value, ...refused.value }));
  const refusals = signal<readonly string[]>([]);
  const ready = signal<ReadyForm | undefined>(undefined);
  function set(path: string, value: DraftValue): void {
    batch(() => {
      draft.value = changeField(fields, draft.peek(), path, value);
      refused.value = omit(refused.peek(), path);
      ready.value = undefined;
      // An address may fit the new value, or fit no longer.
      for (const [name] of addressFields(fields)) if (name !== path) validateField(name);
    });
    onChange();
  }

  function addItem(path: string, given?: Values): void {
    const list = findShownField(fields, draft.peek(), path);
    if (list) set(path, withNewItem(list, self, given));
  }

  function removeItem(path: string, index: number): void {
    const list = findShownField(fields, draft.peek(), path);
    if (!list) return;
    batch(() => {
      refused.value = withoutItemPaths(refused.peek(), path, index);
      set(path, withoutItemAt(list, index));
    });
  }

  function validateField(path: string): void {
    const rule = checkField(fields, path, draft.peek());
    // A field that was only passed through is not refused for being empty; submit does that.
    if (rule === undefined || rule === 'missing') refused.value = omit(refused.peek(), path);
    else refused.value = { ...refused.peek(), [path]: rule };
  }

  function submit(prerequisiteResult: Values): ReadyForm | undefined {
    const outcome = fillForm(shape, draft.peek(), prerequisiteResult);
    batch(() => {
      refused.value = outcome.ok ? {} : outcome.errors;
      refusals.value = pathsOf(fields, draft.peek()).filter((path) => path in errors.value);
      const isReady = outcome.ok && refusals.peek().length === 0;
      ready.value = isReady ? { ...outcome, id: randomId() } : undefined;
    });
    return ready.peek();
  }

  function refuse(path: string, rule: Rule): void {
    refused.value = { ...refused.peek(), [path]: rule };
    refusals.value = [path];
  }

  function dropSecrets(): void {
    draft.value = startDraft(fields, self, withoutSecrets(fields, draft.peek()));
    refused.value = {};
    ready.value = undefined;
  }

  const acts = { set, addItem, removeItem, validateField, submit, refuse, dropSecrets };
  return { draft, errors, refusals, ready, ...acts };
}

const surroundingsOf = (
  { ownKeys, randomBytes }: FormEffects,
  { organizationId }: FormOptions,
): Pick<FormSession, 'organizationId' | 'ownKeys' | 'randomBytes'> => ({
  organizationId,
  ownKeys,
  randomBytes,
});

const affectedKind = (row: Row) => (row.kind === 'submit' ? row.affects?.recordKind : undefined);

/** Makes the session of one form. */
export function createFormSession(effects: FormEffects, options: FormOptions): FormSession {
  const { row, generation, saved, only } = options;
  const shape = partOfShape(shapeOf(row, generation), only);
  const { fields } = shape;
  const hasPrerequisite = row.kind === 'submit' && row.prerequisite !== undefined;
  const prerequisiteResult = signal<Values>({});
  const prerequisiteId = signal<string | null>(
    hasPrerequisite ? (saved?.prerequisiteId ?? null) : null,
  );
  const needsPrerequisite = computed(
    () => missingPrerequisiteFields(fields, prerequisiteResult.value).length > 0,
  );
  const { records } = effects;
  const fixed = signal<readonly string[]>(options.fixed ?? []);
  const { submit, ...draftState } = createDraftState(
    { randomId: effects.randomId, known: records.known, onChange: () => save() },
    shape,
    options,
  );

  function save(): void {
    effects.save({
      draft: withoutSecrets(fields, draftState.draft.peek()),
      prerequisiteId: prerequisiteId.peek(),
    });
  }

  return {
    row,
    shape,
    ...surroundingsOf(effects, options),
    ...draftState,
    ...records,
    prerequisiteResult,
    prerequisiteId,
    needsPrerequisite,
    fixed,
    release: () => {
      fixed.value = [];
    },
    submit: () => submit(prerequisiteResult.peek()),
    loadAll: async () => {
      await Promise.all(sourcesOf(fields, affectedKind(row)).map(records.load));
    },
    setPrerequisite: (id) => {
      prerequisiteId.value = id;
      save();
    },
    finishPrerequisite: (prerequisite, result) => {
      prerequisiteResult.value = readPrerequisiteResult(prerequisite, fields, result);
      save();
    },
    startOver: () => {
      batch(() => {
        prerequisiteResult.value = {};
        prerequisiteId.value = null;
        draftState.dropSecrets();
      });
      save();
    },
  };
}
