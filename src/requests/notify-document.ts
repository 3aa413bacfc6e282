import type { Settlement } from '../protocol/page-api.ts';
import type { RequestDeps } from './request-deps.ts';
import type { DocumentHandle } from './documents.ts';

/*
 * What a page is told without having asked. It is told until it has heard, or is gone; what an earlier
 * life of the worker owes is told by the next one, so that a page may hear a thing twice.
 */

/** Between two tries at a page that is busy, and how many there are in one life. */
const RETRY_MS = 2000;
const MAX_TRIES = 5;

/** Tells a document how a request is; `done` when it knows, or will never. */
export async function notifyDocument(
  deps: RequestDeps,
  documentHandle: DocumentHandle,
  data: Settlement,
  done: () => Promise<void> | void,
  tries = MAX_TRIES,
): Promise<void> {
  const delivery = await deps.documents.send(documentHandle, { event: 'activity', data });
  if (delivery !== 'busy') return done();
  if (tries <= 1) return;
  deps.later(RETRY_MS, () => {
    void notifyDocument(deps, documentHandle, data, done, tries - 1).catch(() => undefined);
  });
}
