/**
 * Why a value was refused, by rule. Schemas carry the rule's name as their message, so that a form,
 * the service and a page all word the same refusal from one place and can translate it.
 */
export const RULES = {
  wrong_type: 'This has another type than this field takes.',
  unknown_member: 'This member does not belong here.',
  missing: 'This is needed.',
  uuid: 'An id has 36 characters in the form 00000000-0000-0000-0000-000000000000.',
  label_length: 'Use 1 to 64 characters.',
  label_characters: 'Use letters, digits, spaces and _ - : / . only.',
  email: 'An e-mail address looks like name@example.com.',
  phone: 'A phone number starts with + and the country code, for example +15551234567.',
  seconds: 'Use a whole number of seconds.',
  seconds_otp: 'Use a whole number of seconds, 600 at most.',
  seconds_token: 'Use a whole number of seconds, 86400 (one day) at most.',
  choice: 'Choose one of the listed values.',
  choose_some: 'Choose at least one.',
  too_many: 'These are more than fit in one request.',
  duplicate: 'The same value stands here twice.',
  too_long: 'This is longer than the service takes.',
  amount: 'Use a decimal number greater than 20, such as 50 or 50.25.',
  country: 'Use the two capital letters of the country, such as DE.',
  subdivision:
    'Use the part after the country, one to three capital letters or digits, such as NY.',
  subdivision_us: 'The service needs the state when the country is US.',
  json: 'This is not JSON.',
  contract_interface_length: 'The interface may have 400,000 characters at most.',
  abi_array: 'An Ethereum interface is a JSON array of entries (the ABI).',
  abi_entry: 'Every ABI entry is an object with a "type" member; functions and events have a name.',
  idl_object: 'A Solana interface is a JSON object (the Anchor IDL).',
  idl_instructions: 'The IDL needs an "instructions" list in which every entry has a name.',
  idl_types: 'The IDL needs a "types" member, even an empty one.',
  encrypted_bundle: 'A bundle is JSON text with "encappedPublic" and "ciphertext" in hex.',
  hex_public_key: 'A public key is 66 hex digits (compressed P-256).',
  otp_code: 'A code has 6 to 9 letters and digits.',
  otp_length: 'A code may have 6 to 9 characters.',
  format_curve: 'One of the address formats does not belong to this curve.',
  mnemonic_length: 'Choose 12, 15, 18, 21 or 24 words.',
  path: "A path looks like m/44'/60'/0'/0/0.",
  limit: 'Use a number from 1 to 100.',
  url: 'This is not a complete https address.',
  contact: 'Use an e-mail address, or a phone number starting with +.',
  token: 'A verification token has three parts joined by dots.',
} as const satisfies Record<string, string>;

export type Rule = keyof typeof RULES;

/** True for the name of a rule; anything else is a schema library's own wording. */
export function isRule(value: unknown): value is Rule {
  return typeof value === 'string' && Object.hasOwn(RULES, value);
}
