import { utf8 } from '../crypto/bytes.ts';
import { PERSONAL_MESSAGE, personalMessageHead } from '../crypto/personal-message.ts';

/*
 * Messages that apps of Ethereum's kind ask for (EIP-191, version 0x45): a head with the length of the text in bytes,
 * and the text. A key signs the Keccak-256 of both.
 */

export const personalMessage = (text: string): string =>
  `${personalMessageHead(utf8(text).length)}${text}`;

/** The text of such a message; undefined for anything else. */
export function readPersonalMessage(message: string): string | undefined {
  if (!message.startsWith(PERSONAL_MESSAGE)) return undefined;
  const rest = message.slice(PERSONAL_MESSAGE.length);
  const [digits = ''] = /^\d{1,7}/.exec(rest) ?? [];
  // The number runs into the text, which may begin with a digit.
  for (let at = 1; at <= digits.length; at++) {
    const text = rest.slice(at);
    if (personalMessage(text) === message) return text;
  }
  return undefined;
}
