import { isTooDeep, MAX_ANSWER_BYTES } from '../protocol/envelope.ts';
import type { StampHeader } from '../protocol/passkey.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Clock, ClockSample } from './clock.ts';

const TIMEOUT_MS = 20_000;

/** A status and a JSON value that nothing has checked yet. */
export type Reply = {
  readonly status: number;
  readonly json: unknown;
  /** What the reply shows about the clocks. It only counts once the content is verified. */
  readonly clockSample: ClockSample;
};

export type TransportEffects = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Pick<Clock, 'now'>;
  readonly later: (ms: number, act: () => void) => () => void;
  /** False if the browser knows that nothing can be reached. Only said, never relied on. */
  readonly isOnline?: () => boolean;
};

/**
 * Posts the exact text. Errors: `service_unreachable`, `service_timeout`, `service_too_large`,
 * `service_not_json`. Each of them means that the outcome is unknown.
 */
export type Transport = {
  readonly post: (url: string, body: string, stamp: StampHeader | null) => Promise<Reply>;
};

/**
 * Sends without cookies or cache, and follows no redirect: it would hand the stamp to another host.
 */
export function createTransport(effects: TransportEffects): Transport {
  return {
    post: (url, body, stamp) => {
      const stampHeaders = stamp && { [stamp.header]: stamp.value };
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...stampHeaders,
      };
      return fetchReply(effects, url, { method: 'POST', body, headers });
    },
  };
}

async function fetchReply(
  { fetch, clock, later, isOnline }: TransportEffects,
  url: string,
  init: RequestInit,
): Promise<Reply> {
  const { signal, cancel } = signalAfter(later, TIMEOUT_MS);
  const sentAt = clock.now();
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
    const { headers, status } = response;
    if (isRedirect(response)) {
      throw new KeystampError('service_unreachable', undefined, { reason: 'service_redirects' });
    }
    const clockSample = { date: headers.get('date'), sentAt, receivedAt: clock.now() };
    const text = await readText(response, signal);
    return { status, json: readJson(text, status), clockSample };
  } catch (error) {
    if (error instanceof KeystampError) throw error;
    const code = signal.aborted ? 'service_timeout' : 'service_unreachable';
    const isOffline = code === 'service_unreachable' && isOnline?.() === false;
    throw new KeystampError(code, undefined, isOffline ? { reason: 'offline' } : undefined, error);
  } finally {
    cancel();
  }
}

/** Like `AbortSignal.timeout`, by the effects' clock. */
function signalAfter(later: TransportEffects['later'], ms: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('no reply in time', 'TimeoutError'));
  return { signal: controller.signal, cancel: later(ms, abort) };
}

/** Browsers hide the status of a redirect that isn't followed. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const declared = Number(response.headers.get('content-length'));
  const reader = response.body?.getReader();
  if (!reader) return '';
  if (declared > MAX_ANSWER_BYTES) {
    await reader.cancel().catch(() => undefined);
    throw new KeystampError('service_too_large');
  }
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await untilAborted(reader.read(), signal);
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new KeystampError('service_too_large');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A body that stalls must end with the signal, even if the body itself ignores it. */
function untilAborted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new KeystampError('service_timeout'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    reading.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function readJson(text: string, status: number): unknown {
  try {
    const json: unknown = JSON.parse(text);
    if (isTooDeep(json)) throw new KeystampError('service_malformed');
    return json;
  } catch (error) {
    if (error instanceof KeystampError) throw error;
    // A gateway's own page for an overloaded or broken service counts as the service failing.
    if (status === 429 || status >= 500) return null;
    throw new KeystampError('service_not_json', undefined, { status });
  }
}
