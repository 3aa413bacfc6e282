import * as v from 'valibot';
import { CREDENTIAL_TYPE } from './enums.ts';
import { toTime } from './time.ts';

/*
 * The service's replies (docs/protocol.md, Records). These schemas are liberal: they drop members
 * that Keystamp doesn't know, optional lists may be missing, and enum members stay plain strings. A
 * newer service's unknown value has to be shown as it is, and must not invalidate the whole reply.
 */

/** Text in a reply, with a limit: hostile services can't fill the memory. */
const boundedText = v.pipe(v.string(), v.maxLength(100_000));
const id = v.pipe(v.string(), v.maxLength(200));

/** `{seconds, nanos}` from the deployed API, or the plain string of the reference pages. */
export const timestamp = v.union([
  v.object({ seconds: v.pipe(v.string(), v.maxLength(20)), nanos: v.optional(v.string(), '0') }),
  v.pipe(v.string(), v.maxLength(40)),
]);
export type Timestamp = v.InferOutput<typeof timestamp>;

/** Either form in milliseconds since the epoch. Undefined if it can't be read, or is no moment (time.ts). */
export function millisecondsOf(value: Timestamp | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    return SECONDS.test(value.seconds) ? toTime(Number(value.seconds) * 1000) : undefined;
  return toTime(/^\d+$/.test(value) ? Number(value) : Date.parse(value));
}

/** Decimal, as the service writes them: `Number` reads other texts as well, such as `0x10`. */
const SECONDS = /^\d{1,12}$/;

/** An API key. `expirationSeconds` is a duration. Missing on long-lived keys. */
export const apiKey = v.object({
  credential: v.object({
    publicKey: id,
    type: v.union([v.picklist(CREDENTIAL_TYPE), id]),
    sessionProfileId: v.optional(id),
  }),
  apiKeyId: id,
  apiKeyName: boundedText,
  createdAt: timestamp,
  updatedAt: timestamp,
  expirationSeconds: v.optional(v.pipe(v.string(), v.maxLength(20))),
});
export type ApiKeyRecord = v.InferOutput<typeof apiKey>;

/** A passkey as the service knows it. `credential.publicKey` is base64url of a COSE key. */
export const authenticator = v.object({
  authenticatorId: id,
  authenticatorName: boundedText,
  /** Base64url, as the browser returns it. */
  credentialId: boundedText,
  /** Values of AUTHENTICATOR_TRANSPORT, or newer ones. */
  transports: v.optional(v.array(id), []),
  /** Base64url of 16 bytes: the authenticator's model. Zeros if it doesn't say. */
  aaguid: v.optional(id),
  attestationType: v.optional(id),
  model: v.optional(boundedText),
  credential: v.object({ publicKey: boundedText, type: id }),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});
export type AuthenticatorRecord = v.InferOutput<typeof authenticator>;

export const wallet = v.object({
  walletId: id,
  walletName: boundedText,
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
  exported: v.optional(v.boolean(), false),
  imported: v.optional(v.boolean(), false),
});

/**
 * An address of a wallet. `publicKey` is hex, and absent in answers of services that don't keep it;
 * `walletDetails` is only there when it was asked for.
 */
export const walletAccount = v.object({
  walletAccountId: id,
  organizationId: v.optional(id),
  walletId: id,
  curve: id,
  pathFormat: v.optional(id),
  path: boundedText,
  addressFormat: id,
  address: boundedText,
  publicKey: v.optional(boundedText),
  name: v.optional(boundedText),
  /** CAIP-2 namespace of the chains of this account, such as `eip155`. */
  caip2Prefix: v.optional(id),
  walletDetails: v.optional(wallet),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

/** What an account has of one coin or token: `balance` in its smallest unit; `display` is not for reckoning. */
export const assetBalance = v.object({
  /** CAIP-19: it alone says which token it is. */
  caip19: boundedText,
  symbol: boundedText,
  name: v.optional(boundedText),
  balance: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77)),
  display: v.optional(v.object({ usd: v.optional(boundedText), crypto: v.optional(boundedText) })),
});

const revert = v.object({
  address: v.optional(boundedText),
  errorType: v.optional(boundedText),
  displayMessage: v.optional(boundedText),
  unknown: v.optional(
    v.object({ selector: v.optional(boundedText), data: v.optional(boundedText) }),
  ),
  native: v.optional(
    v.object({
      nativeType: v.optional(boundedText),
      message: v.optional(boundedText),
      panicCode: v.optional(boundedText),
    }),
  ),
});
/** Contracts that undid a transaction, the outermost first. */
const revertChain = v.optional(v.array(revert));
/** Why a transaction that was sent did not do what it should. */
export const sendError = v.object({
  message: v.optional(boundedText),
  revertChain,
  eth: v.optional(v.object({ revertChain })),
});

/** In each step any one of its methods (docs/policies.md, Several factors). */
const authenticationMethod = v.object({ type: id, id: v.optional(id) });
const authenticationSteps = v.array(v.object({ any: v.array(authenticationMethod) }));
export type AuthenticationMethodRecord = v.InferOutput<typeof authenticationMethod>;

/** Which factors a user must show, and for what. */
export const mfaPolicy = v.object({
  mfaPolicyId: id,
  mfaPolicyName: boundedText,
  condition: boundedText,
  requiredAuthenticationMethods: authenticationSteps,
  order: v.optional(v.union([v.number(), id])),
  notes: v.optional(v.nullable(boundedText)),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

/** What one MFA policy demands of a user who voted for an activity, and what the user has shown. */
export const mfaStatus = v.object({
  mfaPolicyId: id,
  userId: id,
  satisfied: v.boolean(),
  satisfiedMethods: v.optional(v.array(authenticationMethod), []),
  requiredMethods: v.optional(authenticationSteps, []),
});
export type MfaStatus = v.InferOutput<typeof mfaStatus>;

export const user = v.object({
  userId: id,
  userName: boundedText,
  userEmail: v.optional(v.nullable(boundedText)),
  userPhoneNumber: v.optional(v.nullable(boundedText)),
  apiKeys: v.optional(v.array(apiKey), []),
  authenticators: v.optional(v.array(authenticator), []),
  userTags: v.optional(v.array(id), []),
  mfaPolicies: v.optional(v.array(mfaPolicy), []),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

export type UserRecord = v.InferOutput<typeof user>;

export const tag = v.object({
  tagId: id,
  tagName: boundedText,
  tagType: v.optional(boundedText),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

export const address = v.object({ format: id, address: boundedText });

export const privateKey = v.object({
  privateKeyId: id,
  publicKey: boundedText,
  privateKeyName: boundedText,
  curve: id,
  addresses: v.optional(v.array(address), []),
  privateKeyTags: v.optional(v.array(id), []),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
  exported: v.optional(v.boolean(), false),
  imported: v.optional(v.boolean(), false),
});

export const smartContractInterface = v.object({
  smartContractInterfaceId: id,
  smartContractAddress: boundedText,
  smartContractInterface: v.pipe(v.string(), v.maxLength(500_000)),
  type: id,
  label: boundedText,
  notes: v.optional(v.nullable(boundedText)),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

/**
 * Something that happened to an email that the service sent, such as `Send` or `Bounce`. Several
 * events may be about one message. Both times are milliseconds since the epoch, as text.
 */
export const emailEvent = v.object({
  id,
  organizationId: v.optional(id),
  messageId: id,
  eventType: id,
  fromAddress: boundedText,
  toAddress: boundedText,
  senderTenant: v.optional(boundedText),
  timestamp,
  createdAt: v.optional(timestamp),
  /** What the mail systems said, by the type of event. */
  details: v.optional(
    v.object({
      bounceType: v.optional(boundedText),
      bounceSubType: v.optional(boundedText),
      diagnosticCode: v.optional(boundedText),
      deliverySmtpResponse: v.optional(boundedText),
      deliveryProcessingTimeMillis: v.optional(id),
      deliveryDelayType: v.optional(boundedText),
      complaintFeedbackType: v.optional(boundedText),
    }),
    {},
  ),
});

/** A policy (docs/policies.md). Its clauses are texts: `''` where one is left out. */
export const policy = v.object({
  policyId: id,
  policyName: boundedText,
  effect: id,
  consensus: v.optional(boundedText, ''),
  condition: v.optional(boundedText, ''),
  time: v.optional(boundedText),
  notes: v.optional(boundedText, ''),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
});

/** What each policy said at one vote. */
export const policyEvaluation = v.object({
  id,
  activityId: id,
  organizationId: v.optional(id),
  voteId: id,
  policyEvaluations: v.array(
    v.object({ policyId: v.optional(id, ''), outcome: v.optional(id, '') }),
  ),
  createdAt: v.optional(timestamp),
});

const members = v.record(v.string(), v.unknown());

/** How many of which users must approve what no policy allows. */
const rootQuorum = v.optional(v.object({ threshold: v.number(), userIds: v.array(id) }));
const features = v.optional(
  v.array(v.object({ name: v.optional(id), value: v.optional(boundedText) })),
  [],
);

export const organizationConfigs = v.object({ features, quorum: rootQuorum });

/** From which addresses requests may come. `publicKey`: those by this API key alone. */
export const ipAllowlist = v.object({
  organizationId: v.optional(id),
  publicKey: v.optional(v.nullable(id)),
  enabled: v.optional(v.nullable(v.boolean())),
  rules: v.optional(
    v.array(
      v.object({
        cidr: id,
        label: v.optional(boundedText),
        /** Milliseconds since the epoch, as text. */
        createdAt: v.optional(id),
      }),
    ),
    [],
  ),
  onEvaluationError: v.optional(id),
});

/** The whole organization. Keystamp knows no record of policies and invitations: they stay as they come. */
export const organization = v.object({
  organizationId: v.optional(id),
  name: v.optional(boundedText),
  users: v.optional(v.array(user), []),
  policies: v.optional(v.array(members), []),
  privateKeys: v.optional(v.array(privateKey), []),
  invitations: v.optional(v.array(members), []),
  tags: v.optional(v.array(tag), []),
  rootQuorum,
  features,
  wallets: v.optional(v.array(wallet), []),
  smartContractInterfaceReferences: v.optional(
    v.array(
      v.object({
        smartContractInterfaceId: v.optional(id),
        smartContractAddress: v.optional(boundedText),
        digest: v.optional(boundedText),
      }),
    ),
    [],
  ),
});

/**
 * One approval or rejection. Anyone can verify `signature` over `message` (docs/protocol.md,
 * Votes).
 */
const vote = v.object({
  id,
  userId: id,
  user: v.optional(v.nullable(user)),
  activityId: id,
  selection: id,
  message: v.pipe(v.string(), v.maxLength(1_000_000)),
  publicKey: boundedText,
  signature: boundedText,
  scheme: id,
  createdAt: timestamp,
});
export type Vote = v.InferOutput<typeof vote>;

const failure = v.object({ code: v.optional(v.number()), message: v.optional(boundedText) });

/** The flat activity of the deployed API (docs/protocol.md, Request and response envelope). */
export const activity = v.object({
  id,
  organizationId: id,
  /** One of ACTIVITY_STATUS, or a newer value: shown as it is, and never treated as success. */
  status: id,
  type: id,
  intent: v.optional(v.nullable(members), {}),
  result: v.optional(v.nullable(members), {}),
  votes: v.optional(v.nullable(v.array(vote)), []),
  fingerprint: id,
  canApprove: v.optional(v.boolean(), false),
  canReject: v.optional(v.boolean(), false),
  createdAt: v.optional(timestamp),
  updatedAt: v.optional(timestamp),
  failure: v.optional(v.nullable(failure)),
});
export type Activity = v.InferOutput<typeof activity>;
