/**
 * The service's own error codes (`turnkeyErrorCode`, without 0 UNSPECIFIED and the reserved 28),
 * each with a sentence for the user. Branch on these first, on the message second, and never on the
 * gRPC code, which is going away (docs/protocol.md, Error bodies).
 */
export const SERVICE_ERRORS = {
  INTERNAL: 'The service had an internal fault.',
  ORGANIZATION_NOT_FOUND: 'No organization has this id. Check the organization id of the profile.',
  API_OPERATIONS_DISABLED: 'API operations are switched off for this organization.',
  SIGNING_QUOTA_EXCEEDED: 'The organization has used up its quota.',
  REQUEST_NOT_AUTHORIZED: 'Your user may not do this. A policy or a missing right refused it.',
  PUBLIC_KEY_NOT_FOUND:
    'The service does not know this API key in this organization. Register its public key there, or check the organization id.',
  RATE_LIMIT_EXCEEDED: 'Too many requests. Wait a few seconds.',
  SIGNATURE_MISSING: 'The request arrived without a readable stamp.',
  SIGNATURE_INVALID:
    'The stamp does not match the request, or what the service knows of the key or passkey that made it.',
  CREDENTIAL_NOT_FOUND: 'The service does not know this passkey in this organization.',
  CREDENTIAL_CONFLICT: 'This credential belongs to more than one organization.',
  API_KEY_EXPIRED: 'The API key has expired. Create a new one and register it.',
  REQUEST_INVALID: 'The service found the request invalid.',
  FORBIDDEN: 'The service forbids this.',
  UNAUTHENTICATED: 'The service did not accept the credentials.',
  UNSUPPORTED_TRANSACTION_TYPE: 'The service does not support this kind of transaction.',
  INVALID_TRANSACTION: 'The transaction cannot be read.',
  INVALID_OIDC_TOKEN: 'The identity token is not valid.',
  INVALID_ORGANIZATION_ID: 'The organization id is malformed.',
  OAUTH2_CREDENTIAL_NOT_FOUND: 'No such OAuth 2 credential.',
  OAUTH2_PROVIDER_NOT_FOUND: 'No such OAuth 2 provider.',
  INVALID_OAUTH2_PROVIDER: 'The OAuth 2 provider is not valid.',
  OAUTH2_PROVIDER_NOT_CONFIGURED: 'The OAuth 2 provider is not configured.',
  INVALID_ACTIVITY_CALLER: 'This caller may not submit this activity.',
  WALLET_ACCOUNT_NOT_EXPORTED: 'The wallet account has not been exported yet.',
  INVALID_TIME: 'The time in the request is not valid. Check the clock of this computer.',
  RPC_CALL_ERROR: 'A node that the service asked did not answer.',
  INVALID_EMAIL: 'The service does not accept this e-mail address.',
  INVALID_FQDN: 'The domain of this e-mail address does not exist.',
  OAUTH_PROVIDER_ALREADY_EXISTS: 'This OAuth provider is registered already.',
  EMAIL_SENDING_DISABLED: 'The organization may not send e-mail.',
  ORGANIZATION_MISMATCH:
    'The request is for another organization than the one this key belongs to.',
  MAX_OTP_INITIATED: 'Too many codes were requested. Wait a few minutes.',
  TVC_IMAGE_VALIDATION_FAILED: 'The image did not pass validation.',
  TRANSACTION_RISK_SCREENING_DENIED: 'Risk screening denied the transaction.',
  TRANSACTION_RISK_SCREENING_UNVERIFIED: 'Risk screening could not check the transaction.',
  TVC_CLIENT_VERSION_TOO_OLD: 'This client is too old for the service.',
  SWAP_QUOTE_ALREADY_USED: 'This swap quote was used already.',
} as const satisfies Record<string, string>;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

/** gRPC status to HTTP status as the service maps them (docs/protocol.md, Error bodies). */
export const HTTP_OF_GRPC = {
  3: 400,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  13: 500,
  14: 503,
  16: 401,
} as const satisfies Record<number, number>;
