import { signal } from '@preact/signals';
import { openRequest, pickRecords } from '../../client/open-request.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { PendingRequestDetails, PendingRequestView } from '../../protocol/pending-request.ts';
import { toReadError } from '../components/errors.ts';
import type { QueueEffects } from '../page/effects.ts';
import type { Values } from '../../protocol/parse.ts';

/** The content of a request, as far as it could be had; all of it when a pick failed. */
export type RequestContent = {
  readonly id: string;
  readonly request?: PendingRequestDetails;
  /** What the user picked so far of what the site leaves to them, by parameter. */
  readonly picks?: Values;
  readonly error?: KeystampError;
};

export type ContentLoader = ReturnType<typeof createContentLoader>;

/** The parameters that the user picks, apart from the others. */
function splitParameters({ open, parameters }: PendingRequestDetails) {
  const entries = Object.entries(parameters);
  const isOpen = ([name]: readonly [string, unknown]) => open.includes(name);
  return {
    picks: Object.fromEntries(entries.filter(isOpen)),
    others: Object.fromEntries(entries.filter((entry) => !isOpen(entry))),
  };
}

/** The details while a pick is missing or on its way: there is nothing to approve. */
function withoutPicks(details: PendingRequestDetails): PendingRequestDetails {
  return { ...details, parameters: splitParameters(details).others, body: null, digest: null };
}

/** Whether there is a value for everything that the site leaves to the user. */
export function isPicked({ open }: PendingRequestDetails, picks: Values | undefined): boolean {
  return open.every((name) => picks !== undefined && Object.hasOwn(picks, name));
}

/** The content of the request in front. */
export function createContentLoader(
  { client }: Pick<QueueEffects, 'client'>,
  onGone: () => Promise<void>,
) {
  const content = signal<RequestContent | undefined>(undefined);

  /** Shows `waiting` until the details are here; a later one takes its place. */
  async function load(
    waiting: RequestContent,
    details: Promise<PendingRequestDetails>,
  ): Promise<void> {
    content.value = waiting;
    const result = await details.then(
      (request): RequestContent => ({
        ...waiting,
        request,
        picks: splitParameters(request).picks,
      }),
      (error: unknown): RequestContent => ({ ...waiting, error: toReadError(error) }),
    );
    if (content.peek() !== waiting) return;
    content.value = result;
    if (result.error?.code === 'approval_gone') await onGone();
  }

  const open = (view: PendingRequestView): Promise<void> =>
    load({ id: view.id }, openRequest(client, view));

  /** Takes what the user picked so far for the request in front; complete, it makes the body. */
  async function pick(view: PendingRequestView, picks: Values): Promise<void> {
    const { id } = view;
    const opened = content.peek();
    if (opened?.id !== id || !opened.request) return;
    const waiting = { id, request: withoutPicks(opened.request), picks };
    if (isPicked(opened.request, picks)) {
      await load(waiting, pickRecords(client, view, picks));
    } else {
      content.value = waiting;
    }
  }

  return { content, open, pick };
}
