import type { MessageSender } from '../protocol/message-sender.ts';
import * as v from 'valibot';
import { KeystampError, toWire } from '../protocol/errors.ts';
import { withLateRules } from '../protocol/late-rules.ts';
import { parseOrThrow } from '../protocol/parse.ts';
import {
  demandAccess,
  requirementOf,
  type VaultAccess,
  type StoredState,
} from '../messaging/call-access.ts';
import { CALLS, type CallName } from '../messaging/calls.ts';
import type { Call } from '../messaging/define-call.ts';
import type { HandlerFinder } from './handlers/handlers.ts';
import type { SecretReceiver } from '../messaging/secrets.ts';
import {
  HELLO_CALL,
  MESSAGE_MARK,
  requestSchema,
  type WorkerReply,
  type WorkerRequest,
} from '../messaging/wire.ts';

export type ServerDeps = {
  readonly handlerOf: HandlerFinder;
  readonly secrets: SecretReceiver;
  /** What each call's access is checked against. */
  readonly vault: VaultAccess;
  readonly stored: StoredState;
  /** `runtime.id` */
  readonly ownId: string;
  /** `runtime.getURL('')`: scheme, id, `/`. */
  readonly ownUrl: string;
};

/** For `runtime.onMessage`. True means that it will call `respond`, once. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
  respond: (reply: unknown) => void,
) => boolean;

/**
 * Answers Keystamp's own pages and nobody else: content scripts, frames and other extensions get
 * `forbidden_caller`. Leaves messages without our mark to other listeners. Answers with a result or
 * a coded error, never a raw one.
 */
export function createServer(deps: ServerDeps): MessageListener {
  return (message, sender, respond) => {
    if (!v.is(markedMessage, message)) return false;
    void answerMessage(deps, message, sender).then(respond, (error: unknown) =>
      respond({ ok: false, error: toWire(error) }),
    );
    return true;
  };
}

const markedMessage = v.looseObject({ mark: v.literal(MESSAGE_MARK) });

async function answerMessage(
  deps: ServerDeps,
  message: unknown,
  sender: MessageSender,
): Promise<WorkerReply> {
  if (!isOwnPage(sender, deps)) throw new KeystampError('forbidden_caller');
  const parsed = parseOrThrow(requestSchema, message, 'message');
  if (parsed.call === HELLO_CALL) return { ok: true, answer: await deps.secrets.greeting() };
  if (!isCallName(parsed.call)) throw new KeystampError('unknown_call');
  return dispatchCall(deps, parsed.call, parsed);
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}

/**
 * Whether the sender is one of our own pages, and not in a frame (docs/platform.md, Who sent a
 * message). Firefox gives no `origin`.
 */
function isOwnPage(sender: MessageSender, { ownId, ownUrl }: ServerDeps): boolean {
  const { id, url, origin, frameId, documentLifecycle } = sender;
  if (id !== ownId || url === undefined || !url.startsWith(ownUrl)) return false;
  if (origin !== undefined && `${origin}/` !== ownUrl) return false;
  if (frameId !== undefined && frameId !== 0) return false;
  return documentLifecycle === undefined || documentLifecycle === 'active';
}

/**
 * The one place that checks a call against the access of its row: before it opens the secret and
 * runs the handler, and again before the answer leaves, in case the vault was locked meanwhile.
 */
async function dispatchCall(
  { handlerOf, secrets, vault, stored }: ServerDeps,
  name: CallName,
  { input, sealed }: WorkerRequest,
): Promise<WorkerReply> {
  // One name types the row and its handler; indexing loses the pairing.
  const callRow: Call = CALLS[name];
  const parsed = await withLateRules(() => parseOrThrow(callRow.input, input));
  const requirement = await requirementOf(callRow.access, parsed, stored);
  await demandAccess(requirement, vault);
  let secret: unknown = null;
  if (callRow.secret && !sealed) {
    // Calls with an optional sealed part say so in their schema.
    const missing = v.safeParse(callRow.secret, undefined);
    if (!missing.success) throw new KeystampError('invalid_input', 'The sealed part is missing.');
    secret = missing.output;
  } else if (callRow.secret && sealed) {
    const opened = await secrets.open(name, sealed);
    if (opened === undefined) {
      return { ok: false, error: toWire(new KeystampError('timeout')), stale: true };
    }
    secret = parseOrThrow(callRow.secret, opened, 'secret');
  }
  const handler = (await handlerOf(name)) as (input: never, secret: never) => Promise<unknown>;
  const answer = (await handler(parsed as never, secret as never)) ?? null;
  if (requirement !== 'always') await demandAccess('unlocked', vault);
  return { ok: true, answer };
}
