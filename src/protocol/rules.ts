/**
 * Why a value was refused. Schemas carry the rule's name as their message, so that a form, the service
 * and a page all name the same refusal; each has its own words for it.
 */
export const RULES = [
  'wrong_type',
  'unknown_member',
  'missing',
  'uuid',
  'label_length',
  'label_characters',
  'name_taken',
  'account_taken',
  'email',
  'phone',
  'seconds',
  'seconds_otp',
  'seconds_token',
  'choice',
  'choose_some',
  'too_many',
  'duplicate',
  'too_long',
  'amount',
  'country',
  'subdivision',
  'subdivision_us',
  'network_currency',
  'provider_method',
  'json',
  'contract_interface_length',
  'contract_interface_entries',
  'abi_array',
  'abi_entry',
  'abi_name',
  'idl_object',
  'idl_instructions',
  'idl_name',
  'idl_types',
  'encrypted_bundle',
  'fingerprint',
  'hex_public_key',
  'hex_uncompressed_key',
  'api_public_key',
  'key_lifetime',
  'lasting_credential',
  'quorum',
  'cidr',
  'oauth_provider',
  'otp_code',
  'otp_length',
  'format_curve',
  'mnemonic_length',
  'path',
  'limit',
  'url',
  'service_url',
  'service_url_https',
  'service_url_user',
  'service_url_query',
  'service_url_path',
  'contact',
  'token',
  'address',
  'address_case',
  'address_chain',
  'address_checksum',
  'address_key',
  'address_length',
  'address_network',
] as const;

export type Rule = (typeof RULES)[number];

/** Why a text isn't an address that fits. */
export type AddressRule = Extract<Rule, 'address' | `address_${string}`>;

/** True for the name of a rule; anything else is a schema library's own wording. */
export function isRule(value: unknown): value is Rule {
  return RULES.some((rule) => rule === value);
}
