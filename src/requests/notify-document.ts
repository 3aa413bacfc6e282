import type { Settlement } from '../protocol/page-api.ts';
import type { RequestDeps } from './request-deps.ts';
import type { DocumentHandle } from './documents.ts';

/*
 * What a page learns without a call of its own. Keystamp retries until the page has received it or
 * is gone. The next worker delivers what an earlier one still owed, so a page may receive the same
 * event twice.
 */

/** The delay between tries at a busy page, and how many tries one worker makes. */
const RETRY_MS = 2000;
const MAX_TRIES = 5;

/**
 * Sends a document the current settlement of a request; calls `done` once it has received it or
 * never will.
 */
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
