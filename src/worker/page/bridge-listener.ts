import * as v from 'valibot';
import { PAGE_MARK } from '../../protocol/page-api.ts';
import type { MessageSender } from '../../protocol/message-sender.ts';
import type { MessageListener } from '../server.ts';

/** Whether a message claims to come from a bridge. */
export function isBridgeMessage(value: unknown): boolean {
  return v.is(v.looseObject({ mark: v.literal(PAGE_MARK) }), value);
}

/**
 * Listens to the bridges of web pages. What answers them comes with the first message; if it can't be
 * loaded, the page gets no answer, and asks again.
 */
export function createBridgeListener(
  answer: (message: unknown, sender: MessageSender) => Promise<string | null>,
): MessageListener {
  return (message, sender, respond) => {
    if (!isBridgeMessage(message)) return false;
    void answer(message, sender).then(respond, () => respond(null));
    return true;
  };
}
