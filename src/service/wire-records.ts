// Rows in the form of the wire (docs/protocol.md, Records).
import * as v from 'valibot';
import { PATH_FORMAT } from '../protocol/enums.ts';
import { parseSteps } from './policies/mfa.ts';
import type { UserRecord } from './users.ts';
import type {
  apiKeys,
  authenticators,
  contractInterfaces,
  emailEvents,
  policies,
  policyEvaluations,
  privateKeys,
  tags,
  walletAccounts,
  wallets,
} from './schema.ts';

/** `{seconds, nanos}`, strings; the deployed service's nanos are "0" in every capture. */
export type WireTime = { readonly seconds: string; readonly nanos: string };

/** A time in milliseconds since the epoch in the form of the wire. */
export function wireTime(at: number): WireTime {
  return { seconds: String(Math.floor(at / 1000)), nanos: '0' };
}

const wireTimes = (row: { readonly createdAt: number; readonly updatedAt: number }) => ({
  createdAt: wireTime(row.createdAt),
  updatedAt: wireTime(row.updatedAt),
});

/** A clause that is left out is '' on the wire, except `time`. */
export function wirePolicy(row: typeof policies.$inferSelect) {
  return {
    policyId: row.id,
    policyName: row.name,
    effect: row.effect,
    consensus: row.consensus ?? '',
    condition: row.condition ?? '',
    ...(row.time !== null && { time: row.time }),
    notes: row.notes,
    ...wireTimes(row),
  };
}

const Evaluations = v.array(v.object({ policyId: v.string(), outcome: v.string() }));

export function wirePolicyEvaluation(
  row: typeof policyEvaluations.$inferSelect,
  organizationId: string,
) {
  const { id, activityId, voteId, evaluations, createdAt } = row;
  return {
    id,
    activityId,
    organizationId,
    voteId,
    policyEvaluations: v.parse(Evaluations, JSON.parse(evaluations)),
    createdAt: wireTime(createdAt),
  };
}

/** `expirationSeconds` is absent on long-lived keys. */
export function wireApiKey(row: Omit<typeof apiKeys.$inferSelect, 'organizationId' | 'userId'>) {
  return {
    credential: { publicKey: row.publicKey, type: `CREDENTIAL_TYPE_API_KEY_${row.curve}` },
    apiKeyId: row.id,
    apiKeyName: row.name,
    ...wireTimes(row),
    ...(row.expirationSeconds !== null && { expirationSeconds: String(row.expirationSeconds) }),
  };
}

type AuthenticatorRow = Omit<
  typeof authenticators.$inferSelect,
  'organizationId' | 'userId' | 'rpIdHash' | 'signCount' | 'lastStamp'
>;

/** An attestation doesn't tell the model, and the service asks no metadata service. */
export function wireAuthenticator(row: AuthenticatorRow) {
  return {
    transports: v.parse(Transports, JSON.parse(row.transports)),
    attestationType: row.attestationType,
    aaguid: row.aaguid,
    credentialId: row.credentialId,
    model: '',
    credential: { publicKey: row.publicKey, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
    authenticatorId: row.id,
    authenticatorName: row.name,
    ...wireTimes(row),
  };
}

const Transports = v.array(v.string());

export function wireMfaPolicy(row: UserRecord['mfaPolicies'][number]) {
  return {
    mfaPolicyId: row.id,
    mfaPolicyName: row.name,
    condition: row.condition,
    requiredAuthenticationMethods: parseSteps(row.steps),
    order: row.order,
    ...(row.notes !== null && { notes: row.notes }),
    ...wireTimes(row),
  };
}

/** The whole user record; an unset contact is absent. */
export function wireUser(row: UserRecord) {
  return {
    userId: row.id,
    userName: row.name,
    ...(row.email !== null && { userEmail: row.email }),
    ...(row.phone !== null && { userPhoneNumber: row.phone }),
    authenticators: row.authenticators.map(wireAuthenticator),
    apiKeys: row.apiKeys.map(wireApiKey),
    userTags: [...row.tagIds],
    oauthProviders: [],
    mfaPolicies: row.mfaPolicies.map(wireMfaPolicy),
    ...wireTimes(row),
  };
}

export function wireTag(row: typeof tags.$inferSelect) {
  return { tagId: row.id, tagName: row.name, tagType: row.type, ...wireTimes(row) };
}

export function wireWallet(row: typeof wallets.$inferSelect) {
  const { id: walletId, name: walletName, exported, imported } = row;
  return { walletId, walletName, ...wireTimes(row), exported, imported };
}

/** The CAIP-2 namespaces that the published schema gives as examples; others are left out (choice). */
const CAIP2_PREFIXES: Readonly<Record<string, string>> = {
  ADDRESS_FORMAT_ETHEREUM: 'eip155',
  ADDRESS_FORMAT_SOLANA: 'solana',
};

/** `wallet` for answers with the wallet's details. */
export function wireWalletAccount(
  row: typeof walletAccounts.$inferSelect,
  wallet?: typeof wallets.$inferSelect,
) {
  const {
    id: walletAccountId,
    organizationId,
    walletId,
    curve,
    path,
    addressFormat,
    address,
  } = row;
  const caip2Prefix = CAIP2_PREFIXES[addressFormat];
  return {
    walletAccountId,
    organizationId,
    walletId,
    curve,
    pathFormat: PATH_FORMAT[0],
    path,
    addressFormat,
    address,
    ...wireTimes(row),
    publicKey: row.publicKey,
    ...(wallet && { walletDetails: wireWallet(wallet) }),
    ...(row.name !== null && { name: row.name }),
    ...(caip2Prefix !== undefined && { caip2Prefix }),
  };
}

const Addresses = v.array(v.object({ format: v.string(), address: v.string() }));

export function wirePrivateKey(row: typeof privateKeys.$inferSelect, tagIds: readonly string[]) {
  return {
    privateKeyId: row.id,
    publicKey: row.publicKey,
    privateKeyName: row.name,
    curve: row.curve,
    addresses: v.parse(Addresses, JSON.parse(row.addresses)),
    privateKeyTags: [...tagIds],
    ...wireTimes(row),
    exported: row.exported,
    imported: row.imported,
  };
}

/** The deployed service lists the chain's bare name (docs/protocol.md, The ten operations). */
export function wireContractInterface(row: typeof contractInterfaces.$inferSelect) {
  return {
    organizationId: row.organizationId,
    smartContractInterfaceId: row.id,
    smartContractAddress: row.address,
    smartContractInterface: row.definition,
    type: row.type.replace('SMART_CONTRACT_INTERFACE_TYPE_', ''),
    label: row.label,
    notes: row.notes ?? '',
    ...wireTimes(row),
  };
}

/** Its times are milliseconds as text, unlike those of other records. */
export function wireEmailEvent(row: typeof emailEvents.$inferSelect) {
  const { id, organizationId, messageId, type: eventType, fromAddress, toAddress } = row;
  const at = String(row.createdAt);
  return {
    id,
    organizationId,
    messageId,
    eventType,
    fromAddress,
    toAddress,
    timestamp: at,
    createdAt: at,
    details: {},
  };
}
