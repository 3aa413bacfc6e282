// What the pages' Worker does: the derivation blocks its thread for a third of a second on purpose,
// so it runs neither in the page nor in the service worker (docs/platform.md, Key derivation).
import { calibrate, deriveKek, createMeasure } from '../crypto/kdf.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import { deriveKeystoreKey } from '../crypto/keystore-kdf.ts';
import type { KeystoreKdf } from '../crypto/keystore-kdf-parameters.ts';
import { toWire, type WireError } from '../protocol/errors.ts';

export type KdfRequest =
  | { readonly do: 'derive'; readonly password: string; readonly kdf: KdfParameters }
  | { readonly do: 'keystore'; readonly password: string; readonly kdf: KeystoreKdf }
  | { readonly do: 'calibrate' };

/** `kek` is 32 bytes; its buffer is transferred, not copied. */
export type KdfReply =
  | { readonly kek: Uint8Array<ArrayBuffer> }
  | { readonly kdf: KdfParameters }
  | { readonly error: WireError };

/** Comes before the reply, for a keystore. The part that is done, from 0 to 1. */
export type KdfProgress = { readonly progress: number };

/** Where requests come from and replies go: the Worker's own scope, or a message port. */
export type KdfScope = {
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly postMessage: (reply: KdfReply | KdfProgress, transfer: ArrayBuffer[]) => void;
};

async function answerRequest(
  request: KdfRequest,
  onProgress: (done: number) => void,
): Promise<KdfReply> {
  try {
    if (request.do === 'keystore') {
      return { kek: await deriveKeystoreKey(request.password, request.kdf, onProgress) };
    }
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
    let shown = 0;
    const onProgress = (done: number): void => {
      if (done - shown < 0.01) return;
      shown = done;
      scope.postMessage({ progress: done }, []);
    };
    void answerRequest(event.data as KdfRequest, onProgress).then((reply) =>
      scope.postMessage(reply, 'kek' in reply ? [reply.kek.buffer] : []),
    );
  });
}
