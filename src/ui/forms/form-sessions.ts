import type { Profile } from '../../protocol/profile.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Draft } from './draft.ts';
import { suggestKeyName } from '../components/key-name.ts';
import {
  createFormSession,
  type FormSession,
  type OwnKeys,
  type SavedForm,
} from './form-session.ts';
import { readingIn, restoreReading } from './last-reading.ts';
import type { Records } from '../records/records.ts';
import { createDraftStore } from './draft-store.ts';
import type { PageEffects } from '../page/effects.ts';
import type { ObjectPlace } from '../page/routes.ts';
import type { Store } from '../page/store.ts';
import type { Prefill } from '../records/object-actions.ts';
import { recordsOf } from '../records/shared-records.ts';
import type { Values } from '../../protocol/parse.ts';

/** The form in progress: of one profile and one row, with the form of the step before it, if any. */
export type ActiveForm = {
  readonly profile: Profile;
  readonly form: FormSession;
  readonly prerequisiteForm: FormSession | undefined;
  /** The record that it was opened for. */
  readonly about: ObjectPlace | undefined;
  /** The activity it was sent as; such a form is opened again on request only. */
  readonly sentId: string | undefined;
};

/** The result of the last query, for the result screen. */
export type QueryAnswer = { readonly row: Row; readonly answer: Values };

type PopupForms = { active: ActiveForm | undefined; lastAnswer: QueryAnswer | undefined };

/** One form in progress per popup: it keeps its secrets here, in memory, and nowhere else. */
const formsByStore = new WeakMap<Store, PopupForms>();

function formsOf(store: Store): PopupForms {
  const forms = formsByStore.get(store) ?? { active: undefined, lastAnswer: undefined };
  formsByStore.set(store, forms);
  return forms;
}

const NO_PREFILL: Prefill = { fixed: {}, initial: {} };

function createSessionFor(
  effects: PageEffects,
  records: Records,
  profile: Profile,
  row: Row,
  saved: SavedForm | undefined,
  { fixed, about }: Prefill = NO_PREFILL,
): FormSession {
  const drafts = createDraftStore(effects.session);
  return createFormSession(
    {
      records,
      randomId: effects.randomId,
      randomBytes: effects.randomBytes,
      ownKeys: ownKeysOf(effects),
      save: (next) => {
        const place = { profileId: profile.id, operation: row.name, about };
        drafts.save(place, { ...next, reading: readingIn(next.draft) });
      },
    },
    {
      row,
      generation: profile.otpGeneration,
      self: profile.known?.userId,
      saved,
      fixed: Object.keys(fixed),
      organizationId: profile.organizationId,
    },
  );
}

function ownKeysOf({ client }: PageEffects): OwnKeys {
  const list = () => client.call('keys_list', {});
  return {
    list,
    create: async () => client.call('keys_create', { name: suggestKeyName(await list()) }),
  };
}

function isSameForm(
  active: ActiveForm | undefined,
  profile: Profile,
  row: Row,
): active is ActiveForm {
  if (!active || active.form.row !== row || active.sentId !== undefined) return false;
  const previous = active.profile;
  return previous.id === profile.id && previous.otpGeneration === profile.otpGeneration;
}

/** Whether a draft is about the same records as a prefill. */
function isAbout(draft: Values, prefill: Draft): boolean {
  return Object.entries(prefill).every(
    ([name, value]) => JSON.stringify(draft[name]) === JSON.stringify(value),
  );
}

/**
 * The form of this profile and row: the one in progress, or a new one from the kept draft.
 * What was in progress about another record is not continued.
 */
export async function openForm(
  store: Store,
  profile: Profile,
  row: Row,
  prerequisite: Row | undefined,
  prefill: Prefill = NO_PREFILL,
): Promise<ActiveForm> {
  const forms = formsOf(store);
  const { fixed, initial, about } = prefill;
  const { active: current } = forms;
  if (isSameForm(current, profile, row) && isAbout(current.form.draft.peek(), fixed))
    return current;
  const { effects } = store;
  const records = recordsOf(store, profile.id);
  const place = { profileId: profile.id, operation: row.name, about };
  const stored = await createDraftStore(effects.session).find(place);
  const isKept = stored !== undefined && isAbout(stored.draft, fixed);
  const saved = {
    draft: { ...initial, ...(isKept && stored.draft), ...fixed },
    prerequisiteId: isKept ? stored.prerequisiteId : null,
  };
  if (isKept) restoreReading(stored.reading, saved.draft);
  const form = createSessionFor(effects, records, profile, row, saved, prefill);
  // The form of the first step keeps nothing of its own: once it ran, its activity is what counts.
  const effectsWithoutDrafts = {
    ...effects,
    session: { ...effects.session, set: () => Promise.resolve() },
  };
  const prerequisiteForm =
    prerequisite &&
    createSessionFor(effectsWithoutDrafts, records, profile, prerequisite, undefined);
  const active = { profile, form, prerequisiteForm, about, sentId: undefined };
  forms.active = active;
  return active;
}

/** The form in progress, if it is of this row; a review without one leads back to its form. */
export function findActiveForm(store: Store, operation: string): ActiveForm | undefined {
  const { active } = formsOf(store);
  return active?.form.row.name === operation && active.sentId === undefined ? active : undefined;
}

function forgetDraft(store: Store, { profile, form, about }: ActiveForm): void {
  const place = { profileId: profile.id, operation: form.row.name, about };
  createDraftStore(store.effects.session).remove(place);
}

/** Notes that a form was sent as an activity: its secrets and its kept draft go at once. */
export function markSent(store: Store, active: ActiveForm, id: string): void {
  active.form.dropSecrets();
  forgetDraft(store, active);
  formsOf(store).active = { ...active, sentId: id };
}

/**
 * Puts the form of an activity that came to nothing back in front, as it was sent but for its
 * secrets. False when it is gone, because the popup was closed since.
 */
export function reopenForm(store: Store, id: string): boolean {
  const forms = formsOf(store);
  if (forms.active?.sentId !== id) return false;
  forms.active = { ...forms.active, sentId: undefined };
  return true;
}

/** The operation of the form that was sent as this activity or query, while the form is kept. */
export function operationSentAs(store: Store, id: string): string | undefined {
  const { active } = formsOf(store);
  return active?.sentId === id ? active.form.row.name : undefined;
}

/** Forgets a form that was not wanted after all, with its draft. */
export function discardForm(store: Store, active: ActiveForm): void {
  const forms = formsOf(store);
  if (forms.active === active) forms.active = undefined;
  forgetDraft(store, active);
}

/** Forgets the form of a completed activity. */
export function clearSent(store: Store, id: string): void {
  const forms = formsOf(store);
  if (forms.active?.sentId === id) forms.active = undefined;
}

/** Keeps a query's result for the result screen; its form is finished, its draft forgotten. */
export function storeAnswer(store: Store, queryAnswer: QueryAnswer): void {
  const forms = formsOf(store);
  forms.lastAnswer = queryAnswer;
  if (forms.active) forgetDraft(store, forms.active);
}

/** The last query's result, if it was of this operation. */
export function findAnswer(store: Store, operation: string): QueryAnswer | undefined {
  const { lastAnswer } = formsOf(store);
  return lastAnswer?.row.name === operation ? lastAnswer : undefined;
}
