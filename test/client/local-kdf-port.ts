import { serveKdf, type KdfReply, type KdfScope } from '../../src/client/kdf.ts';
import type { KdfPort } from '../../src/client/password.ts';
import { calibrate } from '../../src/crypto/kdf.ts';
import type { Bytes } from '../../src/crypto/bytes.ts';
import type { KdfParameters } from '../../src/crypto/kdf-parameters.ts';

/** Replies by their request: a derivation takes half a second, and gives the same each time. */
const replies = new Map<string, KdfReply>();

/** Whoever gets a key wipes it. */
const copyOf = (reply: KdfReply): KdfReply => ('kek' in reply ? { kek: reply.kek.slice() } : reply);

/**
 * The key-derivation Worker's own code, on this thread. In a process it chooses parameters once and
 * derives each key once.
 */
export function createLocalKdfPort(): KdfPort {
  let onReply: (reply: KdfReply) => void = () => undefined;
  let onProgress: (done: number) => void = () => undefined;
  let ask: (event: { readonly data: unknown }) => void = () => undefined;
  const scope: KdfScope = {
    addEventListener: (_, listener) => {
      ask = listener;
    },
    postMessage: (reply) => {
      if ('progress' in reply) onProgress(reply.progress);
      else onReply(reply);
    },
  };
  serveKdf(scope);
  return {
    ask: async (request, onDone) => {
      onProgress = onDone ?? onProgress;
      const name = JSON.stringify(request);
      const known = replies.get(name);
      if (known) return copyOf(known);
      const reply = await new Promise<KdfReply>((resolve) => {
        onReply = resolve;
        ask({ data: request });
      });
      if (!('error' in reply)) replies.set(name, copyOf(reply));
      return reply;
    },
    end: () => undefined,
  };
}

/** As on a machine that is never fast enough for more than the least. */
const floor = calibrate(() => Promise.resolve(Infinity));

/**
 * The same, with the least that a vault may have in place of what this machine could do: all unlocks
 * of such a vault take half as long, and a busy machine measures nothing.
 */
export function createFloorKdfPort(): KdfPort {
  const port = createLocalKdfPort();
  return {
    ...port,
    ask: async (request) => (request.do === 'calibrate' ? { kdf: await floor } : port.ask(request)),
  };
}

/** The key that a password gives, by the same derivation as every other test's. */
export async function derivedKek(password: string, kdf: KdfParameters): Promise<Bytes> {
  const reply = await createLocalKdfPort().ask({ do: 'derive', password, kdf });
  if (!('kek' in reply)) throw new Error(JSON.stringify(reply));
  return reply.kek;
}
