import * as v from 'valibot';
import type { AppState } from '../protocol/app-state.ts';
import { createLate, loadPart } from '../protocol/load-part.ts';
import type { MessageSender } from '../protocol/message-sender.ts';
import type { RequestEffects } from '../requests/request-deps.ts';
import { SESSION_ITEMS } from '../requests/session-items.ts';
import { read } from '../storage/database.ts';

/** A stored list with nothing in it. */
const emptyList = v.looseObject({ revision: v.number(), requests: v.strictTuple([]) });

export type LateRequests = ReturnType<typeof createLateRequests>;

/**
 * The part of the worker with all pending requests, loaded when there are some or when someone makes
 * one. Until then, what concerns none needs none of it.
 */
export function createLateRequests(effects: RequestEffects) {
  let known: number | undefined;
  const { get: part, isWanted } = createLate(async () => {
    const { createRequestsPart } = await loadPart(() => import('./requests-part.ts'));
    return createRequestsPart(effects);
  });
  const all = async () => (await part()).requests;

  /** The list's revision, as long as it is empty and the part isn't there: nobody else adds to it. */
  async function revisionOfNone(): Promise<number | undefined> {
    if (isWanted()) return undefined;
    if (known !== undefined) return known;
    const stored = await effects.session.get(SESSION_ITEMS.pending).catch(() => null);
    const parsed = v.safeParse(emptyList, stored ?? { revision: 0, requests: [] });
    if (isWanted() || stored === null || !parsed.success) return undefined;
    return (known = parsed.output.revision);
  }
  const isEmpty = async () => (await revisionOfNone()) !== undefined;

  /** Whether an earlier worker left a request, an end that its page doesn't know of, or the use of a grant. */
  async function hasLeftovers(): Promise<boolean> {
    if (!(await isEmpty()) || (await effects.session.get(SESSION_ITEMS.ended))) return true;
    const grants = await read(await effects.connect(), (db) => db.getAllKeys('grants', null, 1));
    return grants.length > 0;
  }

  return {
    part,
    all,
    answerBridge: async (message: unknown, sender: MessageSender) =>
      (await part()).answerBridge(message, sender),
    forgetProfile: async (id: string) => (await all()).forgetProfile(id),
    count: async (): Promise<AppState['requests']> => {
      const revision = await revisionOfNone();
      return revision === undefined ? (await all()).count() : { count: 0, own: 0, revision };
    },
    onLock: async (): Promise<void> => {
      if (!(await isEmpty())) await (await all()).onLock();
    },
    onWindowClosed: async (windowId: number): Promise<void> => {
      if (isWanted() || (await effects.session.get(SESSION_ITEMS.window)))
        await (await all()).onWindowClosed(windowId);
    },
    onEntryChanged: async (id: string): Promise<void> => {
      if (!(await isEmpty())) await (await all()).onEntryChanged(id);
    },
    applyManagedPolicy: async (): Promise<void> => {
      if (!(await isEmpty())) await (await all()).applyManagedPolicy();
    },
    resume: async (): Promise<void> => {
      if (await hasLeftovers()) await (await all()).resume();
    },
  };
}
