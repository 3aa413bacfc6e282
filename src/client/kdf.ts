// What the pages' Worker does: the derivation blocks its thread for a third of a second on purpose,
// so it runs neither in the page nor in the service worker (docs/platform.md, Key derivation).
import { calibrate, deriveKek, createMeasure } from '../crypto/kdf.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { toWire, type WireError } from '../protocol/errors.ts';

export type KdfRequest =
  | { readonly do: 'derive'; readonly password: string; readonly kdf: KdfParameters }
  | { readonly do: 'calibrate' };

/** `kek` is 32 bytes; its buffer is transferred, not copied. */
export type KdfReply =
  | { readonly kek: Uint8Array<ArrayBuffer> }
  | { readonly kdf: KdfParameters }
  | { readonly error: WireError };

/** Where requests come from and replies go: the Worker's own scope, or a message port. */
export type KdfScope = {
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly postMessage: (reply: KdfReply, transfer: ArrayBuffer[]) => void;
};

async function answerRequest(request: KdfRequest): Promise<KdfReply> {
  try {
    if (request.do === 'calibrate') {
      return { kdf: await calibrate(createMeasure(() => performance.now())) };
    }
    return { kek: await deriveKek(request.password, request.kdf) };
  } catch (error) {
    return { error: toWire(error) };
  }
}

/** Answers every request. Only the page that started the Worker can post to it. */
export function serveKdf(scope: KdfScope): void {
  scope.addEventListener('message', (event) => {
    void answerRequest(event.data as KdfRequest).then((reply) =>
      scope.postMessage(reply, 'kek' in reply ? [reply.kek.buffer] : []),
    );
  });
}
