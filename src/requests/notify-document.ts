import type { Settlement } from '../protocol/page-api.ts';
import type { RequestDeps } from './request-deps.ts';
import type { DocumentHandle } from './documents.ts';

/*
 * What a page learns without a call of its own. The browser keeps a message for a page that is busy
 * with its own scripts. What a worker leaves unconfirmed, the next one sends again, so a page may
 * receive the same event twice.
 */

/**
 * Sends a document the current settlement of a request; calls `done` once it has received it or
 * never will. Resolves after that.
 */
export async function notifyDocument(
  deps: RequestDeps,
  documentHandle: DocumentHandle,
  data: Settlement,
  done: () => Promise<void> | void,
): Promise<void> {
  const { soon, end } = deps.documents.send(documentHandle, { event: 'activity', data });
  if ((await soon) === 'busy') deps.presence.watchOwed(deps, end);
  await end;
  await done();
}
