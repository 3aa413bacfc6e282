import { KeystampError } from '../protocol/errors.ts';
import {
  HELLO_CALL,
  MESSAGE_MARK,
  readReply,
  type WorkerReply,
  type WorkerRequest,
} from '../messaging/wire.ts';

/** How long the worker may be silent before the page pings it. */
const PING_AFTER_MS = 2000;
const PING_TIMEOUT_MS = 2000;

export type SendEffects = {
  /** `runtime.sendMessage`: resolves with the worker's reply, rejects when the worker died. */
  readonly send: (message: unknown) => Promise<unknown>;
  /** Runs a callback later; returns a function that cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
};

/**
 * The result of sending a message:
 * - `reply`: the worker answered
 * - `lost`: the worker died while it had the message, or none of our code answered
 * - `nobody`: no listener received it
 * - `orphan`: the extension was reloaded under this page
 * - `late`: no answer in time
 * - `mute`: not even an answer to the ping, as with a worker that fails to start
 */
export type SendResult =
  | { readonly kind: 'reply'; readonly reply: WorkerReply }
  | { readonly kind: 'lost' | 'nobody' | 'orphan' | 'late' | 'mute' };

/** A message without a secret. */
export function createPlainRequest(call: string, input: unknown): WorkerRequest {
  return { mark: MESSAGE_MARK, call, input, sealed: null };
}

/**
 * Sends with a watchdog: after two seconds of silence it pings the worker, and gives up when no
 * answer comes. A worker that throws at its start leaves messages pending forever
 * (docs/platform.md, Messages). Never rejects.
 */
export async function sendWithWatchdog(
  effects: SendEffects,
  message: WorkerRequest,
  timeoutMs: number,
): Promise<SendResult> {
  const pending = sendOnce(effects, message);
  const first = await withTimeout(effects, Math.min(PING_AFTER_MS, timeoutMs), pending);
  if (first.kind !== 'late' || timeoutMs <= PING_AFTER_MS) return first;
  // An answer that arrives during the ping is as good as an answer to it.
  return Promise.race([
    withTimeout(effects, timeoutMs - PING_AFTER_MS, pending),
    waitForFailedPing(effects),
  ]);
}

async function sendOnce({ send }: SendEffects, message: WorkerRequest): Promise<SendResult> {
  try {
    const reply = readReply(await send(message));
    return reply ? { kind: 'reply', reply } : { kind: 'lost' };
  } catch (error) {
    return { kind: classifyLoss(error) };
  }
}

function withTimeout(
  { later }: SendEffects,
  ms: number,
  pending: Promise<SendResult>,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const cancel = later(ms, () => resolve({ kind: 'late' }));
    void pending.then((result) => {
      cancel();
      resolve(result);
    });
  });
}

/** Settles only when the worker doesn't answer the ping; otherwise never. */
async function waitForFailedPing(effects: SendEffects): Promise<SendResult> {
  const ping = await withTimeout(
    effects,
    PING_TIMEOUT_MS,
    sendOnce(effects, createPlainRequest(HELLO_CALL, {})),
  );
  if (ping.kind === 'late') return { kind: 'mute' };
  return new Promise(() => undefined);
}

/**
 * Browsers tell these apart by text only (docs/platform.md, Messages); Firefox has its own texts.
 */
function classifyLoss(error: unknown): 'lost' | 'nobody' | 'orphan' {
  const text = error instanceof Error ? error.message : String(error);
  if (/context invalidated|extension context/i.test(text)) return 'orphan';
  if (/receiving end does not exist|could not establish connection/i.test(text)) return 'nobody';
  return 'lost';
}

/** The page's error when there was no reply. */
export function createLossError(kind: SendResult['kind']): KeystampError {
  if (kind === 'late') return new KeystampError('timeout');
  if (kind === 'lost') {
    return new KeystampError('timeout', undefined, { reason: 'background_stopped' });
  }
  return new KeystampError('worker_unreachable');
}
