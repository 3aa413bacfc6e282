import { signal } from '@preact/signals';
import { openRequest } from '../../client/open-request.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { PendingRequestDetails, PendingRequestView } from '../../protocol/pending-request.ts';
import { toReadError } from '../components/errors.ts';
import type { QueueEffects } from './effects.ts';

/** The content of a request, as far as it could be had. */
export type RequestContent = {
  readonly id: string;
  readonly request?: PendingRequestDetails;
  readonly error?: KeystampError;
};

export type ContentLoader = ReturnType<typeof createContentLoader>;

/** The content of the request in front. */
export function createContentLoader(
  { client }: Pick<QueueEffects, 'client'>,
  onGone: () => Promise<void>,
) {
  const content = signal<RequestContent | undefined>(undefined);

  async function open(view: PendingRequestView): Promise<void> {
    const { id } = view;
    const loading: RequestContent = { id };
    content.value = loading;
    const result = await openRequest(client, view).then(
      (request): RequestContent => ({ id, request }),
      (error: unknown): RequestContent => ({ id, error: toReadError(error) }),
    );
    if (content.peek() !== loading) return;
    content.value = result;
    if (result.error?.code === 'approval_gone') await onGone();
  }

  return { content, open };
}
