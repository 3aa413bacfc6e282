import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { KeystampError } from '../../../protocol/errors.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { verificationOf, type VerificationSteps } from '../../../protocol/operations.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { toKeystampError } from '../../components/errors.ts';
import type { FollowEffects } from '../../components/follow-entry.ts';
import type { Draft } from '../../forms/draft.ts';
import {
  createFormSession,
  type FormSession,
  type ReadyForm,
  type SavedForm,
} from '../../forms/form-session.ts';
import type { Records } from '../../records/records.ts';
import type { SessionArea } from '../../page/effects.ts';
import { prefillOf } from '../../records/object-actions.ts';
import type { ObjectPlace } from '../../page/routes.ts';
import { inputOf, submitActivity } from '../../review/submission.tsx';
import {
  afterRefusal,
  stageOf,
  startChange,
  stepOf,
  withoutStage,
  withStage,
  type ContactChange,
  type Stage,
  type Step,
} from './contact-change.ts';
import { createContactStore, type ContactPlace } from './contact-store.ts';
import { createStageWatch } from './stage-watch.ts';

export type ContactEffects = FollowEffects & {
  readonly session: SessionArea;
  readonly randomId: () => string;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  readonly records: Records;
  /** The service's clock minus this computer's, in milliseconds. */
  readonly skewMs: () => number;
};

export type ContactSubject = {
  readonly profile: Profile;
  /** The operation that sets the contact; one that can verify it before. */
  readonly row: SubmitRow;
  /** Whose contact it is. */
  readonly place: ObjectPlace;
  /** What is there now, to start with. */
  readonly present: string;
};

/** A form that is complete, ready for its review. */
export type ReadyStage = {
  readonly stage: Stage;
  readonly form: FormSession;
  readonly ready: ReadyForm;
};

/** A change of a contact at work: what was typed, the activity that is under way, and what comes next. */
export type ContactSession = {
  readonly steps: VerificationSteps;
  readonly change: ReadonlySignal<ContactChange>;
  readonly step: ReadonlySignal<Step>;
  /** The activity of the present stage. */
  readonly entry: ReadonlySignal<EntryView | undefined>;
  /** Why that activity could not be asked about, or what was to follow could not be sent. */
  readonly error: ReadonlySignal<KeystampError | undefined>;
  /** Sets the contact. */
  readonly setForm: FormSession;
  /** Checks the code. */
  readonly checkForm: FormSession;
  /** The field of {@link checkForm} that the code is typed into. */
  readonly codeField: string;
  /** The request for a code, for the typed contact; undefined where that was refused at its field. */
  readonly readySend: () => ReadyStage | undefined;
  /** The check of the typed code; undefined where that was refused at its field. */
  readonly readyCheck: () => ReadyStage | undefined;
  /** The change itself, with the token where the contact was verified. */
  readonly readySet: () => ReadyStage | undefined;
  /** Has a stage stamped. Its id is kept first, so a popup that closes finds it again. */
  readonly submit: (stage: ReadyStage, method: StamperKind) => Promise<void>;
  /** The same for the check of a code; once the code was right, the contact is set at once. */
  readonly submitBoth: (
    check: ReadyStage,
    methods: { readonly check: StamperKind; readonly set: StamperKind },
  ) => Promise<void>;
  /** Back to before a stage that came to nothing. */
  readonly back: () => void;
  /** Back to the contact; a code that was sent is forgotten. */
  readonly startOver: () => void;
  /** Asks about the activity again. */
  readonly reload: () => void;
  /** The change is over, or not wanted. */
  readonly forget: () => Promise<void>;
  /** Stops following. */
  readonly close: () => void;
};

type Forms = Pick<ContactSession, 'setForm' | 'checkForm' | 'codeField'> & {
  readonly formToSend: (contact: string) => FormSession;
};

/** A field that a code is typed into has its own control. */
function codeFieldOf({ shape: { fields } }: FormSession): string {
  return Object.entries(fields).find(([, { control }]) => control.kind === 'code')?.[0] ?? '';
}

/** The forms of the three stages. Only what is typed as the contact is kept. */
function createForms(
  { records, randomId, randomBytes }: ContactEffects,
  { profile, row, place }: ContactSubject,
  steps: VerificationSteps,
  contact: string,
  keepContact: (contact: string) => void,
): Forms {
  const createForm = (
    formRow: SubmitRow,
    draft: Draft,
    save: (saved: SavedForm) => void = () => undefined,
  ) =>
    createFormSession(
      { records, randomId, randomBytes, save },
      {
        row: formRow,
        generation: profile.otpGeneration,
        self: profile.known?.userId,
        saved: { draft, prerequisiteId: null },
      },
    );
  const { contactField, sentTo, request } = steps;
  const setDraft = { ...prefillOf(row, place).fixed, [contactField]: contact };
  const setForm = createForm(row, setDraft, ({ draft }) => {
    const typed = draft[contactField];
    if (typeof typed === 'string') keepContact(typed);
  });
  const checkForm = createForm(steps.check, {});
  return {
    setForm,
    checkForm,
    codeField: codeFieldOf(checkForm),
    formToSend: (sent) => createForm(steps.send, { ...request, [sentTo]: sent }),
  };
}

/** Opens the change of a contact: the one that was left unfinished, or a new one. */
export async function openContactSession(
  effects: ContactEffects,
  subject: ContactSubject,
): Promise<ContactSession> {
  const { profile, row, place: of } = subject;
  const steps = verificationOf(row);
  if (!steps) throw new TypeError(`${row.name} verifies nothing.`);
  const place = { profileId: profile.id, operation: row.name, kind: of.kind, id: of.id };
  const store = createContactStore(effects.session);
  const kept = (await store.find(place))?.change;
  return createContactSession(effects, subject, steps, { place, store, kept });
}

type Kept = {
  readonly place: ContactPlace;
  readonly store: ReturnType<typeof createContactStore>;
  readonly kept: ContactChange | undefined;
};

/** How far a change has come: kept at each turn, with its present activity watched. */
function createProgress(
  effects: ContactEffects,
  { profile, present }: ContactSubject,
  steps: VerificationSteps,
  { place, store, kept }: Kept,
) {
  const change = signal<ContactChange>(kept ?? startChange(present));
  const entry = signal<EntryView | undefined>(undefined);
  const position = computed(() =>
    stepOf(change.value, entry.value, {
      steps,
      generation: profile.otpGeneration,
      skewMs: effects.skewMs(),
    }),
  );

  function put(next: ContactChange): void {
    change.value = next;
    void store.save(place, next);
    entry.value = undefined;
    watch.start(next);
  }

  const watch = createStageWatch(
    effects,
    (next) => {
      const refused = afterRefusal(change.peek(), next);
      if (refused) put(refused);
      else entry.value = next;
    },
    (stage) => put(withoutStage(change.peek(), stage)),
  );

  function keepContact(contact: string): void {
    if (stageOf(change.peek())) return;
    change.value = { ...change.peek(), contact };
    void store.save(place, change.peek());
  }

  return { change, entry, position, put, watch, keepContact };
}

function createContactSession(
  effects: ContactEffects,
  subject: ContactSubject,
  steps: VerificationSteps,
  kept: Kept,
): ContactSession {
  const { place, store } = kept;
  const progress = createProgress(effects, subject, steps, kept);
  const { change, entry, position, put, watch } = progress;
  const { contact: firstContact } = change.peek();
  const forms = createForms(effects, subject, steps, firstContact, progress.keepContact);
  const stages = createStages(steps, forms, { change, step: position, entry });

  async function submit({ stage, form, ready }: ReadyStage, method: StamperKind): Promise<void> {
    const { id, secrets } = ready;
    const contact = stage === 'send' ? ready.parameters[steps.sentTo] : undefined;
    const current = change.peek();
    const named = typeof contact === 'string' ? { ...current, contact } : current;
    await store.save(place, withStage(named, stage, id));
    await submitActivity(effects, inputOf(subject.profile, form, ready), secrets, method);
    form.dropSecrets();
    put(withStage(named, stage, id));
  }

  const both = createBothStages(position, stages.readySet, submit, (cause) => {
    watch.error.value = toKeystampError(cause);
  });
  watch.start(change.peek());
  return {
    steps,
    change,
    entry,
    step: both.step,
    error: watch.error,
    ...forms,
    ...stages,
    submit,
    submitBoth: both.submit,
    back: () => {
      const { stage } = stageOf(change.peek()) ?? {};
      if (stage) put(withoutStage(change.peek(), stage));
    },
    startOver: () => put(startChange(change.peek().contact)),
    reload: () => watch.start(change.peek()),
    forget: () => store.remove(place),
    close: () => {
      both.stop();
      watch.close();
    },
  };
}

/**
 * Two stages approved together: when the code was right, the contact is set at once. That approval lasts
 * as long as the popup; after it was closed, the person is asked about the second one again.
 */
function createBothStages(
  position: ReadonlySignal<Step>,
  readySet: ContactSession['readySet'],
  submit: ContactSession['submit'],
  onError: (cause: unknown) => void,
) {
  /** What stamps the second stage. */
  const approved = signal<StamperKind | undefined>(undefined);
  const step = computed((): Step =>
    approved.value && position.value.at === 'verified'
      ? { at: 'running', stage: 'set' }
      : position.value,
  );

  async function set(method: StamperKind): Promise<void> {
    const ready = readySet();
    await (ready && submit(ready, method));
  }

  let isBegun = false;
  const stop = effect(() => {
    const method = approved.value;
    const { at } = position.value;
    if (!method || isBegun || at === 'running') return;
    if (at !== 'verified') {
      approved.value = undefined;
      return;
    }
    isBegun = true;
    void set(method)
      .catch(onError)
      .finally(() => {
        isBegun = false;
        approved.value = undefined;
      });
  });

  return {
    step,
    stop,
    submit: async (
      check: ReadyStage,
      methods: { readonly check: StamperKind; readonly set: StamperKind },
    ): Promise<void> => {
      await submit(check, methods.check);
      approved.value = methods.set;
    },
  };
}

/** Fills in the forms of the stages as far as the change has come. */
function createStages(
  steps: VerificationSteps,
  { setForm, checkForm, formToSend }: Forms,
  { change, step, entry }: Pick<ContactSession, 'change' | 'step' | 'entry'>,
): Pick<ContactSession, 'readySend' | 'readyCheck' | 'readySet'> {
  const { contactField, prerequisite, sentTo } = steps;
  const complete = (stage: Stage, form: FormSession): ReadyStage | undefined => {
    const ready = form.submit();
    return ready && { stage, form, ready };
  };
  return {
    readySend: () => {
      const typed = setForm.submit();
      const contact = typed?.parameters[contactField];
      const stage = typeof contact === 'string' ? complete('send', formToSend(contact)) : undefined;
      const changes = typed?.changes[contactField];
      // It was typed in the other form.
      return stage && changes
        ? { ...stage, ready: { ...stage.ready, changes: { [sentTo]: changes } } }
        : stage;
    },
    readyCheck: () => {
      checkForm.finishPrerequisite(prerequisite, entry.peek()?.result ?? {});
      return complete('check', checkForm);
    },
    readySet: () => {
      const present = step.peek();
      if (stageOf(change.peek())) setForm.set(contactField, change.peek().contact);
      const proof = present.at === 'verified' ? present.proof : {};
      for (const [name, value] of Object.entries(proof)) setForm.set(name, value);
      return complete('set', setForm);
    },
  };
}
