import * as v from 'valibot';
import { KeystampError, toWire } from '../protocol/errors.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import { demand, needOf, type Gate, type Stored } from './access.ts';
import { CALLS, type Call, type CallName } from './calls.ts';
import type { Handlers } from './handlers/handlers.ts';
import type { Secrets } from './secrets.ts';
import { HELLO, MARK, request, type Reply, type Request } from './wire.ts';

/** Who sent a message, as the browser says. Nothing in the message itself counts. */
export type Sender = {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly tab?: { readonly id?: number | undefined; readonly incognito?: boolean } | undefined;
  readonly documentId?: string | undefined;
  readonly documentLifecycle?: string | undefined;
};

export type ServerEffects = {
  readonly handlers: Handlers;
  readonly secrets: Secrets;
  /** What each call's access is held against. */
  readonly vault: Gate;
  readonly stored: Stored;
  /** `runtime.id` */
  readonly ownId: string;
  /** `runtime.getURL('')`: scheme, id, `/`. */
  readonly ownUrl: string;
};

/** For `runtime.onMessage`. True means that `respond` will be called, once. */
export type Listener = (
  message: unknown,
  sender: Sender,
  respond: (reply: unknown) => void,
) => boolean;

/**
 * Answers Keystamp's own pages, and nobody else: content scripts, frames and other extensions get
 * `forbidden_caller`. Messages without our mark are left to other listeners. What leaves is an answer
 * or a coded error, never a raw one.
 */
export function createServer(effects: ServerEffects): Listener {
  return (message, sender, respond) => {
    if (!isMarked(message)) return false;
    void answer(effects, message, sender).then(respond, (error: unknown) =>
      respond({ ok: false, error: toWire(error) }),
    );
    return true;
  };
}

const marked = v.looseObject({ mark: v.literal(MARK) });

function isMarked(message: unknown): boolean {
  return v.is(marked, message);
}

async function answer(effects: ServerEffects, message: unknown, sender: Sender): Promise<Reply> {
  if (!isOwnPage(sender, effects)) throw new KeystampError('forbidden_caller');
  const parsed = parseOrThrow(request, message, 'message');
  if (parsed.call === HELLO) return { ok: true, answer: await effects.secrets.greeting() };
  if (!isCallName(parsed.call)) throw new KeystampError('unknown_call');
  return dispatch(effects, parsed.call, parsed);
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}

/**
 * Our own page, itself and not in a frame (docs/platform.md, Who sent a message). Firefox gives no
 * `origin`.
 */
function isOwnPage(sender: Sender, { ownId, ownUrl }: ServerEffects): boolean {
  const { id, url, origin, frameId, documentLifecycle } = sender;
  if (id !== ownId || url === undefined || !url.startsWith(ownUrl)) return false;
  if (origin !== undefined && `${origin}/` !== ownUrl) return false;
  if (frameId !== undefined && frameId !== 0) return false;
  return documentLifecycle === undefined || documentLifecycle === 'active';
}

/**
 * The one place where a call is held to the access of its row: before its secret is opened and its
 * handler runs. And once more before the answer leaves, for a lock may have fallen meanwhile.
 */
async function dispatch(
  { handlers, secrets, vault, stored }: ServerEffects,
  name: CallName,
  { input, sealed }: Request,
): Promise<Reply> {
  // The table's rows and the handlers are typed by the same name; the pairing is lost by indexing.
  const row = CALLS[name] as Call<unknown, unknown, unknown>;
  const handle = handlers[name] as (input: never, secret: never) => Promise<unknown>;
  const parsed = parseOrThrow(row.input, input);
  const need = await needOf(row.access, parsed, stored);
  await demand(need, vault);
  let secret: unknown = null;
  if (row.secret && !sealed) {
    // Calls whose sealed part may be left out say so in their schema.
    const missing = v.safeParse(row.secret, undefined);
    if (!missing.success) throw new KeystampError('invalid_input', 'The sealed part is missing.');
    secret = missing.output;
  } else if (row.secret && sealed) {
    const opened = await secrets.open(name, sealed);
    if (opened === undefined) {
      return { ok: false, error: toWire(new KeystampError('timeout')), stale: true };
    }
    secret = parseOrThrow(row.secret, opened, 'secret');
  }
  const answer = (await handle(parsed as never, secret as never)) ?? null;
  if (need !== 'always') await demand('unlocked', vault);
  return { ok: true, answer };
}
