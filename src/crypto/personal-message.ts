/** How each personal message begins (EIP-191, version 0x45): what apps of Ethereum's kind ask to sign. */
export const PERSONAL_MESSAGE = '\u0019Ethereum Signed Message:\n';

/** What stands before its text. `length`: of the text, in bytes. */
export const personalMessageHead = (length: number): string => `${PERSONAL_MESSAGE}${length}`;
