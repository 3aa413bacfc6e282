import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { verificationOf, type VerificationSteps } from '../../../protocol/operations.ts';
import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
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
  type ContactStep,
} from './contact-change.ts';
import { createContactStore, type ContactPlace } from './contact-store.ts';
import { beginningAt, createProcedure, type ProcedureRun } from '../procedure.ts';

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
  readonly step: ReadonlySignal<ContactStep>;
  /** How the present stage is doing; null before one was begun. */
  readonly run: ReadonlySignal<ProcedureRun<Stage> | null>;
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
  const change = (await store.find(place))?.change;
  return createContactSession(effects, subject, steps, { place, store, change });
}

type StoredProgress = {
  readonly place: ContactPlace;
  readonly store: ReturnType<typeof createContactStore>;
  readonly change: ContactChange | undefined;
};

/** How far a change has come: kept at each turn, with its present activity followed. */
function createProgress(
  effects: ContactEffects,
  { profile, present }: ContactSubject,
  steps: VerificationSteps,
  { place, store, change: earlier }: StoredProgress,
) {
  const change = signal<ContactChange>(earlier ?? startChange(present));
  const { run, start, reset } = createProcedure<ProcedureRun<Stage>>(effects);
  const position = computed(() =>
    stepOf(change.value, run.value?.entry ?? undefined, {
      steps,
      generation: profile.otpGeneration,
      skewMs: effects.skewMs(),
    }),
  );
  /** What is to be done at once when a code was right. */
  const next = signal<(() => Promise<void>) | undefined>(undefined);

  /** Follows the stage that was begun last, wherever it is found. */
  function watch(): void {
    reset();
    const begun = stageOf(change.peek());
    if (!begun) return;
    const { stage, id } = begun;
    void start(beginningAt(stage), async ({ resume }) => {
      try {
        if (!(await resume(id))) put(withoutStage(change.peek(), stage));
        else if (position.peek().at === 'verified') await next.peek()?.();
      } finally {
        next.value = undefined;
      }
    });
  }

  function put(changed: ContactChange): void {
    change.value = changed;
    void store.save(place, changed);
    watch();
  }

  // Before anyone sees it: a code that was refused is typed again.
  const stop = effect(() => {
    const entry = run.value?.entry;
    const refused = entry && afterRefusal(change.peek(), entry);
    if (refused) untracked(() => put(refused));
  });

  function keepContact(contact: string): void {
    if (stageOf(change.peek())) return;
    change.value = { ...change.peek(), contact };
    void store.save(place, change.peek());
  }

  const close = () => {
    stop();
    reset();
  };
  return { change, run, position, next, put, watch, keepContact, close };
}

function createContactSession(
  effects: ContactEffects,
  subject: ContactSubject,
  steps: VerificationSteps,
  stored: StoredProgress,
): ContactSession {
  const { place, store } = stored;
  const progress = createProgress(effects, subject, steps, stored);
  const { change, run, position, next, put, watch } = progress;
  const { contact: firstContact } = change.peek();
  const forms = createForms(effects, subject, steps, firstContact, progress.keepContact);
  const stages = createStages(steps, forms, { change, step: position, run });

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

  /**
   * Two stages approved together. That approval lasts as long as the popup; after it was closed, the
   * person is asked about the second one again.
   */
  async function submitBoth(
    check: ReadyStage,
    methods: { readonly check: StamperKind; readonly set: StamperKind },
  ): Promise<void> {
    next.value = async () => {
      const ready = stages.readySet();
      await (ready && submit(ready, methods.set));
    };
    await submit(check, methods.check).catch((cause: unknown) => {
      next.value = undefined;
      throw cause;
    });
  }

  watch();
  return {
    steps,
    change,
    run,
    step: computed((): ContactStep =>
      next.value && position.value.at === 'verified'
        ? { at: 'running', stage: 'set' }
        : position.value,
    ),
    ...forms,
    ...stages,
    submit,
    submitBoth,
    back: () => {
      const { stage } = stageOf(change.peek()) ?? {};
      if (stage) put(withoutStage(change.peek(), stage));
    },
    startOver: () => put(startChange(change.peek().contact)),
    reload: watch,
    forget: () => store.remove(place),
    close: progress.close,
  };
}

/** Fills in the forms of the stages as far as the change has come. */
function createStages(
  steps: VerificationSteps,
  { setForm, checkForm, formToSend }: Forms,
  { change, step, run }: Pick<ContactSession, 'change' | 'step' | 'run'>,
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
      checkForm.finishPrerequisite(prerequisite, run.peek()?.entry?.result ?? {});
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
