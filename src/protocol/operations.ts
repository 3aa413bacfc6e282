import * as v from 'valibot';
import { contractFormats, isLikeContractAddress } from './contract-interface.ts';
import { addressFormatsOf } from './curve-formats.ts';
import {
  ACTIVITY_STATUS,
  ACTIVITY_TYPE,
  ADDRESS_FORMAT,
  API_KEY_CURVE,
  AUTHENTICATION_TYPE,
  AUTHENTICATOR_TRANSPORT,
  CURVE,
  EFFECT,
  FIAT_ON_RAMP_CRYPTO_CURRENCY,
  FIAT_ON_RAMP_CURRENCY,
  EVM_CHAIN,
  FIAT_ON_RAMP_NETWORK,
  FIAT_ON_RAMP_PAYMENT_METHOD,
  FIAT_ON_RAMP_PROVIDER,
  HASH_FUNCTION,
  MNEMONIC_LANGUAGE,
  ON_EVALUATION_ERROR,
  OTP_TYPE,
  PATH_FORMAT,
  PAYLOAD_ENCODING,
  SMART_CONTRACT_INTERFACE_TYPE,
  TRANSACTION_TYPE,
  type Curve,
  type OtpType,
} from './enums.ts';
import {
  apiPublicKeyHex,
  contact,
  contractInterface,
  email,
  emailOrNone,
  encryptedBundle,
  field,
  label,
  listOf,
  oneOf,
  optional,
  otpCode,
  phone,
  phoneOrNone,
  publicKeyHex,
  removable,
  seconds,
  sizedList,
  text,
  token,
  uncompressedKeyHex,
  uuid,
  type Control,
  type FieldFacts,
  type PickControl,
  type PolicyClause,
  type RecordKind,
} from './fields.ts';
import { areFewRanges, cidr, MAX_RANGES } from './ip-range.ts';
import { currenciesOfNetwork, methodsOfProvider, payoutFormats } from './on-ramp.ts';
import { MAX_EXPIRING_API_KEYS, MAX_LONG_LIVED_API_KEYS } from './api-key.ts';
import { ETHEREUM_ADDRESS } from './ethereum-address.ts';
import { MAX_PASSKEYS } from './passkey.ts';
import type { PolicyFacts } from './policy-facts.ts';
import {
  query,
  submit,
  createOperationsTable,
  versionOfType,
  type Prerequisite,
  type QueryRow,
  type Row,
  type SubmitRow,
  type Verification,
} from './operation-row.ts';
import { recordList, type Check } from './record-list.ts';
import {
  activity,
  address,
  apiKey,
  authenticator,
  emailEvent,
  ipAllowlist,
  mfaPolicy,
  mfaStatus,
  organization,
  organizationConfigs,
  policy,
  policyEvaluation,
  privateKey,
  smartContractInterface,
  tag,
  user,
  wallet,
  walletAccount,
  assetBalance,
  sendError,
} from './service-records.ts';

/*
 * The operations table: what each operation is. Its words are in src/ui/words. Parameters are those of
 * the published schema (docs/protocol.md, The ten operations); limits that it does not give are choices,
 * marked so.
 */

const resultText = v.pipe(v.string(), v.maxLength(100_000));
const ids = v.array(v.pipe(v.string(), v.maxLength(200)));

const choice = (options: readonly string[]): Control => ({
  kind: 'choice',
  options: () => options,
});
const numericChoice = (options: readonly string[]): Control => ({
  kind: 'choice',
  options: () => options,
  numeric: true,
});
const pick = (recordKind: RecordKind, many = false): PickControl => ({
  kind: 'pick',
  recordKind,
  many,
});
type PlainTextFacts = Omit<FieldFacts, 'control'> & { readonly example?: string };
const plainText = ({ example, ...facts }: PlainTextFacts = {}): FieldFacts => ({
  control: example ? { kind: 'text', example } : { kind: 'text' },
  ...facts,
});

const userId = (facts: Omit<FieldFacts, 'control'> = {}) =>
  field(uuid, { control: pick('user'), ...facts });
const walletId = () => field(uuid, { control: pick('wallet') });
const replaces = (pickField: string, member: string) => ({ pick: pickField, member });

/** The ids of a list, in the form that the service stores. */
const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : [];
const isFilled = (value: unknown) => idsIn(value).length > 0;

/** What a change of a tag does: its summary. */
const tagChange = (name: unknown, added: unknown, removed: unknown) => {
  const [adds, removes] = [isFilled(added), isFilled(removed)];
  if (name !== undefined) return adds || removes ? 'default' : 'rename';
  if (adds === removes) return 'default';
  return adds ? 'add' : 'remove';
};
/** Nothing gets a tag and loses it at once. */
const eitherOr = (added: string, removed: string): Check => ({
  field: removed,
  rule: 'duplicate',
  holds: (values) => {
    const ids = new Set(idsIn(values[added]));
    return !idsIn(values[removed]).some((id) => ids.has(id));
  },
});
const newTagName = (pickField: string) =>
  optional(field(label, plainText({ replaces: replaces(pickField, 'tagName') })));
/** The records that a tag is put on, or taken from: what a change of one may add and remove. */
const tagged = (recordKind: RecordKind, pickField: string, member: string, how: 'add' | 'remove') =>
  field(listOf(uuid, 0), {
    control: pick(recordKind, true),
    initial: [],
    joins: { pick: pickField, member, how },
  });
const picked = (recordKind: RecordKind, min: 0 | 1 = 0) =>
  field(listOf(uuid, min), { control: pick(recordKind, true), ...(min === 0 && { initial: [] }) });

const deleteWithoutExport = optional(field(v.boolean('wrong_type'), { control: { kind: 'flag' } }));
const withoutExport = (values: Readonly<Record<string, unknown>>) =>
  values['deleteWithoutExport'] === true ? 'unexported' : 'default';

const verificationToken = optional(field(token, plainText({ advanced: true, secret: true })));

const tokenSeconds = optional(
  field(seconds(86_400, 'seconds_token'), {
    control: { kind: 'text', mode: 'numeric', example: '3600' },
    advanced: true,
  }),
);

/**
 * A contact is verified by six digits, which people expect and type easily. Three tries find one in
 * 330,000, and who may try could set the contact without any code.
 */
const verifiesContact = (contactField: string, otpType: OtpType): Verification => ({
  by: 'verify_otp',
  contactField,
  sentTo: 'contact',
  request: { otpType, otpLength: '6', alphanumeric: false },
  fieldsFromResult: { verificationToken: 'verificationToken' },
});

const otpId = field(text(100), plainText({ automatic: true }));

const AMOUNT = /^\d{1,9}(?:\.\d{1,8})?$/;
const amount = v.pipe(
  v.string('missing'),
  v.regex(AMOUNT, 'amount'),
  v.check((value) => Number(value) > 20, 'amount'),
);

const curveOf = (value: unknown): Curve =>
  CURVE.find((curve) => curve === value) ?? 'CURVE_SECP256K1';
const fittingFormats = (values: Readonly<Record<string, unknown>>) =>
  addressFormatsOf(curveOf(values['curve']));

const path = field(
  v.pipe(v.string('missing'), v.regex(/^m(?:\/\d{1,10}'?){1,10}$/, 'path')),
  plainText({ example: "m/44'/60'/0'/0/0" }),
);

const fitsCurve: Check = {
  field: 'addressFormats',
  rule: 'format_curve',
  holds: (values) => {
    const { addressFormats } = values;
    const fitting: readonly unknown[] = fittingFormats(values);
    return (
      Array.isArray(addressFormats) && addressFormats.every((format) => fitting.includes(format))
    );
  },
};
/** What a new private key is, wherever it comes from. */
const newPrivateKey = {
  privateKeyName: field(label, plainText({ example: 'Treasury hot key' })),
  curve: field(oneOf(CURVE), { control: choice(CURVE), initial: CURVE[0] }),
  addressFormats: field(listOf(oneOf(ADDRESS_FORMAT), 0, 40), {
    control: { kind: 'choices', options: fittingFormats },
    initial: [],
  }),
};

/** A derivation row of a wallet. */
const account = {
  addressFormat: field(oneOf(ADDRESS_FORMAT), {
    control: { kind: 'choice', options: fittingFormats },
  }),
  curve: field(oneOf(CURVE), { control: choice(CURVE), initial: CURVE[0] }),
  pathFormat: field(oneOf(PATH_FORMAT), {
    control: choice(PATH_FORMAT),
    initial: PATH_FORMAT[0],
  }),
  path,
  name: optional(field(label, plainText())),
};

/**
 * New accounts of one wallet; how many fit in one request is a choice.
 * @param wallet the field that picks a wallet which has accounts already
 */
const accountList = (min: 0 | 1, wallet?: string) =>
  recordList({
    item: account,
    min,
    max: 100,
    editor: 'accounts',
    distinct: {
      fields: ['addressFormat', 'curve', 'pathFormat', 'path'],
      rule: 'account_taken',
      ...(wallet && { among: { recordKind: 'walletAccount', pick: wallet } }),
    },
    checks: [
      {
        field: 'addressFormat',
        rule: 'format_curve',
        holds: (values) =>
          fittingFormats(values).some((format) => format === values['addressFormat']),
      },
    ],
  });

/** A passkey to register; what its attestation holds is checked by the service. */
const newAuthenticator = {
  authenticatorName: field(label, plainText()),
  challenge: field(text(256), plainText()),
  attestation: field(
    v.strictObject({
      credentialId: text(256),
      clientDataJson: text(4096),
      attestationObject: text(65_536),
      transports: listOf(oneOf(AUTHENTICATOR_TRANSPORT), 0),
    }),
    plainText(),
  ),
};

/** Text as in the interface; more digits than these are no lifetime that anyone means (choice). */
const keyLifetime = v.pipe(v.string('key_lifetime'), v.regex(/^[1-9]\d{0,8}$/, 'key_lifetime'));

/** A public key that may stamp for a user. */
const newApiKey = {
  apiKeyName: field(label, plainText({ example: 'Build server' })),
  curveType: field(oneOf(API_KEY_CURVE), {
    control: choice(API_KEY_CURVE),
    initial: API_KEY_CURVE[0],
  }),
  publicKey: field(apiPublicKeyHex, {
    control: { kind: 'public-key', curve: 'curveType', example: `02${'ab'.repeat(32)}` },
  }),
  expirationSeconds: optional(field(keyLifetime, { control: { kind: 'lifetime' } })),
};

/** New API keys of one user; how many fit is a choice. */
const apiKeyList = (min: 0 | 1) =>
  recordList({
    item: newApiKey,
    min,
    starts: 1,
    max: MAX_LONG_LIVED_API_KEYS + MAX_EXPIRING_API_KEYS,
    checks: [
      {
        field: 'publicKey',
        rule: 'api_public_key',
        holds: ({ curveType, publicKey }) =>
          (curveType === 'API_KEY_CURVE_ED25519') === (String(publicKey).length === 64),
      },
    ],
  });

const isLongLived = (key: unknown) =>
  typeof key === 'object' && key !== null && Reflect.get(key, 'expirationSeconds') === undefined;

/** Links to other sign-in services exist in the interface; here nobody can have one (choice). */
const noOauthProviders = field(
  v.pipe(v.array(v.unknown(), 'wrong_type'), v.maxLength(0, 'oauth_provider')),
  plainText({ automatic: true, initial: [] }),
);

/** A user to create, who can stamp at once. */
const newUser = {
  userName: field(label, plainText()),
  userEmail: optional(
    field(email, { control: { kind: 'text', mode: 'email', example: 'name@example.com' } }),
  ),
  userPhoneNumber: optional(
    field(phone, { control: { kind: 'text', mode: 'tel', example: '+15551234567' } }),
  ),
  apiKeys: apiKeyList(0),
  authenticators: recordList({
    item: newAuthenticator,
    min: 0,
    max: MAX_PASSKEYS,
    automatic: true,
  }),
  oauthProviders: noOauthProviders,
  userTags: field(listOf(uuid, 0), { control: pick('userTag', true), initial: [] }),
};

/** Whose key a bundle is sealed to: an export opens with its other half alone. */
const targetPublicKey = field(uncompressedKeyHex, plainText({ automatic: true }));

/** An API key whose requests an allowlist is about; without it, all of the organization's. */
const allowlistKey = optional(
  field(apiPublicKeyHex, plainText({ example: `02${'ab'.repeat(32)}` })),
);

/** The most records that a page of a list can have (docs/protocol.md, Supporting operations). */
export const MAX_PAGE_SIZE = 100;

const pagination = v.strictObject({
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/, 'limit'))),
  before: v.optional(uuid),
  after: v.optional(uuid),
});

const paginationOptions = optional(field(pagination, { control: { kind: 'page' } }));

const customization = v.strictObject({
  appName: v.optional(label),
  logoUrl: v.optional(text(2048)),
  magicLinkTemplate: v.optional(text(2048)),
  templateVariables: v.optional(text(4096)),
  templateId: v.optional(text(100)),
});

const otpRequest = {
  otpType: field(oneOf(OTP_TYPE), { control: choice(OTP_TYPE), initial: OTP_TYPE[0] }),
  contact: field(contact, plainText({ example: 'name@example.com' })),
  otpLength: optional(
    field(
      v.pipe(
        v.number('wrong_type'),
        v.integer('otp_length'),
        v.minValue(6, 'otp_length'),
        v.maxValue(9, 'otp_length'),
      ),
      { control: numericChoice(['6', '7', '8', '9']), advanced: true },
    ),
  ),
  alphanumeric: optional(
    field(v.boolean('wrong_type'), { control: { kind: 'flag' }, initial: true, advanced: true }),
  ),
  expirationSeconds: optional(
    field(seconds(600, 'seconds_otp'), {
      control: { kind: 'text', mode: 'numeric', example: '300' },
      advanced: true,
    }),
  ),
  userIdentifier: optional(field(text(256), plainText({ automatic: true }))),
  emailCustomization: optional(field(customization, plainText({ automatic: true }))),
  smsCustomization: optional(
    field(v.strictObject({ template: v.optional(text(1024)) }), plainText({ automatic: true })),
  ),
  sendFromEmailAddress: optional(field(text(254), plainText({ automatic: true }))),
  sendFromEmailSenderName: optional(field(label, plainText({ automatic: true }))),
  replyToEmailAddress: optional(field(text(254), plainText({ automatic: true }))),
};

/** A clause of a policy, in the language of policies (docs/policies.md). The longest one is a choice. */
const MAX_CLAUSE_LENGTH = 16_384;
const clauseText = v.pipe(v.string('missing'), v.maxLength(MAX_CLAUSE_LENGTH, 'too_long'));
const clause = (name: PolicyClause, example: string) =>
  optional(field(text(MAX_CLAUSE_LENGTH), { control: { kind: 'clause', clause: name, example } }));

/** What a policy says; an update's members have names of their own. */
const policyClauses = {
  consensus: clause('consensus', 'approvers.count() >= 2'),
  condition: clause('condition', "activity.resource == 'WALLET'"),
  // An empty one is published to hold always (docs/policies.md, Time).
  time: optional(
    field(clauseText, {
      control: {
        kind: 'clause',
        clause: 'time',
        example: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
      },
    }),
  ),
};
const policyNotes = v.pipe(v.string('missing'), v.maxLength(1024, 'too_long'));
const newPolicy = {
  policyName: field(label, plainText({ unique: 'policy' })),
  effect: field(oneOf(EFFECT), { control: choice(EFFECT), initial: EFFECT[0] }),
  ...policyClauses,
  notes: field(policyNotes, plainText({ initial: '' })),
};
const policyId = () => field(uuid, { control: pick('policy') });
const policyChange = (member: string) => ({ replaces: replaces('policyId', member) });
/** A clause that an update changes; an empty text takes it away. */
const changedClause = (name: PolicyClause) =>
  removable(
    optional(
      field(clauseText, {
        control: { kind: 'clause', clause: name },
        ...policyChange(name),
      }),
    ),
  );

/**
 * What a user must show, step by step: in each step any one of its methods (docs/policies.md, Several
 * factors). How many there may be is a choice.
 */
const authenticationSteps = recordList({
  item: {
    any: recordList({
      item: {
        type: field(oneOf(AUTHENTICATION_TYPE), { control: choice(AUTHENTICATION_TYPE) }),
        id: optional(field(uuid, plainText())),
      },
      min: 1,
      max: 10,
    }),
  },
  min: 1,
  max: 10,
});

/** How many of its users a root quorum takes: each of them, at most. */
const thresholds = ({ userIds }: Readonly<Record<string, unknown>>) =>
  Array.from(idsIn(userIds), (_, at) => String(at + 1));

const wholeNumber = v.pipe(v.number('wrong_type'), v.safeInteger('wrong_type'));

/** Which activity a vote is about (docs/policies.md, Who may approve). */
const voteFields = {
  fingerprint: field(
    v.pipe(v.string('missing'), v.regex(/^sha256:[0-9a-f]{64}$/, 'fingerprint')),
    plainText(),
  ),
};

/** 128 KiB in hex with 0x: a choice, the most that nodes of Ethereum pass on. */
const MAX_SIGNED_LENGTH = 262_146;
const signWith = field(text(200), plainText({ namesSigner: true }));
const accountAddress = field(text(200), plainText());
const evmChain = field(oneOf(EVM_CHAIN), { control: choice(EVM_CHAIN), initial: EVM_CHAIN[0] });
const signedText = v.pipe(v.string('missing'), v.maxLength(MAX_SIGNED_LENGTH, 'too_long'));
const rawPayload = {
  encoding: field(oneOf(PAYLOAD_ENCODING), {
    control: choice(PAYLOAD_ENCODING),
    initial: PAYLOAD_ENCODING[0],
  }),
  hashFunction: field(oneOf(HASH_FUNCTION), {
    control: choice(HASH_FUNCTION),
    initial: HASH_FUNCTION[0],
  }),
};
const signs = (...exactParams: readonly string[]) =>
  ({ resource: 'PRIVATE_KEY', action: 'SIGN', exactParams }) as const;
/** Of r, s and v in hex. Fewer digits than 64 have lost their zeros. */
const signature = v.object({ r: resultText, s: resultText, v: resultText });

/** A whole number as decimal text, of 256 bits at most: 78 digits. */
const wholeText = v.pipe(v.string('missing'), v.regex(/^(?:0|[1-9]\d{0,77})$/, 'whole_number'));
const optionalNumber = () =>
  optional(field(wholeText, { control: { kind: 'text', mode: 'numeric' }, advanced: true }));
/** A call of an account: what a transaction does. */
const ethereumCall = {
  to: field(v.pipe(v.string('missing'), v.regex(ETHEREUM_ADDRESS, 'address')), plainText()),
  /** In wei. */
  value: optional(field(wholeText, { control: { kind: 'text', mode: 'numeric' } })),
  data: optional(
    field(
      v.pipe(
        v.string('missing'),
        v.maxLength(MAX_SIGNED_LENGTH, 'too_long'),
        v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'hex_data'),
      ),
      { control: { kind: 'lines' } },
    ),
  ),
};

const appName = field(label, plainText({ initial: 'Keystamp', advanced: true }));

/**
 * The table. Rows in the order in which a person meets them: the ten of the reference pages first
 * (docs/protocol.md, The ten operations).
 */
export const OPERATIONS = createOperationsTable({
  get_api_key: query({
    core: true,
    risk: 'read',
    pageAccess: 'grant',
    shows: { recordKind: 'apiKey', member: 'apiKey', id: 'apiKeyId' },
    fields: () => ({ apiKeyId: field(uuid, { control: pick('apiKey') }) }),
    result: () => v.object({ apiKey }),
  }),

  import_private_key: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
    creates: 'privateKey',
    core: true,
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: () => [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          ...newPrivateKey,
          encryptedBundle: field(encryptedBundle, {
            control: { kind: 'lines', example: '{"encappedPublic":"04…","ciphertext":"…"}' },
          }),
        },
        checks: [fitsCurve],
        result: v.object({ privateKeyId: resultText, addresses: v.array(address) }),
      },
    ],
  }),

  init_fiat_on_ramp: submit({
    policy: { resource: 'FIAT_TRANSACTION', action: 'CREATE' },
    core: true,
    variant: (values) =>
      values['fiatCurrencyAmount'] && values['fiatCurrencyCode'] ? 'amount' : 'default',
    risk: 'high',
    pageAccess: 'ask',
    linkMember: 'onRampUrl',
    followUp: {
      query: 'get_onramp_transaction_status',
      parametersFromResult: { transactionId: 'onRampTransactionId' },
      // Without it the service answers what it last heard from the provider.
      parameters: { refresh: true },
      member: 'transactionStatus',
      states: { PENDING: 'open', COMPLETED: 'success', FAILED: 'failure', CANCELLED: 'failure' },
    },
    versions: () => [
      {
        fields: {
          onrampProvider: field(oneOf(FIAT_ON_RAMP_PROVIDER), {
            control: choice(FIAT_ON_RAMP_PROVIDER),
            initial: FIAT_ON_RAMP_PROVIDER[0],
          }),
          network: field(oneOf(FIAT_ON_RAMP_NETWORK), { control: choice(FIAT_ON_RAMP_NETWORK) }),
          cryptoCurrencyCode: field(oneOf(FIAT_ON_RAMP_CRYPTO_CURRENCY), {
            control: { kind: 'choice', options: currenciesOfNetwork },
          }),
          walletAddress: field(
            text(200),
            plainText({ address: { network: 'network', formats: payoutFormats, receives: true } }),
          ),
          fiatCurrencyAmount: optional(
            field(amount, { control: { kind: 'text', mode: 'decimal', example: '50' } }),
          ),
          fiatCurrencyCode: optional(
            field(oneOf(FIAT_ON_RAMP_CURRENCY), {
              control: choice(FIAT_ON_RAMP_CURRENCY),
              usual: 'currency',
            }),
          ),
          paymentMethod: optional(
            field(oneOf(FIAT_ON_RAMP_PAYMENT_METHOD), {
              control: { kind: 'choice', options: methodsOfProvider },
              advanced: true,
            }),
          ),
          countryCode: optional(
            field(
              v.pipe(v.string('missing'), v.regex(/^[A-Z]{2}$/, 'country')),
              plainText({ advanced: true, example: 'DE' }),
            ),
          ),
          countrySubdivisionCode: optional(
            field(
              v.pipe(v.string('missing'), v.regex(/^[A-Z0-9]{1,3}$/, 'subdivision')),
              plainText({ advanced: true, example: 'NY' }),
            ),
          ),
          sandboxMode: optional(
            field(v.boolean('wrong_type'), { control: { kind: 'flag' }, initial: true }),
          ),
          urlForSignature: optional(
            field(
              v.pipe(
                v.string('missing'),
                v.maxLength(2048, 'too_long'),
                v.regex(/^https:\/\/[^\s]+$/, 'url'),
              ),
              plainText({ advanced: true }),
            ),
          ),
        },
        checks: [
          {
            field: 'cryptoCurrencyCode',
            rule: 'network_currency',
            holds: (values) =>
              currenciesOfNetwork(values).some((code) => code === values['cryptoCurrencyCode']),
          },
          {
            field: 'paymentMethod',
            rule: 'provider_method',
            holds: ({ paymentMethod, ...values }) =>
              paymentMethod === undefined ||
              methodsOfProvider(values).some((method) => method === paymentMethod),
          },
          {
            field: 'countrySubdivisionCode',
            rule: 'subdivision_us',
            holds: (values) =>
              values['countryCode'] !== 'US' || Boolean(values['countrySubdivisionCode']),
          },
        ],
        result: v.object({
          onRampUrl: resultText,
          onRampTransactionId: resultText,
          onRampUrlSignature: v.optional(resultText),
        }),
      },
    ],
  }),

  create_smart_contract_interface: submit({
    policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'CREATE' },
    creates: 'contractInterface',
    core: true,
    risk: 'low',
    pageAccess: 'grant',
    versions: () => [
      {
        fields: {
          label: field(label, plainText({ example: 'USDC token' })),
          type: field(oneOf(SMART_CONTRACT_INTERFACE_TYPE), {
            control: choice(SMART_CONTRACT_INTERFACE_TYPE),
            initial: SMART_CONTRACT_INTERFACE_TYPE[0],
          }),
          smartContractAddress: field(
            text(200),
            plainText({ address: { network: 'type', formats: contractFormats } }),
          ),
          smartContractInterface: field(contractInterface, {
            control: { kind: 'contract-interface', type: 'type' },
          }),
          notes: optional(
            field(v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')), {
              control: { kind: 'lines' },
            }),
          ),
        },
        checks: [
          // A grant stamps it unseen, and the worker has no hashes for checksums.
          { field: 'smartContractAddress', rule: 'address', holds: isLikeContractAddress },
        ],
        result: v.object({ smartContractInterfaceId: resultText }),
      },
    ],
  }),

  update_user_phone_number: submit({
    policy: { resource: 'USER', action: 'UPDATE' },
    core: true,
    variant: (values) => (values['userPhoneNumber'] === '' ? 'remove' : 'default'),
    verifies: verifiesContact('userPhoneNumber', 'OTP_TYPE_SMS'),
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: () => [
      {
        fields: {
          userId: userId(),
          userPhoneNumber: removable(
            field(phoneOrNone, {
              control: { kind: 'text', mode: 'tel', example: '+15551234567' },
              replaces: replaces('userId', 'userPhoneNumber'),
            }),
          ),
          verificationToken,
        },
        result: v.object({ userId: resultText }),
        takesExpiring: true,
      },
    ],
  }),

  update_user_email: submit({
    policy: { resource: 'USER', action: 'UPDATE' },
    core: true,
    variant: (values) => (values['userEmail'] === '' ? 'remove' : 'default'),
    verifies: verifiesContact('userEmail', 'OTP_TYPE_EMAIL'),
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: () => [
      {
        fields: {
          userId: userId(),
          userEmail: removable(
            field(emailOrNone, {
              control: { kind: 'text', mode: 'email', example: 'name@example.com' },
              replaces: replaces('userId', 'userEmail'),
            }),
          ),
          verificationToken,
        },
        result: v.object({ userId: resultText }),
        takesExpiring: true,
      },
    ],
  }),

  delete_user_tags: submit({
    policy: { resource: 'USER', action: 'DELETE' },
    core: true,
    variant: ({ userTagIds }) =>
      Array.isArray(userTagIds) && userTagIds.length === 1 ? 'one' : 'default',
    risk: 'irreversible',
    pageAccess: 'ask',
    affects: {
      recordKind: 'user',
      member: 'userTags',
      idsField: 'userTagIds',
    },
    versions: () => [
      {
        fields: {
          userTagIds: picked('userTag', 1),
        },
        result: v.object({ userTagIds: ids, userIds: ids }),
      },
    ],
  }),

  verify_otp: submit({
    policy: { resource: 'OTP', action: 'VERIFY' },
    core: true,
    risk: 'high',
    pageAccess: 'ask',
    prerequisite: {
      operation: 'init_otp',
      fieldsFromResult: { otpId: 'otpId', encryptedOtpBundle: 'otpEncryptionTargetBundle' },
    },
    versions: () => [
      {
        generation: 'legacy',
        fields: {
          otpId,
          otpCode: field(otpCode, { control: { kind: 'code' }, secret: true }),
          expirationSeconds: tokenSeconds,
          publicKey: optional(field(publicKeyHex, plainText({ automatic: true }))),
        },
        result: v.object({ verificationToken: resultText }),
        secretResult: ['verificationToken'],
      },
      {
        suffix: 'V2',
        resultSuffix: '',
        generation: 'enclave',
        prepare: { how: 'seal-code', field: 'encryptedOtpBundle' },
        fields: {
          otpId,
          encryptedOtpBundle: field(encryptedBundle, { control: { kind: 'code' }, secret: true }),
          expirationSeconds: tokenSeconds,
        },
        result: v.object({ verificationToken: resultText }),
        secretResult: ['verificationToken'],
        takesExpiring: true,
      },
    ],
  }),

  update_user_name: submit({
    policy: { resource: 'USER', action: 'UPDATE' },
    core: true,
    risk: 'low',
    pageAccess: 'grant',
    versions: () => [
      {
        fields: {
          userId: userId(),
          userName: field(label, plainText({ replaces: replaces('userId', 'userName') })),
        },
        result: v.object({ userId: resultText }),
      },
    ],
  }),

  update_wallet: submit({
    policy: { resource: 'WALLET', action: 'UPDATE', params: ['walletId'] },
    core: true,
    variant: (values) => (values['walletName'] ? 'default' : 'unnamed'),
    risk: 'low',
    pageAccess: 'grant',
    versions: () => [
      {
        fields: {
          walletId: walletId(),
          walletName: optional(
            field(
              label,
              plainText({ replaces: replaces('walletId', 'walletName'), unique: 'wallet' }),
            ),
          ),
        },
        result: v.object({ walletId: resultText }),
      },
    ],
  }),

  whoami: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({}),
    result: () =>
      v.object({
        organizationId: resultText,
        organizationName: resultText,
        userId: resultText,
        username: resultText,
      }),
  }),

  list_wallets: query({
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'wallet', member: 'wallets', id: 'walletId', name: 'walletName' },
    fields: () => ({}),
    result: () => v.object({ wallets: v.array(wallet) }),
  }),

  get_wallet: query({
    risk: 'read',
    pageAccess: 'never',
    shows: { recordKind: 'wallet', member: 'wallet', id: 'walletId' },
    fields: () => ({ walletId: walletId() }),
    result: () => v.object({ wallet }),
  }),

  list_wallet_accounts: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'walletAccount',
      member: 'accounts',
      id: 'walletAccountId',
      name: 'address',
      within: { field: 'walletId', recordKind: 'wallet' },
      paged: true,
    },
    fields: () => ({
      walletId: optional(walletId()),
      includeWalletDetails: optional(
        field(v.boolean('wrong_type'), { control: { kind: 'flag' }, advanced: true }),
      ),
      paginationOptions,
    }),
    result: () => v.object({ accounts: v.array(walletAccount) }),
  }),

  get_wallet_account: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      walletId: walletId(),
      address: optional(field(text(200), plainText())),
      path: optional(path),
    }),
    checks: [
      {
        field: 'address',
        rule: 'missing',
        holds: ({ address, path }) => address !== undefined || path !== undefined,
      },
    ],
    result: () => v.object({ account: walletAccount }),
  }),

  list_users: query({
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'user', member: 'users', id: 'userId', name: 'userName' },
    fields: () => ({}),
    result: () => v.object({ users: v.array(user) }),
  }),

  get_user: query({
    risk: 'read',
    pageAccess: 'never',
    shows: { recordKind: 'user', member: 'user', id: 'userId' },
    fields: () => ({ userId: userId() }),
    result: () => v.object({ user }),
  }),

  list_user_tags: query({
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'userTag', member: 'userTags', id: 'tagId', name: 'tagName' },
    fields: () => ({}),
    result: () => v.object({ userTags: v.array(tag) }),
  }),

  list_private_keys: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'privateKey',
      member: 'privateKeys',
      id: 'privateKeyId',
      name: 'privateKeyName',
    },
    fields: () => ({}),
    result: () => v.object({ privateKeys: v.array(privateKey) }),
  }),

  get_private_key: query({
    risk: 'read',
    pageAccess: 'never',
    shows: { recordKind: 'privateKey', member: 'privateKey', id: 'privateKeyId' },
    fields: () => ({ privateKeyId: field(uuid, { control: pick('privateKey') }) }),
    result: () => v.object({ privateKey }),
  }),

  get_api_keys: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'apiKey',
      member: 'apiKeys',
      id: 'apiKeyId',
      name: 'apiKeyName',
      within: { field: 'userId', recordKind: 'user' },
    },
    fields: () => ({ userId: optional(userId()) }),
    result: () => v.object({ apiKeys: v.array(apiKey) }),
  }),

  get_activity: query({
    risk: 'read',
    pageAccess: 'never',
    shows: { recordKind: 'activity', member: 'activity', id: 'activityId' },
    fields: () => ({ activityId: field(uuid, { control: pick('activity') }) }),
    result: () => v.object({ activity }),
  }),

  list_activities: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'activity',
      member: 'activities',
      id: 'id',
      name: 'type',
      paged: true,
    },
    fields: () => ({
      filterByStatus: optional(
        field(listOf(oneOf(ACTIVITY_STATUS), 0), {
          control: { kind: 'choices', options: () => ACTIVITY_STATUS },
        }),
      ),
      filterByType: optional(
        field(listOf(oneOf(ACTIVITY_TYPE), 0, 200), {
          control: { kind: 'choices', options: () => ACTIVITY_TYPE },
        }),
      ),
      paginationOptions,
    }),
    result: () => v.object({ activities: v.array(activity) }),
  }),

  list_smart_contract_interfaces: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'contractInterface',
      member: 'smartContractInterfaces',
      id: 'smartContractInterfaceId',
      name: 'label',
    },
    fields: () => ({}),
    result: () => v.object({ smartContractInterfaces: v.array(smartContractInterface) }),
  }),

  get_smart_contract_interface: query({
    risk: 'read',
    pageAccess: 'never',
    shows: {
      recordKind: 'contractInterface',
      member: 'smartContractInterface',
      id: 'smartContractInterfaceId',
    },
    fields: () => ({
      smartContractInterfaceId: field(uuid, { control: pick('contractInterface') }),
    }),
    result: () => v.object({ smartContractInterface }),
  }),

  get_organization: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({}),
    result: () => v.object({ organizationData: organization }),
  }),

  get_organization_configs: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({}),
    result: () => v.object({ configs: organizationConfigs }),
  }),

  init_import_private_key: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        fields: { userId: userId({ prefillsOwnUser: true }) },
        result: v.object({ importBundle: resultText }),
      },
    ],
  }),

  init_import_wallet: submit({
    policy: { resource: 'WALLET', action: 'IMPORT' },
    risk: 'low',
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: { userId: userId({ prefillsOwnUser: true }) },
        result: v.object({ importBundle: resultText }),
      },
    ],
  }),

  // No form: Keystamp reads the phrase on a page of its own, which encrypts it.
  import_wallet: submit({
    policy: { resource: 'WALLET', action: 'IMPORT' },
    creates: 'wallet',
    risk: 'high',
    sensitive: true,
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          walletName: field(label, plainText({ example: 'Treasury', unique: 'wallet' })),
          encryptedBundle: field(encryptedBundle, {
            control: { kind: 'lines', example: '{"encappedPublic":"04…","ciphertext":"…"}' },
          }),
          accounts: accountList(0),
        },
        result: v.object({ walletId: resultText, addresses: v.array(resultText) }),
      },
    ],
  }),

  // No forms: what comes back opens only with a key that the page of the export makes and forgets.
  export_wallet: submit({
    policy: {
      resource: 'WALLET',
      action: 'EXPORT',
      params: ['targetPublicKey'],
      target: { recordKind: 'wallet', field: 'walletId' },
    },
    risk: 'high',
    sensitive: true,
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          walletId: walletId(),
          targetPublicKey,
          language: optional(
            field(oneOf(MNEMONIC_LANGUAGE), {
              control: choice(MNEMONIC_LANGUAGE),
              advanced: true,
            }),
          ),
        },
        result: v.object({ walletId: resultText, exportBundle: resultText }),
      },
    ],
  }),

  export_wallet_account: submit({
    policy: {
      resource: 'WALLET',
      action: 'EXPORT',
      params: ['targetPublicKey'],
      target: { recordKind: 'walletAccount', field: 'address' },
    },
    risk: 'high',
    sensitive: true,
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: { address: field(text(200), plainText()), targetPublicKey },
        result: v.object({ address: resultText, exportBundle: resultText }),
      },
    ],
  }),

  export_private_key: submit({
    policy: {
      resource: 'PRIVATE_KEY',
      action: 'EXPORT',
      params: ['targetPublicKey'],
      target: { recordKind: 'privateKey', field: 'privateKeyId' },
    },
    risk: 'high',
    sensitive: true,
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          privateKeyId: field(uuid, { control: pick('privateKey') }),
          targetPublicKey,
        },
        result: v.object({ privateKeyId: resultText, exportBundle: resultText }),
      },
    ],
  }),

  // No form: its lists within a list need an editor of their own.
  create_users: submit({
    policy: { resource: 'USER', action: 'CREATE' },
    creates: 'user',
    risk: 'high',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V4',
        resultSuffix: '',
        fields: {
          users: recordList({
            item: newUser,
            min: 1,
            max: 100,
            checks: [
              {
                field: 'apiKeys',
                rule: 'lasting_credential',
                holds: ({ apiKeys, authenticators }) =>
                  (Array.isArray(apiKeys) && apiKeys.some(isLongLived)) ||
                  (Array.isArray(authenticators) && authenticators.length > 0),
              },
            ],
          }),
        },
        result: v.object({ userIds: ids }),
      },
    ],
  }),

  delete_users: submit({
    policy: { resource: 'USER', action: 'DELETE', params: ['userIds'] },
    risk: 'irreversible',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: { userIds: field(listOf(uuid, 1), { control: pick('user', true) }) },
        result: v.object({ userIds: ids }),
      },
    ],
  }),

  init_otp: submit({
    policy: { resource: 'OTP', action: 'CREATE' },
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V2',
        resultSuffix: '',
        generation: 'legacy',
        fields: { ...otpRequest, appName },
        result: v.object({ otpId: resultText }),
      },
      {
        suffix: 'V3',
        resultSuffix: 'V2',
        generation: 'enclave',
        fields: { ...otpRequest, appName },
        result: v.object({ otpId: resultText, otpEncryptionTargetBundle: resultText }),
      },
      { generation: 'legacy', fields: otpRequest, result: v.object({ otpId: resultText }) },
    ],
  }),

  list_email_events: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      email: field(email, {
        control: { kind: 'text', mode: 'email', example: 'name@example.com' },
      }),
      eventType: optional(field(text(100), plainText({ advanced: true, example: 'Send' }))),
      paginationOptions,
    }),
    result: () => v.object({ emailEvents: v.array(emailEvent) }),
  }),

  create_wallet: submit({
    policy: { resource: 'WALLET', action: 'CREATE' },
    creates: 'wallet',
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          walletName: field(label, plainText({ example: 'Treasury', unique: 'wallet' })),
          accounts: accountList(0),
          mnemonicLength: optional(
            field(v.picklist([12, 15, 18, 21, 24], 'mnemonic_length'), {
              control: numericChoice(['12', '15', '18', '21', '24']),
              advanced: true,
            }),
          ),
        },
        result: v.object({ walletId: resultText, addresses: v.array(resultText) }),
      },
    ],
  }),

  create_wallet_accounts: submit({
    policy: { resource: 'WALLET', action: 'CREATE' },
    creates: 'walletAccount',
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          walletId: walletId(),
          accounts: accountList(1, 'walletId'),
          // `false` only derives the addresses, which no form is for.
          persist: optional(
            field(v.boolean('wrong_type'), { control: { kind: 'flag' }, automatic: true }),
          ),
        },
        result: v.object({ addresses: v.array(resultText) }),
      },
    ],
  }),

  create_user_tag: submit({
    policy: { resource: 'USER', action: 'CREATE' },
    creates: 'userTag',
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userTagName: field(label, plainText({ example: 'Signers', unique: 'userTag' })),
          userIds: picked('user'),
        },
        result: v.object({ userTagId: resultText, userIds: ids }),
      },
    ],
  }),

  update_user_tag: submit({
    policy: { resource: 'USER', action: 'UPDATE' },
    variant: ({ newUserTagName, addUserIds, removeUserIds }) =>
      tagChange(newUserTagName, addUserIds, removeUserIds),
    // Policies may go by tags: a change of members can change what they may do.
    risk: 'high',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userTagId: field(uuid, { control: pick('userTag') }),
          newUserTagName: newTagName('userTagId'),
          addUserIds: tagged('user', 'userTagId', 'userTags', 'add'),
          removeUserIds: tagged('user', 'userTagId', 'userTags', 'remove'),
        },
        checks: [eitherOr('addUserIds', 'removeUserIds')],
        result: v.object({ userTagId: resultText }),
      },
    ],
  }),

  list_private_key_tags: query({
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'privateKeyTag',
      member: 'privateKeyTags',
      id: 'tagId',
      name: 'tagName',
    },
    fields: () => ({}),
    result: () => v.object({ privateKeyTags: v.array(tag) }),
  }),

  create_private_key_tag: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
    creates: 'privateKeyTag',
    risk: 'low',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          privateKeyTagName: field(label, plainText({ example: 'Hot', unique: 'privateKeyTag' })),
          privateKeyIds: picked('privateKey'),
        },
        result: v.object({ privateKeyTagId: resultText, privateKeyIds: ids }),
      },
    ],
  }),

  update_private_key_tag: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'UPDATE' },
    variant: ({ newPrivateKeyTagName, addPrivateKeyIds, removePrivateKeyIds }) =>
      tagChange(newPrivateKeyTagName, addPrivateKeyIds, removePrivateKeyIds),
    // Policies may go by tags: who may sign with these keys can change.
    risk: 'high',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          privateKeyTagId: field(uuid, { control: pick('privateKeyTag') }),
          newPrivateKeyTagName: newTagName('privateKeyTagId'),
          addPrivateKeyIds: tagged('privateKey', 'privateKeyTagId', 'privateKeyTags', 'add'),
          removePrivateKeyIds: tagged('privateKey', 'privateKeyTagId', 'privateKeyTags', 'remove'),
        },
        checks: [eitherOr('addPrivateKeyIds', 'removePrivateKeyIds')],
        result: v.object({ privateKeyTagId: resultText }),
      },
    ],
  }),

  delete_private_key_tags: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
    risk: 'irreversible',
    pageAccess: 'never',
    affects: {
      recordKind: 'privateKey',
      member: 'privateKeyTags',
      idsField: 'privateKeyTagIds',
    },
    versions: () => [
      {
        fields: { privateKeyTagIds: picked('privateKeyTag', 1) },
        result: v.object({ privateKeyTagIds: ids, privateKeyIds: ids }),
      },
    ],
  }),

  create_private_keys: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
    creates: 'privateKey',
    risk: 'low',
    standalone: true,
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V2',
        fields: {
          privateKeys: recordList({
            item: { ...newPrivateKey, privateKeyTags: picked('privateKeyTag') },
            min: 1,
            max: 100,
            checks: [fitsCurve],
          }),
        },
        result: v.object({
          privateKeys: v.array(v.object({ privateKeyId: resultText, addresses: v.array(address) })),
        }),
      },
    ],
  }),

  sign_raw_payload: submit({
    policy: signs('encoding', 'hashFunction'),
    risk: 'high',
    pageAccess: 'never',
    standalone: true,
    versions: () => [
      {
        suffix: 'V2',
        resultSuffix: '',
        // An empty text is a message, too.
        fields: {
          signWith,
          payload: field(signedText, { control: { kind: 'lines' } }),
          ...rawPayload,
        },
        result: signature,
      },
    ],
  }),

  sign_raw_payloads: submit({
    policy: signs('encoding', 'hashFunction'),
    risk: 'high',
    pageAccess: 'never',
    formless: true,
    versions: () => [
      {
        fields: {
          signWith,
          // How many fit is a choice. Two may be the same.
          payloads: field(sizedList(signedText, 1, 100), { control: { kind: 'lines' } }),
          ...rawPayload,
        },
        result: v.object({ signatures: v.array(signature) }),
      },
    ],
  }),

  sign_transaction: submit({
    policy: signs('type'),
    risk: 'high',
    pageAccess: 'never',
    standalone: true,
    versions: () => [
      {
        suffix: 'V2',
        resultSuffix: '',
        fields: {
          signWith,
          unsignedTransaction: field(text(MAX_SIGNED_LENGTH), { control: { kind: 'lines' } }),
          type: field(oneOf(TRANSACTION_TYPE), {
            control: choice(TRANSACTION_TYPE),
            initial: TRANSACTION_TYPE[0],
          }),
        },
        // Longer than what was sent, by a signature.
        result: v.object({
          signedTransaction: v.pipe(v.string(), v.maxLength(MAX_SIGNED_LENGTH + 400)),
        }),
      },
    ],
  }),

  eth_send_transaction: submit({
    policy: signs(),
    risk: 'high',
    pageAccess: 'never',
    formless: true,
    sends: true,
    followUp: {
      query: 'get_send_transaction_status',
      parametersFromResult: { sendTransactionStatusId: 'sendTransactionStatusId' },
      parameters: {},
      member: 'txStatus',
      states: {
        INITIALIZED: 'open',
        BROADCASTING: 'open',
        INCLUDED: 'success',
        FAILED: 'failure',
      },
      facts: { hash: ['eth', 'txHash'] },
      problem: 'txError',
    },
    versions: () => [
      {
        suffix: 'V2',
        fields: {
          from: signWith,
          caip2: evmChain,
          calls: recordList({ item: ethereumCall, min: 1, max: 50 }),
          nonce: optionalNumber(),
          gasLimit: optionalNumber(),
          maxFeePerGas: optionalNumber(),
          maxPriorityFeePerGas: optionalNumber(),
          sponsor: optional(
            field(v.boolean('wrong_type'), { control: { kind: 'flag' }, advanced: true }),
          ),
          deadline: optionalNumber(),
          gasStationNonce: optionalNumber(),
        },
        result: v.object({ sendTransactionStatusId: resultText }),
      },
    ],
  }),

  delete_wallets: submit({
    policy: { resource: 'WALLET', action: 'DELETE' },
    variant: withoutExport,
    risk: 'irreversible',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          walletIds: field(listOf(uuid, 1), { control: pick('wallet', true) }),
          deleteWithoutExport,
        },
        result: v.object({ walletIds: ids }),
      },
    ],
  }),

  delete_wallet_accounts: submit({
    policy: { resource: 'WALLET', action: 'DELETE' },
    variant: withoutExport,
    risk: 'irreversible',
    pageAccess: 'never',
    versions: () => [
      {
        fields: { walletAccountIds: picked('walletAccount', 1), deleteWithoutExport },
        result: v.object({ walletAccountIds: ids }),
      },
    ],
  }),

  delete_private_keys: submit({
    policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
    variant: withoutExport,
    risk: 'irreversible',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          privateKeyIds: field(listOf(uuid, 1), { control: pick('privateKey', true) }),
          deleteWithoutExport,
        },
        result: v.object({ privateKeyIds: ids }),
      },
    ],
  }),

  delete_smart_contract_interface: submit({
    policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'DELETE' },
    risk: 'irreversible',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          smartContractInterfaceId: field(uuid, { control: pick('contractInterface') }),
        },
        result: v.object({ smartContractInterfaceId: resultText }),
      },
    ],
  }),

  get_wallet_address_balances: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ address: accountAddress, caip2: evmChain }),
    result: () => v.object({ balances: v.array(assetBalance) }),
  }),

  get_nonces: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      address: accountAddress,
      caip2: evmChain,
      nonce: optional(field(v.boolean('wrong_type'), { control: { kind: 'flag' }, initial: true })),
      gasStationNonce: optional(
        field(v.boolean('wrong_type'), { control: { kind: 'flag' }, advanced: true }),
      ),
    }),
    result: () =>
      v.object({ nonce: v.optional(resultText), gasStationNonce: v.optional(resultText) }),
  }),

  get_send_transaction_status: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ sendTransactionStatusId: field(text(200), plainText()) }),
    result: () =>
      v.object({
        txStatus: resultText,
        eth: v.optional(v.object({ txHash: v.optional(resultText) })),
        txError: v.optional(resultText),
        error: v.optional(sendError),
      }),
  }),

  get_onramp_transaction_status: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      transactionId: field(text(200), plainText()),
      refresh: optional(
        field(v.boolean('wrong_type'), { control: { kind: 'flag' }, advanced: true }),
      ),
    }),
    result: () => v.object({ transactionStatus: resultText }),
  }),

  get_authenticators: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ userId: userId({ prefillsOwnUser: true }) }),
    result: () => v.object({ authenticators: v.array(authenticator) }),
  }),

  create_authenticators: submit({
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    risk: 'high',
    pageAccess: 'never',
    formless: true,
    versions: () => [
      {
        suffix: 'V2',
        resultSuffix: '',
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          authenticators: recordList({
            item: newAuthenticator,
            min: 1,
            max: MAX_PASSKEYS,
            automatic: true,
          }),
        },
        result: v.object({ authenticatorIds: ids }),
      },
    ],
  }),

  delete_authenticators: submit({
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    risk: 'irreversible',
    pageAccess: 'never',
    formless: true,
    versions: () => [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          authenticatorIds: field(listOf(uuid, 1), plainText({ automatic: true })),
        },
        result: v.object({ authenticatorIds: ids }),
      },
    ],
  }),

  create_api_keys: submit({
    policy: { resource: 'CREDENTIAL', action: 'CREATE', params: ['userId'] },
    creates: 'apiKey',
    risk: 'high',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V2',
        resultSuffix: '',
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          apiKeys: apiKeyList(1),
        },
        result: v.object({ apiKeyIds: ids }),
      },
    ],
  }),

  delete_api_keys: submit({
    policy: { resource: 'CREDENTIAL', action: 'DELETE', params: ['userId', 'apiKeyIds'] },
    risk: 'irreversible',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          apiKeyIds: field(listOf(uuid, 1), { control: pick('apiKey', true), initial: [] }),
        },
        result: v.object({ apiKeyIds: ids }),
      },
    ],
  }),

  list_policies: query({
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'policy', member: 'policies', id: 'policyId', name: 'policyName' },
    fields: () => ({}),
    result: () => v.object({ policies: v.array(policy) }),
  }),

  get_policy: query({
    risk: 'read',
    pageAccess: 'never',
    shows: { recordKind: 'policy', member: 'policy', id: 'policyId' },
    fields: () => ({ policyId: policyId() }),
    result: () => v.object({ policy }),
  }),

  create_policy: submit({
    policy: { resource: 'POLICY', action: 'CREATE' },
    creates: 'policy',
    risk: 'high',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V3',
        resultSuffix: '',
        fields: newPolicy,
        result: v.object({ policyId: resultText }),
      },
    ],
  }),

  create_policies: submit({
    policy: { resource: 'POLICY', action: 'CREATE' },
    creates: 'policy',
    risk: 'high',
    sensitive: true,
    standalone: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          policies: recordList({
            item: newPolicy,
            min: 1,
            max: 100,
            distinct: { fields: ['policyName'], rule: 'name_taken' },
          }),
        },
        result: v.object({ policyIds: ids }),
      },
    ],
  }),

  update_policy: submit({
    policy: { resource: 'POLICY', action: 'UPDATE' },
    risk: 'high',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      {
        suffix: 'V2',
        fields: {
          policyId: policyId(),
          policyName: optional(
            field(label, plainText({ ...policyChange('policyName'), unique: 'policy' })),
          ),
          policyEffect: optional(
            field(oneOf(EFFECT), { control: choice(EFFECT), ...policyChange('effect') }),
          ),
          policyConsensus: changedClause('consensus'),
          policyCondition: changedClause('condition'),
          time: changedClause('time'),
          policyNotes: optional(field(policyNotes, plainText(policyChange('notes')))),
        },
        result: v.object({ policyId: resultText }),
      },
    ],
  }),

  delete_policy: submit({
    policy: { resource: 'POLICY', action: 'DELETE' },
    risk: 'irreversible',
    sensitive: true,
    pageAccess: 'never',
    versions: () => [
      { fields: { policyId: policyId() }, result: v.object({ policyId: resultText }) },
    ],
  }),

  delete_policies: submit({
    policy: { resource: 'POLICY', action: 'DELETE' },
    risk: 'irreversible',
    sensitive: true,
    standalone: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: { policyIds: field(listOf(uuid, 1), { control: pick('policy', true) }) },
        result: v.object({ policyIds: ids }),
      },
    ],
  }),

  update_root_quorum: submit({
    policy: 'root_quorum',
    risk: 'high',
    sensitive: true,
    standalone: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userIds: field(listOf(uuid, 1), { control: pick('user', true) }),
          threshold: field(
            v.pipe(v.number('missing'), v.integer('quorum'), v.minValue(1, 'quorum')),
            { control: { kind: 'choice', options: thresholds, numeric: true } },
          ),
        },
        checks: [
          {
            field: 'threshold',
            rule: 'quorum',
            holds: ({ threshold, userIds }) => Number(threshold) <= idsIn(userIds).length,
          },
        ],
        result: v.object({}),
      },
    ],
  }),

  update_organization_name: submit({
    policy: 'root_quorum',
    risk: 'high',
    pageAccess: 'never',
    versions: () => [
      {
        fields: { organizationName: field(label, plainText()) },
        result: v.object({ organizationId: resultText, organizationName: resultText }),
      },
    ],
  }),

  get_ip_allowlist: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ publicKey: allowlistKey }),
    result: () => v.object({ allowlist: ipAllowlist }),
  }),

  set_ip_allowlist: submit({
    policy: 'unlisted',
    variant: ({ publicKey, enabled }) => {
      if (publicKey !== undefined) return 'key';
      return enabled === true ? 'default' : 'off';
    },
    risk: 'high',
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          publicKey: allowlistKey,
          enabled: optional(field(v.boolean('wrong_type'), { control: { kind: 'flag' } })),
          rules: recordList({
            item: {
              cidr: field(cidr, plainText({ example: '203.0.113.0/24' })),
              label: optional(field(label, plainText())),
            },
            min: 0,
            max: 2 * MAX_RANGES,
          }),
          onEvaluationError: optional(
            field(oneOf(ON_EVALUATION_ERROR), {
              control: choice(ON_EVALUATION_ERROR),
              advanced: true,
            }),
          ),
        },
        checks: [
          {
            field: 'rules',
            rule: 'too_many',
            holds: ({ rules }) => areFewRanges(rules),
          },
        ],
        result: v.object({}),
      },
    ],
  }),

  remove_ip_allowlist: submit({
    policy: 'unlisted',
    variant: ({ publicKey }) => (publicKey === undefined ? 'default' : 'key'),
    risk: 'high',
    pageAccess: 'never',
    versions: () => [{ fields: { publicKey: allowlistKey }, result: v.object({}) }],
  }),

  get_policy_evaluations: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ activityId: field(uuid, { control: pick('activity') }) }),
    result: () => v.object({ policyEvaluations: v.array(policyEvaluation) }),
  }),

  // No form: its list of lists needs an editor of its own.
  create_mfa_policy: submit({
    policy: { resource: 'MFA_POLICY', action: 'CREATE' },
    risk: 'high',
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: {
          userId: userId(),
          mfaPolicyName: field(label, plainText()),
          condition: field(text(MAX_CLAUSE_LENGTH), {
            control: { kind: 'clause', clause: 'condition' },
          }),
          requiredAuthenticationMethods: authenticationSteps,
          order: field(wholeNumber, plainText()),
          notes: optional(field(policyNotes, plainText())),
        },
        result: v.object({ mfaPolicyId: resultText }),
      },
    ],
  }),

  delete_mfa_policy: submit({
    policy: { resource: 'MFA_POLICY', action: 'DELETE' },
    risk: 'irreversible',
    formless: true,
    pageAccess: 'never',
    versions: () => [
      {
        fields: { userId: userId(), mfaPolicyId: field(uuid, plainText()) },
        result: v.object({ mfaPolicyId: resultText }),
      },
    ],
  }),

  get_mfa_policies: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({ userId: userId({ prefillsOwnUser: true }) }),
    result: () => v.object({ mfaPolicies: v.array(mfaPolicy) }),
  }),

  get_mfa_policy: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      userId: userId({ prefillsOwnUser: true }),
      mfaPolicyId: field(uuid, plainText()),
    }),
    result: () => v.object({ mfaPolicy }),
  }),

  get_mfa_status: query({
    risk: 'read',
    pageAccess: 'never',
    fields: () => ({
      activityId: field(uuid, { control: pick('activity') }),
      userId: optional(userId()),
    }),
    result: () => v.object({ mfaStatuses: v.array(mfaStatus) }),
  }),

  approve_activity: submit({
    policy: 'everyone',
    vote: 'approve',
    risk: 'high',
    formless: true,
    pageAccess: 'never',
    versions: () => [{ fields: voteFields, result: v.object({}) }],
  }),

  reject_activity: submit({
    policy: 'everyone',
    vote: 'reject',
    risk: 'high',
    formless: true,
    pageAccess: 'never',
    versions: () => [{ fields: voteFields, result: v.object({}) }],
  }),

  create_read_only_session: submit({
    policy: 'everyone',
    risk: 'low',
    pageAccess: 'never',
    formless: true,
    versions: () => [
      {
        fields: {},
        result: v.object({
          organizationId: resultText,
          organizationName: resultText,
          userId: resultText,
          username: resultText,
          session: resultText,
          sessionExpiry: resultText,
        }),
        secretResult: ['session'],
      },
    ],
  }),
});

export type Operations = typeof OPERATIONS;

/** The queries that Keystamp asks of its own accord, by what they are for. */
export const BUILT_IN_QUERIES = {
  identity: OPERATIONS.whoami,
  activity: OPERATIONS.get_activity,
  activities: OPERATIONS.list_activities,
  users: OPERATIONS.list_users,
  wallets: OPERATIONS.list_wallets,
  walletAccounts: OPERATIONS.list_wallet_accounts,
  privateKey: OPERATIONS.get_private_key,
  privateKeys: OPERATIONS.list_private_keys,
  apiKeys: OPERATIONS.get_api_keys,
  balances: OPERATIONS.get_wallet_address_balances,
} as const;

/** The two steps by which Keystamp imports a private key of its own accord. */
export const KEY_IMPORT = {
  begin: OPERATIONS.init_import_private_key,
  finish: OPERATIONS.import_private_key,
} as const;

/** The two steps by which Keystamp imports a wallet of its own accord. */
export const WALLET_IMPORT = {
  begin: OPERATIONS.init_import_wallet,
  finish: OPERATIONS.import_wallet,
} as const;

/** What lets key material out, sealed to a key of the page that asks for it. */
export const EXPORTS = {
  wallet: OPERATIONS.export_wallet,
  walletAccount: OPERATIONS.export_wallet_account,
  privateKey: OPERATIONS.export_private_key,
} as const;

/** Whether the operation of a name from outside lets key material out. */
export function letsKeysOut(name: string): boolean {
  return Object.values(EXPORTS).some((row) => row.name === name);
}

/** How Keystamp lists, registers and removes the passkeys of a user of its own accord. */
export const PASSKEYS = {
  list: OPERATIONS.get_authenticators,
  add: OPERATIONS.create_authenticators,
  remove: OPERATIONS.delete_authenticators,
} as const;

/** How a user votes on an activity of the organization. */
export const VOTES = {
  approve: OPERATIONS.approve_activity,
  reject: OPERATIONS.reject_activity,
} as const;

/** What says whose approvals an activity waits for. */
export const QUORUM_QUERIES = {
  organization: OPERATIONS.get_organization,
  policies: OPERATIONS.list_policies,
  evaluations: OPERATIONS.get_policy_evaluations,
} as const;

/** What an activity demands of those who ask for it, and how they show it (docs/policies.md, Several factors). */
export const FACTORS = {
  status: OPERATIONS.get_mfa_status,
  show: OPERATIONS.approve_activity,
} as const;

/** Says who the root users are, and how many of them decide. */
export const ROOT_QUORUM_CHANGE = OPERATIONS.update_root_quorum;

/** How a user who can stamp registers a key of somebody who can't yet. */
export const KEY_REGISTRATION = OPERATIONS.create_api_keys;

/** How a user's API keys are removed. */
export const KEY_REMOVAL = OPERATIONS.delete_api_keys;

/** One gesture for many reads: it begins a read session (docs/protocol.md, Read-only sessions). */
export const READ_SESSION = OPERATIONS.create_read_only_session;

export type OperationName = keyof Operations;
export type SubmitName = {
  [N in OperationName]: Operations[N] extends SubmitRow<N> ? N : never;
}[OperationName];
export type QueryName = Exclude<OperationName, SubmitName>;

/** All rows in the table's order. */
export const ROWS: readonly Row[] = Object.values(OPERATIONS);

/** Names of the operations that pages may ask for, in the table's order. */
export const PAGE_OPERATIONS: readonly string[] = ROWS.filter(
  ({ pageAccess: page }) => page !== 'never',
).map(({ name }) => name);

/** The row of a name from outside, or undefined. */
export function rowOf(name: string): Row | undefined {
  return ROWS.find((row) => row.name === name);
}

/**
 * What a rule for passkeys may name: all that changes something, and all that web pages may ask for.
 */
export const PASSKEY_RULE_ROWS: readonly Row[] = ROWS.filter(
  ({ kind, pageAccess: page, name }) =>
    name !== READ_SESSION.name && (kind === 'submit' || page !== 'never'),
);

/** Whether a name from outside is one that a rule may name. */
export function mayRequirePasskey(name: string): boolean {
  return PASSKEY_RULE_ROWS.some((row) => row.name === name);
}

/** The submit row of a name from outside, or undefined. */
export function submitRowOf(name: string): SubmitRow | undefined {
  const row = rowOf(name);
  return row?.kind === 'submit' ? row : undefined;
}

const ACTIVITY_TYPE_TEXT = /^ACTIVITY_TYPE_([A-Z0-9_]+?)(?:_V\d+)?$/;

/** The submit row that an activity type belongs to, or undefined. Makes no other row's versions. */
export function submitRowOfType(type: string): SubmitRow | undefined {
  const [, name = ''] = ACTIVITY_TYPE_TEXT.exec(type) ?? [];
  const row = submitRowOf(name.toLowerCase());
  return row && versionOfType(row, type) && row;
}

/** What the root quorum alone may do and this table has no row for (docs/policies.md, Order). */
const ROOT_QUORUM_TYPES: readonly string[] = [
  'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE',
  'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE',
];

/** What policies see of an activity type; undefined if nothing is known of it. */
export function policyFactsOf(type: string): PolicyFacts | undefined {
  return ROOT_QUORUM_TYPES.includes(type) ? 'root_quorum' : submitRowOfType(type)?.policy;
}

/** The operations that verify what another one sets, and how one leads to the next. */
export type VerificationSteps = Verification & {
  readonly send: SubmitRow;
  readonly check: SubmitRow;
  readonly prerequisite: Prerequisite;
};

/** How what a row sets is verified before; undefined where nothing is. */
export function verificationOf({ verifies }: SubmitRow): VerificationSteps | undefined {
  const check = verifies && submitRowOf(verifies.by);
  const prerequisite = check?.prerequisite;
  const send = prerequisite && submitRowOf(prerequisite.operation);
  return verifies && check && send && { ...verifies, send, check, prerequisite };
}

/** The query row of a name from outside, or undefined. */
export function queryRowOf(name: string): QueryRow | undefined {
  const row = rowOf(name);
  return row?.kind === 'query' ? row : undefined;
}

/** The query that lists the things a picker offers. */
export function listQueryOf(recordKind: RecordKind): QueryRow | undefined {
  return ROWS.find(
    (row): row is QueryRow => row.kind === 'query' && row.lists?.recordKind === recordKind,
  );
}

/** The query that shows one record of a kind. */
export function showQueryOf(recordKind: RecordKind): QueryRow | undefined {
  return ROWS.find(
    (row): row is QueryRow => row.kind === 'query' && row.shows?.recordKind === recordKind,
  );
}
