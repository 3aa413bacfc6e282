import { KeystampError } from '../protocol/errors.ts';
import { HELLO, MARK, readReply, type Reply, type Request } from './wire.ts';

/** How long the worker may be silent before it is asked whether it is there. */
const PING_AFTER_MS = 2000;
const PING_PATIENCE_MS = 2000;

export type LineEffects = {
  /** `runtime.sendMessage`: resolves with what the worker sent back, rejects when it died. */
  readonly send: (message: unknown) => Promise<unknown>;
  /** Runs something later; the answer cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/**
 * How sending a message ended:
 * - `reply`: the worker answered
 * - `lost`: it died while it had the message, or nobody of us answered
 * - `nobody`: no listener received it
 * - `orphan`: the extension was reloaded under this page
 * - `late`: no answer in time
 * - `mute`: not even a sign of life, which is what a worker that fails to start looks like
 */
export type Sent =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'lost' | 'nobody' | 'orphan' | 'late' | 'mute' };

/** A message without a secret in it. */
export function plain(call: string, input: unknown): Request {
  return { mark: MARK, call, input, sealed: null };
}

/**
 * Sends with a watchdog: after two seconds of silence the worker is asked for a sign of life, and
 * given up when none comes: one that throws at its start leaves messages pending for ever
 * (docs/platform.md, Messages). Never rejects.
 */
export async function sendWatched(
  effects: LineEffects,
  message: Request,
  patience: number,
): Promise<Sent> {
  const work = post(effects, message);
  const first = await within(effects, Math.min(PING_AFTER_MS, patience), work);
  if (first.kind !== 'late' || patience <= PING_AFTER_MS) return first;
  // An answer that comes while we ask is as good as a sign of life.
  return Promise.race([within(effects, patience - PING_AFTER_MS, work), muteness(effects)]);
}

async function post({ send }: LineEffects, message: Request): Promise<Sent> {
  try {
    const reply = readReply(await send(message));
    return reply ? { kind: 'reply', reply } : { kind: 'lost' };
  } catch (error) {
    return { kind: lossOf(error) };
  }
}

function within({ later }: LineEffects, ms: number, work: Promise<Sent>): Promise<Sent> {
  return new Promise((resolve) => {
    const cancel = later(ms, () => resolve({ kind: 'late' }));
    void work.then((sent) => {
      cancel();
      resolve(sent);
    });
  });
}

/** Settles only when the worker does not answer a sign of life; else never. */
async function muteness(effects: LineEffects): Promise<Sent> {
  const sign = await within(effects, PING_PATIENCE_MS, post(effects, plain(HELLO, {})));
  if (sign.kind === 'late') return { kind: 'mute' };
  return new Promise(() => undefined);
}

/** Browsers tell these apart by text only (docs/platform.md, Messages); Firefox has its own words. */
function lossOf(error: unknown): 'lost' | 'nobody' | 'orphan' {
  const text = error instanceof Error ? error.message : String(error);
  if (/context invalidated|extension context/i.test(text)) return 'orphan';
  if (/receiving end does not exist|could not establish connection/i.test(text)) return 'nobody';
  return 'lost';
}

/** What a page is told when there was no reply. */
export function lossError(kind: Sent['kind']): KeystampError {
  if (kind === 'late') return new KeystampError('timeout');
  if (kind === 'lost') {
    const message =
      'Keystamp’s background stopped while it worked on this. Look whether it was done, then try again.';
    return new KeystampError('timeout', message);
  }
  return new KeystampError('worker_unreachable');
}
