import * as v from 'valibot';
import { addressFormatsOf } from './curve-formats.ts';
import {
  ACTIVITY_STATUS,
  ACTIVITY_TYPE,
  ADDRESS_FORMAT,
  AUTHENTICATOR_TRANSPORT,
  CURVE,
  FIAT_ON_RAMP_CRYPTO_CURRENCY,
  FIAT_ON_RAMP_CURRENCY,
  FIAT_ON_RAMP_NETWORK,
  FIAT_ON_RAMP_PAYMENT_METHOD,
  FIAT_ON_RAMP_PROVIDER,
  OTP_TYPE,
  PATH_FORMAT,
  SMART_CONTRACT_INTERFACE_TYPE,
  type Curve,
} from './enums.ts';
import {
  contact,
  contractInterface,
  emailOrNone,
  encryptedBundle,
  field,
  label,
  listOf,
  oneOf,
  optional,
  otpCode,
  phoneOrNone,
  publicKeyHex,
  seconds,
  text,
  token,
  uuid,
  type Control,
  type FieldFacts,
  type RecordKind,
} from './fields.ts';
import { MAX_PASSKEYS } from './passkey.ts';
import {
  query,
  submit,
  createOperationsTable,
  type QueryRow,
  type Row,
  type SubmitRow,
} from './operation-row.ts';
import {
  activity,
  address,
  apiKey,
  authenticator,
  privateKey,
  smartContractInterface,
  tag,
  user,
  wallet,
} from './service-records.ts';

/*
 * The operations table: the one place where an operation is named. Parameters are those of the published
 * schema (docs/protocol.md, The ten operations); limits that it does not give are choices, marked so.
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
const pick = (recordKind: RecordKind, many = false): Control => ({
  kind: 'pick',
  recordKind,
  many,
});
const line = (line: Omit<FieldFacts, 'control'> & { readonly example?: string }): FieldFacts => {
  const { example, ...facts } = line;
  return { ...facts, control: example ? { kind: 'text', example } : { kind: 'text' } };
};

const userId = (facts: Partial<FieldFacts> = {}) =>
  field(uuid, { label: 'User', control: pick('user'), ...facts });
const replaces = (pickField: string, member: string) => ({ pick: pickField, member });

const verificationToken = optional(
  field(token, {
    label: 'Verification token',
    help: 'From a verified one-time code. With it the contact counts as verified; without it, it does not.',
    control: { kind: 'text' },
    advanced: true,
    secret: true,
  }),
);

const tokenSeconds = optional(
  field(seconds(86_400, 'seconds_token'), {
    label: 'Token lifetime in seconds',
    help: 'How long the verification token is good for. One hour (3600) when empty.',
    control: { kind: 'text', mode: 'numeric', example: '3600' },
    advanced: true,
  }),
);

const otpId = field(text(100), {
  label: 'Code request',
  control: { kind: 'text' },
  automatic: true,
});

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

const account = v.pipe(
  v.strictObject({
    curve: oneOf(CURVE),
    pathFormat: oneOf(PATH_FORMAT),
    path: v.pipe(v.string('missing'), v.regex(/^m(?:\/\d{1,10}'?){1,10}$/, 'path')),
    addressFormat: oneOf(ADDRESS_FORMAT),
    name: v.optional(label),
  }),
  v.check((value) => addressFormatsOf(value.curve).includes(value.addressFormat), 'format_curve'),
);

/** A passkey to register; what its attestation holds is checked by the service. */
const newAuthenticator = v.strictObject({
  authenticatorName: label,
  challenge: text(256),
  attestation: v.strictObject({
    credentialId: text(256),
    clientDataJson: text(4096),
    attestationObject: text(65_536),
    transports: listOf(oneOf(AUTHENTICATOR_TRANSPORT), 0),
  }),
});

const pagination = v.strictObject({
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/, 'limit'))),
  before: v.optional(uuid),
  after: v.optional(uuid),
});

const customization = v.strictObject({
  appName: v.optional(label),
  logoUrl: v.optional(text(2048)),
  magicLinkTemplate: v.optional(text(2048)),
  templateVariables: v.optional(text(4096)),
  templateId: v.optional(text(100)),
});

const otpRequest = {
  otpType: field(oneOf(OTP_TYPE), {
    label: 'Send by',
    control: choice(OTP_TYPE),
    initial: OTP_TYPE[0],
  }),
  contact: field(contact, {
    label: 'Send to',
    help: 'The e-mail address or phone number that receives the code.',
    control: { kind: 'text', example: 'name@example.com' },
  }),
  otpLength: optional(
    field(
      v.pipe(
        v.number('wrong_type'),
        v.integer('otp_length'),
        v.minValue(6, 'otp_length'),
        v.maxValue(9, 'otp_length'),
      ),
      {
        label: 'Code length',
        control: numericChoice(['6', '7', '8', '9']),
        advanced: true,
      },
    ),
  ),
  alphanumeric: optional(
    field(v.boolean('wrong_type'), {
      label: 'Letters and digits',
      help: 'Off: digits only.',
      control: { kind: 'flag' },
      initial: true,
      advanced: true,
    }),
  ),
  expirationSeconds: optional(
    field(seconds(600, 'seconds_otp'), {
      label: 'Code lifetime in seconds',
      help: 'Five minutes (300) when empty.',
      control: { kind: 'text', mode: 'numeric', example: '300' },
      advanced: true,
    }),
  ),
  userIdentifier: optional(field(text(256), line({ label: 'Rate-limit group', automatic: true }))),
  emailCustomization: optional(
    field(customization, line({ label: 'E-mail wording', automatic: true })),
  ),
  smsCustomization: optional(
    field(
      v.strictObject({ template: v.optional(text(1024)) }),
      line({ label: 'SMS wording', automatic: true }),
    ),
  ),
  sendFromEmailAddress: optional(
    field(text(254), line({ label: 'Sender address', automatic: true })),
  ),
  sendFromEmailSenderName: optional(field(label, line({ label: 'Sender name', automatic: true }))),
  replyToEmailAddress: optional(
    field(text(254), line({ label: 'Reply address', automatic: true })),
  ),
};

const appName = field(label, {
  label: 'App name',
  help: 'The name that the message with the code shows.',
  control: { kind: 'text' },
  initial: 'Keystamp',
  advanced: true,
});

/**
 * The table. Rows in the order in which a person meets them: the ten of the reference pages first
 * (docs/protocol.md, The ten operations).
 */
export const OPERATIONS = createOperationsTable({
  get_api_key: query({
    core: true,
    title: 'Look up an API key',
    about: 'Shows the record of one API key: its name, public key, type and expiry.',
    summary: { default: 'Show the record of API key {apiKeyId}.' },
    action: 'Show API key',
    done: 'API key found',
    risk: 'read',
    pageAccess: 'grant',
    fields: { apiKeyId: field(uuid, { label: 'API key', control: pick('apiKey') }) },
    result: v.object({ apiKey }),
  }),

  import_private_key: submit({
    core: true,
    title: 'Import a private key',
    about: 'Hands an encrypted private key to the service, which keeps it and derives addresses.',
    summary: { default: 'Import the private key “{privateKeyName}” ({curve}) for {userId}.' },
    action: 'Import key',
    done: 'Private key imported',
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: [
      {
        fields: {
          userId: userId({
            help: 'The service takes an import only for the user who stamps it.',
            prefillsOwnUser: true,
          }),
          privateKeyName: field(label, line({ label: 'Name', example: 'Treasury hot key' })),
          curve: field(oneOf(CURVE), { label: 'Curve', control: choice(CURVE), initial: CURVE[0] }),
          addressFormats: field(listOf(oneOf(ADDRESS_FORMAT), 0, 40), {
            label: 'Address formats',
            help: 'The addresses that the service derives from this key.',
            control: { kind: 'choices', options: fittingFormats },
            initial: [],
          }),
          encryptedBundle: field(encryptedBundle, {
            label: 'Encrypted bundle',
            help: 'JSON with encappedPublic and ciphertext: the key, encrypted to the target of an import that this user started.',
            control: { kind: 'lines', example: '{"encappedPublic":"04…","ciphertext":"…"}' },
          }),
        },
        checks: [
          {
            field: 'addressFormats',
            rule: 'format_curve',
            holds: (values) => {
              const { addressFormats } = values;
              const fitting: readonly unknown[] = fittingFormats(values);
              return (
                Array.isArray(addressFormats) &&
                addressFormats.every((format) => fitting.includes(format))
              );
            },
          },
        ],
        result: v.object({ privateKeyId: resultText, addresses: v.array(address) }),
      },
    ],
  }),

  init_fiat_on_ramp: submit({
    core: true,
    title: 'Buy crypto with fiat',
    about: 'Starts a purchase at an on-ramp provider. The provider’s page opens in a tab.',
    summary: {
      default:
        'Start a purchase of {cryptoCurrencyCode} on {network} at {onrampProvider}, paid out to {walletAddress}.',
      amount:
        'Start a purchase of {cryptoCurrencyCode} on {network} for {fiatCurrencyAmount} {fiatCurrencyCode} at {onrampProvider}, paid out to {walletAddress}.',
    },
    variant: (values) =>
      values['fiatCurrencyAmount'] && values['fiatCurrencyCode'] ? 'amount' : 'default',
    action: 'Start purchase',
    done: 'Purchase started',
    risk: 'high',
    pageAccess: 'ask',
    linkMember: 'onRampUrl',
    followUp: {
      query: 'get_onramp_transaction_status',
      parametersFromResult: { transactionId: 'onRampTransactionId' },
      member: 'transactionStatus',
      successValues: ['COMPLETED'],
      failureValues: ['FAILED', 'CANCELLED'],
    },
    versions: [
      {
        fields: {
          onrampProvider: field(oneOf(FIAT_ON_RAMP_PROVIDER), {
            label: 'Provider',
            control: choice(FIAT_ON_RAMP_PROVIDER),
            initial: FIAT_ON_RAMP_PROVIDER[0],
          }),
          walletAddress: field(text(200), {
            label: 'Destination address',
            help: 'Where the provider sends what you buy. Check the first and last characters.',
            control: { kind: 'text' },
          }),
          network: field(oneOf(FIAT_ON_RAMP_NETWORK), {
            label: 'Network',
            control: choice(FIAT_ON_RAMP_NETWORK),
          }),
          cryptoCurrencyCode: field(oneOf(FIAT_ON_RAMP_CRYPTO_CURRENCY), {
            label: 'Buy',
            control: choice(FIAT_ON_RAMP_CRYPTO_CURRENCY),
          }),
          fiatCurrencyAmount: optional(
            field(amount, {
              label: 'Amount',
              help: 'More than 20.',
              control: { kind: 'text', mode: 'decimal', example: '50' },
            }),
          ),
          fiatCurrencyCode: optional(
            field(oneOf(FIAT_ON_RAMP_CURRENCY), {
              label: 'Pay in',
              control: choice(FIAT_ON_RAMP_CURRENCY),
            }),
          ),
          paymentMethod: optional(
            field(oneOf(FIAT_ON_RAMP_PAYMENT_METHOD), {
              label: 'Pay by',
              control: choice(FIAT_ON_RAMP_PAYMENT_METHOD),
              advanced: true,
            }),
          ),
          countryCode: optional(
            field(v.pipe(v.string('missing'), v.regex(/^[A-Z]{2}$/, 'country')), {
              ...line({
                label: 'Country',
                help: 'ISO 3166-1, two letters.',
                advanced: true,
                example: 'DE',
              }),
            }),
          ),
          countrySubdivisionCode: optional(
            field(v.pipe(v.string('missing'), v.regex(/^[A-Z0-9]{1,3}$/, 'subdivision')), {
              ...line({
                label: 'State or province',
                help: 'Needed for the US.',
                advanced: true,
                example: 'NY',
              }),
            }),
          ),
          sandboxMode: optional(
            field(v.boolean('wrong_type'), {
              label: 'Sandbox',
              help: 'Try it without money.',
              control: { kind: 'flag' },
              initial: true,
            }),
          ),
          urlForSignature: optional(
            field(
              v.pipe(
                v.string('missing'),
                v.maxLength(2048, 'too_long'),
                v.regex(/^https:\/\/[^\s]+$/, 'url'),
              ),
              {
                ...line({ label: 'Widget URL to sign', help: 'MoonPay only.', advanced: true }),
              },
            ),
          ),
        },
        checks: [
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
    core: true,
    title: 'Add a contract interface',
    about: 'Stores the ABI or IDL of a contract, so that policies and people can read its calls.',
    summary: {
      default: 'Store the interface “{label}” ({type}) for the contract {smartContractAddress}.',
    },
    action: 'Add interface',
    done: 'Contract interface stored',
    risk: 'low',
    pageAccess: 'grant',
    versions: [
      {
        fields: {
          label: field(label, line({ label: 'Label', example: 'USDC token' })),
          type: field(oneOf(SMART_CONTRACT_INTERFACE_TYPE), {
            label: 'Chain',
            control: choice(SMART_CONTRACT_INTERFACE_TYPE),
            initial: SMART_CONTRACT_INTERFACE_TYPE[0],
          }),
          smartContractAddress: field(text(200), line({ label: 'Contract address' })),
          smartContractInterface: field(contractInterface, {
            label: 'Interface',
            help: 'The ABI (a JSON array) or the Anchor IDL (a JSON object), 400,000 characters at most.',
            control: { kind: 'contract-interface', type: 'type' },
          }),
          notes: optional(
            field(v.pipe(v.string('wrong_type'), v.maxLength(1000, 'too_long')), {
              label: 'Notes',
              control: { kind: 'lines' },
            }),
          ),
        },
        result: v.object({ smartContractInterfaceId: resultText }),
      },
    ],
  }),

  update_user_phone_number: submit({
    core: true,
    title: 'Change a phone number',
    about: 'Sets or removes the phone number of a user.',
    summary: {
      default: 'Set the phone number of {userId} to {userPhoneNumber}.',
      remove: 'Remove the phone number of {userId}.',
    },
    variant: (values) => (values['userPhoneNumber'] === '' ? 'remove' : 'default'),
    action: 'Change phone number',
    done: 'Phone number changed',
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: [
      {
        fields: {
          userId: userId(),
          userPhoneNumber: field(phoneOrNone, {
            label: 'New phone number',
            help: 'With + and country code. Leave it empty to remove the number.',
            control: { kind: 'text', mode: 'tel', example: '+15551234567' },
            replaces: replaces('userId', 'userPhoneNumber'),
          }),
          verificationToken,
        },
        result: v.object({ userId: resultText }),
      },
    ],
  }),

  update_user_email: submit({
    core: true,
    title: 'Change an e-mail address',
    about: 'Sets or removes the e-mail address of a user.',
    summary: {
      default: 'Set the e-mail address of {userId} to {userEmail}.',
      remove: 'Remove the e-mail address of {userId}.',
    },
    variant: (values) => (values['userEmail'] === '' ? 'remove' : 'default'),
    action: 'Change e-mail address',
    done: 'E-mail address changed',
    risk: 'high',
    sensitive: true,
    pageAccess: 'ask',
    versions: [
      {
        fields: {
          userId: userId(),
          userEmail: field(emailOrNone, {
            label: 'New e-mail address',
            help: 'Leave it empty to remove the address.',
            control: { kind: 'text', mode: 'email', example: 'name@example.com' },
            replaces: replaces('userId', 'userEmail'),
          }),
          verificationToken,
        },
        result: v.object({ userId: resultText }),
      },
    ],
  }),

  delete_user_tags: submit({
    core: true,
    title: 'Delete user tags',
    about: 'Deletes tags. Users who carry one lose it, and policies that name it stop matching.',
    summary: { default: 'Delete {userTagIds}. This cannot be undone.' },
    action: 'Delete tags',
    done: 'Tags deleted',
    risk: 'irreversible',
    pageAccess: 'ask',
    affects: {
      recordKind: 'user',
      member: 'userTags',
      idsField: 'userTagIds',
      sentence: '{names} will lose a tag.',
      none: 'No user carries these tags.',
    },
    versions: [
      {
        fields: {
          userTagIds: field(listOf(uuid, 1), { label: 'Tags', control: pick('userTag', true) }),
        },
        result: v.object({ userTagIds: ids, userIds: ids }),
      },
    ],
  }),

  verify_otp: submit({
    core: true,
    title: 'Verify a one-time code',
    about: 'Proves that a person owns an e-mail address or phone number, by a code sent there.',
    summary: { default: 'Verify the one-time code that was sent for request {otpId}.' },
    action: 'Verify code',
    done: 'Code verified',
    risk: 'high',
    pageAccess: 'ask',
    prerequisite: {
      operation: 'init_otp',
      fieldsFromResult: { otpId: 'otpId', encryptedOtpBundle: 'otpEncryptionTargetBundle' },
      explanation: 'First the service sends a code. Then you type it here.',
    },
    versions: [
      {
        generation: 'legacy',
        fields: {
          otpId,
          otpCode: field(otpCode, {
            label: 'Code',
            help: 'The 6 to 9 letters and digits you received.',
            control: { kind: 'code' },
            secret: true,
          }),
          expirationSeconds: tokenSeconds,
          publicKey: optional(
            field(publicKeyHex, line({ label: 'Public key to bind', automatic: true })),
          ),
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
          encryptedOtpBundle: field(encryptedBundle, {
            label: 'Code',
            help: 'The 6 to 9 letters and digits you received. It is encrypted before it leaves.',
            control: { kind: 'code' },
            secret: true,
          }),
          expirationSeconds: tokenSeconds,
        },
        result: v.object({ verificationToken: resultText }),
        secretResult: ['verificationToken'],
      },
    ],
  }),

  update_user_name: submit({
    core: true,
    title: 'Rename a user',
    about: 'Changes the name of a user.',
    summary: { default: 'Rename the user {userId} to “{userName}”.' },
    action: 'Rename user',
    done: 'User renamed',
    risk: 'low',
    pageAccess: 'grant',
    versions: [
      {
        fields: {
          userId: userId(),
          userName: field(label, {
            ...line({ label: 'New name' }),
            replaces: replaces('userId', 'userName'),
          }),
        },
        result: v.object({ userId: resultText }),
      },
    ],
  }),

  update_wallet: submit({
    core: true,
    title: 'Rename a wallet',
    about: 'Changes the name of a wallet. Its keys and addresses stay.',
    summary: {
      default: 'Rename the wallet {walletId} to “{walletName}”.',
      unnamed: 'Submit the wallet {walletId} without a new name. Nothing changes.',
    },
    variant: (values) => (values['walletName'] ? 'default' : 'unnamed'),
    action: 'Rename wallet',
    done: 'Wallet renamed',
    risk: 'low',
    pageAccess: 'grant',
    versions: [
      {
        fields: {
          walletId: field(uuid, { label: 'Wallet', control: pick('wallet') }),
          walletName: optional(
            field(label, {
              ...line({
                label: 'New name',
                help: 'Every wallet of an organization has its own name.',
              }),
              replaces: replaces('walletId', 'walletName'),
            }),
          ),
        },
        result: v.object({ walletId: resultText }),
      },
    ],
  }),

  whoami: query({
    title: 'Who am I',
    about: 'Tells which organization and user a stamp belongs to.',
    summary: { default: 'Tell which organization and user this API key belongs to.' },
    action: 'Ask',
    done: 'Known',
    risk: 'read',
    pageAccess: 'never',
    fields: {},
    result: v.object({
      organizationId: resultText,
      organizationName: resultText,
      userId: resultText,
      username: resultText,
    }),
  }),

  list_wallets: query({
    title: 'Wallets',
    about: 'Lists the wallets of the organization.',
    summary: { default: 'List all wallets.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'wallet', member: 'wallets', id: 'walletId', name: 'walletName' },
    fields: {},
    result: v.object({ wallets: v.array(wallet) }),
  }),

  list_users: query({
    title: 'Users',
    about: 'Lists the users of the organization.',
    summary: { default: 'List all users.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'user', member: 'users', id: 'userId', name: 'userName' },
    fields: {},
    result: v.object({ users: v.array(user) }),
  }),

  list_user_tags: query({
    title: 'User tags',
    about: 'Lists the user tags of the organization.',
    summary: { default: 'List all user tags.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'userTag', member: 'userTags', id: 'tagId', name: 'tagName' },
    fields: {},
    result: v.object({ userTags: v.array(tag) }),
  }),

  list_private_keys: query({
    title: 'Private keys',
    about: 'Lists the private keys that the service holds.',
    summary: { default: 'List all private keys.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: {
      recordKind: 'privateKey',
      member: 'privateKeys',
      id: 'privateKeyId',
      name: 'privateKeyName',
    },
    fields: {},
    result: v.object({ privateKeys: v.array(privateKey) }),
  }),

  get_api_keys: query({
    title: 'API keys',
    about: 'Lists the API keys of a user, or of the caller.',
    summary: { default: 'List API keys.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'apiKey', member: 'apiKeys', id: 'apiKeyId', name: 'apiKeyName' },
    fields: { userId: optional(userId()) },
    result: v.object({ apiKeys: v.array(apiKey) }),
  }),

  get_activity: query({
    title: 'Look up an activity',
    about: 'Shows an activity: what was asked, its state and its result.',
    summary: { default: 'Show activity {activityId}.' },
    action: 'Show activity',
    done: 'Activity found',
    risk: 'read',
    pageAccess: 'never',
    fields: { activityId: field(uuid, { label: 'Activity', control: pick('activity') }) },
    result: v.object({ activity }),
  }),

  list_activities: query({
    title: 'Activities',
    about: 'Lists the activities of the organization, newest first.',
    summary: { default: 'List activities.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    lists: { recordKind: 'activity', member: 'activities', id: 'id', name: 'type' },
    fields: {
      filterByStatus: optional(
        field(listOf(oneOf(ACTIVITY_STATUS), 0), {
          label: 'Status',
          control: { kind: 'choices', options: () => ACTIVITY_STATUS },
        }),
      ),
      filterByType: optional(
        field(listOf(oneOf(ACTIVITY_TYPE), 0, 200), {
          label: 'Type',
          control: { kind: 'choices', options: () => ACTIVITY_TYPE },
        }),
      ),
      paginationOptions: optional(field(pagination, { label: 'Page', control: { kind: 'page' } })),
    },
    result: v.object({ activities: v.array(activity) }),
  }),

  list_smart_contract_interfaces: query({
    title: 'Contract interfaces',
    about: 'Lists the contract interfaces that the organization stored.',
    summary: { default: 'List all contract interfaces.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    fields: {},
    result: v.object({ smartContractInterfaces: v.array(smartContractInterface) }),
  }),

  init_import_private_key: submit({
    title: 'Start a key import',
    about: 'Asks the service for a fresh encryption target, good for one import.',
    summary: { default: 'Start an import of a private key for {userId}.' },
    action: 'Start import',
    done: 'Import target ready',
    risk: 'low',
    pageAccess: 'never',
    versions: [
      {
        fields: { userId: userId({ prefillsOwnUser: true }) },
        result: v.object({ importBundle: resultText }),
      },
    ],
  }),

  init_otp: submit({
    title: 'Send a one-time code',
    about: 'Sends a code by e-mail or SMS.',
    summary: { default: 'Send a one-time code to {contact}.' },
    action: 'Send code',
    done: 'Code sent',
    risk: 'low',
    pageAccess: 'never',
    versions: [
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

  create_wallet: submit({
    title: 'Create a wallet',
    about: 'Makes a new wallet inside the service and derives its first addresses.',
    summary: { default: 'Create the wallet “{walletName}”.' },
    action: 'Create wallet',
    done: 'Wallet created',
    risk: 'low',
    pageAccess: 'never',
    versions: [
      {
        fields: {
          walletName: field(label, line({ label: 'Name', example: 'Treasury' })),
          accounts: field(v.pipe(v.array(account, 'wrong_type'), v.maxLength(100, 'too_many')), {
            label: 'Accounts',
            help: 'The chains this wallet gets an address on.',
            control: { kind: 'accounts' },
            initial: [],
          }),
          mnemonicLength: optional(
            field(v.picklist([12, 15, 18, 21, 24], 'mnemonic_length'), {
              label: 'Seed phrase length',
              control: numericChoice(['12', '15', '18', '21', '24']),
              advanced: true,
            }),
          ),
        },
        result: v.object({ walletId: resultText, addresses: v.array(resultText) }),
      },
    ],
  }),

  create_user_tag: submit({
    title: 'Create a user tag',
    about: 'Makes a tag and gives it to users.',
    summary: { default: 'Create the tag “{userTagName}”.' },
    action: 'Create tag',
    done: 'Tag created',
    risk: 'low',
    pageAccess: 'never',
    versions: [
      {
        fields: {
          userTagName: field(label, line({ label: 'Name', example: 'Signers' })),
          userIds: field(listOf(uuid, 0), {
            label: 'Users',
            control: pick('user', true),
            initial: [],
          }),
        },
        result: v.object({ userTagId: resultText, userIds: ids }),
      },
    ],
  }),

  get_onramp_transaction_status: query({
    title: 'Purchase status',
    about: 'Tells how far a purchase at an on-ramp provider is.',
    summary: { default: 'Show the status of purchase {transactionId}.' },
    action: 'Show status',
    done: 'Status known',
    risk: 'read',
    pageAccess: 'never',
    fields: {
      transactionId: field(text(200), line({ label: 'Purchase' })),
      refresh: optional(
        field(v.boolean('wrong_type'), {
          label: 'Ask the provider',
          control: { kind: 'flag' },
          advanced: true,
        }),
      ),
    },
    result: v.object({ transactionStatus: resultText }),
  }),

  get_authenticators: query({
    title: 'Passkeys',
    about: 'Lists the passkeys of a user.',
    summary: { default: 'List the passkeys of {userId}.' },
    action: 'List',
    done: 'Listed',
    risk: 'read',
    pageAccess: 'never',
    fields: { userId: userId({ prefillsOwnUser: true }) },
    result: v.object({ authenticators: v.array(authenticator) }),
  }),

  create_authenticators: submit({
    title: 'Register a passkey',
    about: 'Lets a passkey stamp for a user.',
    summary: { default: 'Let a new passkey stamp for {userId}.' },
    action: 'Register passkey',
    done: 'Passkey registered',
    risk: 'high',
    pageAccess: 'never',
    formless: true,
    versions: [
      {
        suffix: 'V2',
        resultSuffix: '',
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          authenticators: field(
            v.pipe(
              v.array(newAuthenticator, 'wrong_type'),
              v.minLength(1, 'choose_some'),
              v.maxLength(MAX_PASSKEYS, 'too_many'),
            ),
            line({ label: 'Passkeys', automatic: true }),
          ),
        },
        result: v.object({ authenticatorIds: ids }),
      },
    ],
  }),

  delete_authenticators: submit({
    title: 'Remove passkeys',
    about: 'Takes passkeys away from a user. They stamp no more.',
    summary: { default: 'Remove passkeys of {userId}: {authenticatorIds}.' },
    action: 'Remove passkeys',
    done: 'Passkeys removed',
    risk: 'irreversible',
    pageAccess: 'never',
    formless: true,
    versions: [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          authenticatorIds: field(listOf(uuid, 1), line({ label: 'Passkeys', automatic: true })),
        },
        result: v.object({ authenticatorIds: ids }),
      },
    ],
  }),

  delete_api_keys: submit({
    title: 'Remove API keys',
    about: 'Takes API keys away from a user. They stamp no more.',
    summary: { default: 'Remove API keys of {userId}: {apiKeyIds}.' },
    action: 'Remove API keys',
    done: 'API keys removed',
    risk: 'irreversible',
    pageAccess: 'never',
    versions: [
      {
        fields: {
          userId: userId({ prefillsOwnUser: true }),
          apiKeyIds: field(listOf(uuid, 1), {
            label: 'API keys',
            control: pick('apiKey', true),
            initial: [],
          }),
        },
        result: v.object({ apiKeyIds: ids }),
      },
    ],
  }),

  create_read_only_session: submit({
    title: 'Start a reading session',
    about: 'Lets this browser read for one hour without another stamp.',
    summary: { default: 'Read for one hour without another stamp.' },
    action: 'Start reading',
    done: 'Reading session started',
    risk: 'low',
    pageAccess: 'never',
    formless: true,
    versions: [
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
  wallets: OPERATIONS.list_wallets,
  privateKeys: OPERATIONS.list_private_keys,
} as const;

/** The two steps by which Keystamp imports a private key of its own accord. */
export const KEY_IMPORT = {
  begin: OPERATIONS.init_import_private_key,
  finish: OPERATIONS.import_private_key,
} as const;

/** How Keystamp lists, registers and removes the passkeys of a user of its own accord. */
export const PASSKEYS = {
  list: OPERATIONS.get_authenticators,
  add: OPERATIONS.create_authenticators,
  remove: OPERATIONS.delete_authenticators,
} as const;

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
