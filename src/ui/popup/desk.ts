import type { Profile } from '../../protocol/profile.ts';
import type { Row } from '../../protocol/operation.ts';
import type { Values } from '../forms/draft.ts';
import { createFormSession, type FormSession } from '../forms/session.ts';
import { createDrafts, type Unfinished } from './drafts.ts';
import type { PopupEffects } from './effects.ts';
import { asReadError } from '../kit/errors.ts';
import type { Store } from './store.ts';

/** A form on the desk: of one profile and one row, with the form of the step before it, if any. */
export type Work = {
  readonly profile: Profile;
  readonly form: FormSession;
  readonly first: FormSession | undefined;
  /** The activity it was sent as; such a form is opened again on request only. */
  readonly sent: string | undefined;
};

/** The answer of the last query, for the result screen. */
export type Answered = { readonly row: Row; readonly answer: Values };

type Desk = { work: Work | undefined; answered: Answered | undefined };

/** One desk per popup: a form keeps its secrets here, in memory, and nowhere else. */
const desks = new WeakMap<Store, Desk>();

function deskOf(store: Store): Desk {
  const desk = desks.get(store) ?? { work: undefined, answered: undefined };
  desks.set(store, desk);
  return desk;
}

function sessionOf(
  effects: PopupEffects,
  profile: Profile,
  row: Row,
  kept: Unfinished | undefined,
): FormSession {
  const drafts = createDrafts(effects.session);
  return createFormSession(
    {
      query: async (operation, parameters) => {
        const input = { profileId: profile.id, operation, parameters: { ...parameters } };
        return effects.client.call('query', input).catch((error: unknown) => {
          throw asReadError(error);
        });
      },
      randomId: effects.randomId,
      keep: (next) => drafts.keep(profile.id, row.name, next),
    },
    { row, generation: profile.otpGeneration, self: profile.known?.userId, kept },
  );
}

function fits(work: Work | undefined, profile: Profile, row: Row): work is Work {
  if (!work || work.form.row !== row || work.sent !== undefined) return false;
  const was = work.profile;
  return was.id === profile.id && was.otpGeneration === profile.otpGeneration;
}

/** The form of this profile and row: the one on the desk, or a new one from what was kept. */
export async function openForm(
  store: Store,
  profile: Profile,
  row: Row,
  first: Row | undefined,
): Promise<Work> {
  const desk = deskOf(store);
  if (fits(desk.work, profile, row)) return desk.work;
  const { effects } = store;
  const found = await createDrafts(effects.session).read(profile.id);
  const kept = found?.operation === row.name ? found : undefined;
  const form = sessionOf(effects, profile, row, kept);
  // The form of the first step keeps nothing of its own: once it ran, its activity is what counts.
  const quiet = { ...effects, session: { ...effects.session, set: () => Promise.resolve() } };
  const begins = first && sessionOf(quiet, profile, first, undefined);
  const work = { profile, form, first: begins, sent: undefined };
  desk.work = work;
  return work;
}

/** The form on the desk, if it is of this row; a review without one leads back to its form. */
export function formAt(store: Store, operation: string): Work | undefined {
  const { work } = deskOf(store);
  return work?.form.row.name === operation && work.sent === undefined ? work : undefined;
}

/** Notes that a form was sent as an activity: its secrets and its kept draft go at once. */
export function noteSent(store: Store, work: Work, id: string): void {
  work.form.dropSecrets();
  createDrafts(store.effects.session).forget();
  deskOf(store).work = { ...work, sent: id };
}

/**
 * Puts the form of an activity that came to nothing back in front, as it was sent but for its
 * secrets. False when it is gone, because the popup was closed since.
 */
export function reopenForm(store: Store, id: string): boolean {
  const desk = deskOf(store);
  if (desk.work?.sent !== id) return false;
  desk.work = { ...desk.work, sent: undefined };
  return true;
}

/** The operation of the form that was sent as an activity or question, while it is on the desk. */
export function sentAs(store: Store, id: string): string | undefined {
  const { work } = deskOf(store);
  return work?.sent === id ? work.form.row.name : undefined;
}

/** Takes the form of a completed activity off the desk. */
export function clearSent(store: Store, id: string): void {
  const desk = deskOf(store);
  if (desk.work?.sent === id) desk.work = undefined;
}

/** Keeps a query's answer for the result screen; its form is finished, its draft forgotten. */
export function keepAnswer(store: Store, answered: Answered): void {
  deskOf(store).answered = answered;
  createDrafts(store.effects.session).forget();
}

/** The last query's answer, if it was of this operation. */
export function answerAt(store: Store, operation: string): Answered | undefined {
  const { answered } = deskOf(store);
  return answered?.row.name === operation ? answered : undefined;
}

/** What of a form travels sealed; undefined when it has no secret field, which saves a round trip. */
export function sealedPart(secrets: Readonly<Record<string, string>>) {
  return Object.keys(secrets).length > 0 ? { fields: { ...secrets } } : undefined;
}
