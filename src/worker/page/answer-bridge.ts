import type { MessageSender } from '../../protocol/message-sender.ts';
import { onDocumentLeft } from '../../requests/lifecycle.ts';
import type { RequestDeps } from '../../requests/request-deps.ts';
import { readBridgeMessage } from './parse-message.ts';
import { route } from './router.ts';

/** The answer to a bridge: its call's current state as JSON text; null for a notice. */
export async function answerBridge(
  deps: RequestDeps,
  message: unknown,
  sender: MessageSender,
): Promise<string | null> {
  const received = readBridgeMessage(message);
  if (!received) return null;
  if ('text' in received) return JSON.stringify(await route(deps, received, sender));
  // A document on its way out isn't active: its bridge id, which nobody else knows, is enough.
  if (sender.id === deps.ownId && sender.tab) {
    await deps.requests.load();
    await onDocumentLeft(deps, received.bridgeId);
  }
  return null;
}
