import type {
  ActivityStatus,
  ActivityType,
  CredentialType,
  VoteSelection,
} from '../../../protocol/enums.ts';
import { choiceText, choiceTexts } from '../en/choices.ts';

/*
 * Readable names of the service's values in German. Names of chains, currencies, curves and products
 * stay as they are in English.
 */

type Texts = Readonly<Record<string, string>>;

const STATUSES: Readonly<Record<ActivityStatus, string>> = {
  ACTIVITY_STATUS_CREATED: 'Erstellt',
  ACTIVITY_STATUS_PENDING: 'Ausstehend',
  ACTIVITY_STATUS_COMPLETED: 'Abgeschlossen',
  ACTIVITY_STATUS_FAILED: 'Fehlgeschlagen',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'Wartet auf Genehmigungen',
  ACTIVITY_STATUS_REJECTED: 'Abgelehnt',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'Authentifizierung nötig',
};

const VOTES: Readonly<Record<VoteSelection, string>> = {
  VOTE_SELECTION_APPROVED: 'Genehmigt',
  VOTE_SELECTION_REJECTED: 'Abgelehnt',
};

const CREDENTIALS: Readonly<Record<CredentialType, string>> = {
  CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR: 'Passkey',
  CREDENTIAL_TYPE_API_KEY_P256: 'API-Schlüssel (P-256)',
  CREDENTIAL_TYPE_RECOVER_USER_KEY_P256: 'Schlüssel zur Benutzerwiederherstellung (P-256)',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'API-Schlüssel (secp256k1)',
  CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256: 'Schlüssel aus E-Mail-Anmeldung (P-256)',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'API-Schlüssel (Ed25519)',
  CREDENTIAL_TYPE_OTP_AUTH_KEY_P256: 'Schlüssel aus Einmalcode-Anmeldung (P-256)',
  CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: 'Schlüssel einer Schreibsitzung (P-256)',
  CREDENTIAL_TYPE_OAUTH_KEY_P256: 'Schlüssel aus OAuth-Anmeldung (P-256)',
  CREDENTIAL_TYPE_LOGIN: 'Anmeldung',
};

/** Values of the other lists whose English name has words in it. */
const OTHERS: Texts = {
  ADDRESS_FORMAT_COMPRESSED: 'Öffentlicher Schlüssel, komprimiert',
  ADDRESS_FORMAT_UNCOMPRESSED: 'Öffentlicher Schlüssel, unkomprimiert',
  AUTHENTICATION_TYPE_EMAIL_OTP: 'E-Mail-Code',
  AUTHENTICATION_TYPE_SMS_OTP: 'SMS-Code',
  AUTHENTICATION_TYPE_API_KEY: 'API-Schlüssel',
  AUTHENTICATION_TYPE_OAUTH: 'OAuth',
  AUTHENTICATION_TYPE_SESSION: 'Sitzung',
  AUTHENTICATOR_TRANSPORT_INTERNAL: 'Dieses Gerät',
  AUTHENTICATOR_TRANSPORT_HYBRID: 'Anderes Gerät',
  FIAT_ON_RAMP_PAYMENT_METHOD_CREDIT_DEBIT_CARD: 'Kredit- oder Debitkarte',
  FIAT_ON_RAMP_PAYMENT_METHOD_GBP_BANK_TRANSFER: 'GBP-Überweisung',
  FIAT_ON_RAMP_PAYMENT_METHOD_GBP_OPEN_BANKING_PAYMENT: 'GBP-Zahlung per Open Banking',
  FIAT_ON_RAMP_PAYMENT_METHOD_SEPA_BANK_TRANSFER: 'SEPA-Überweisung',
  FIAT_ON_RAMP_PAYMENT_METHOD_PIX_INSTANT_PAYMENT: 'PIX-Sofortzahlung',
  FIAT_ON_RAMP_PAYMENT_METHOD_MOONPAY_BALANCE: 'MoonPay-Guthaben',
  FIAT_ON_RAMP_PAYMENT_METHOD_CRYPTO_ACCOUNT: 'Kryptokonto',
  FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET: 'Fiat-Wallet',
  FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT: 'ACH-Bankkonto',
  PAYLOAD_ENCODING_EIP712: 'Typisierte Daten (EIP-712)',
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: 'Delegation (EIP-7702)',
  HASH_FUNCTION_NO_OP: 'Nichts: es ist ein Hash',
  'eip155:31337': 'Lokale Chain',
  HASH_FUNCTION_NOT_APPLICABLE: 'Nichts: ein Ed25519-Schlüssel signiert es',
  EFFECT_ALLOW: 'Erlauben',
  EFFECT_DENY: 'Verbieten',

  ALLOW: 'Annehmen',
  DENY: 'Ablehnen',
  OTP_TYPE_EMAIL: 'E-Mail',
};

/** What an activity does, whatever its version: `CREATE_POLICY` of `ACTIVITY_TYPE_CREATE_POLICY_V3`. */
type Deed = ActivityType extends `ACTIVITY_TYPE_${infer Rest}` ? WithoutVersion<Rest> : never;
type WithoutVersion<S extends string> = S extends `${infer Name}_V${number}` ? Name : S;

const DEEDS: Readonly<Record<Deed, string>> = {
  CREATE_API_KEYS: 'API-Schlüssel erstellen',
  CREATE_USERS: 'Benutzer erstellen',
  CREATE_PRIVATE_KEYS: 'Private Schlüssel erstellen',
  SIGN_RAW_PAYLOAD: 'Rohdaten signieren',
  CREATE_INVITATIONS: 'Einladungen erstellen',
  ACCEPT_INVITATION: 'Einladung annehmen',
  CREATE_POLICY: 'Richtlinie erstellen',
  DISABLE_PRIVATE_KEY: 'Privaten Schlüssel deaktivieren',
  DELETE_USERS: 'Benutzer löschen',
  DELETE_API_KEYS: 'API-Schlüssel löschen',
  DELETE_INVITATION: 'Einladung löschen',
  DELETE_ORGANIZATION: 'Organisation löschen',
  DELETE_POLICY: 'Richtlinie löschen',
  CREATE_USER_TAG: 'Tag erstellen',
  DELETE_USER_TAGS: 'Tags löschen',
  CREATE_ORGANIZATION: 'Organisation erstellen',
  SIGN_TRANSACTION: 'Transaktion signieren',
  APPROVE_ACTIVITY: 'Aktivität genehmigen',
  REJECT_ACTIVITY: 'Aktivität ablehnen',
  DELETE_AUTHENTICATORS: 'Authenticators löschen',
  CREATE_AUTHENTICATORS: 'Authenticators erstellen',
  CREATE_PRIVATE_KEY_TAG: 'Tag für private Schlüssel erstellen',
  DELETE_PRIVATE_KEY_TAGS: 'Tags für private Schlüssel löschen',
  SET_PAYMENT_METHOD: 'Zahlungsmethode festlegen',
  ACTIVATE_BILLING_TIER: 'Tarif aktivieren',
  DELETE_PAYMENT_METHOD: 'Zahlungsmethode löschen',
  CREATE_API_ONLY_USERS: 'Reine API-Benutzer erstellen',
  UPDATE_ROOT_QUORUM: 'Root-Quorum ändern',
  UPDATE_USER_TAG: 'Tag ändern',
  UPDATE_PRIVATE_KEY_TAG: 'Tag für private Schlüssel ändern',
  CREATE_SUB_ORGANIZATION: 'Unterorganisation erstellen',
  UPDATE_ALLOWED_ORIGINS: 'Erlaubte Origins ändern',
  UPDATE_USER: 'Benutzer ändern',
  UPDATE_POLICY: 'Richtlinie ändern',
  CREATE_WALLET: 'Wallet erstellen',
  CREATE_WALLET_ACCOUNTS: 'Wallet-Konten erstellen',
  INIT_USER_EMAIL_RECOVERY: 'Benutzerwiederherstellung per E-Mail starten',
  RECOVER_USER: 'Benutzer wiederherstellen',
  SET_ORGANIZATION_FEATURE: 'Funktion der Organisation festlegen',
  REMOVE_ORGANIZATION_FEATURE: 'Funktion der Organisation entfernen',
  EXPORT_PRIVATE_KEY: 'Privaten Schlüssel exportieren',
  EXPORT_WALLET: 'Wallet exportieren',
  EMAIL_AUTH: 'E-Mail-Authentifizierung',
  EXPORT_WALLET_ACCOUNT: 'Wallet-Konto exportieren',
  INIT_IMPORT_WALLET: 'Wallet-Import starten',
  IMPORT_WALLET: 'Wallet importieren',
  INIT_IMPORT_PRIVATE_KEY: 'Import eines privaten Schlüssels starten',
  IMPORT_PRIVATE_KEY: 'Privaten Schlüssel importieren',
  CREATE_POLICIES: 'Richtlinien erstellen',
  SIGN_RAW_PAYLOADS: 'Mehrere Rohdaten signieren',
  CREATE_READ_ONLY_SESSION: 'Lesesitzung erstellen',
  CREATE_OAUTH_PROVIDERS: 'OAuth-Anbieter erstellen',
  DELETE_OAUTH_PROVIDERS: 'OAuth-Anbieter löschen',
  OAUTH: 'OAuth',
  CREATE_READ_WRITE_SESSION: 'Schreibsitzung erstellen',
  DELETE_PRIVATE_KEYS: 'Private Schlüssel löschen',
  DELETE_WALLETS: 'Wallets löschen',
  DELETE_SUB_ORGANIZATION: 'Unterorganisation löschen',
  INIT_OTP_AUTH: 'Einmalcode-Authentifizierung starten',
  OTP_AUTH: 'Einmalcode-Authentifizierung',
  UPDATE_WALLET: 'Wallet ändern',
  INIT_OTP: 'Einmalcode anfordern',
  VERIFY_OTP: 'Einmalcode bestätigen',
  OTP_LOGIN: 'Anmeldung per Einmalcode',
  STAMP_LOGIN: 'Anmeldung per Stempel',
  OAUTH_LOGIN: 'Anmeldung per OAuth',
  UPDATE_USER_NAME: 'Benutzernamen ändern',
  UPDATE_USER_EMAIL: 'E-Mail-Adresse eines Benutzers ändern',
  UPDATE_USER_PHONE_NUMBER: 'Telefonnummer eines Benutzers ändern',
  INIT_FIAT_ON_RAMP: 'Fiat-On-Ramp starten',
  CREATE_SMART_CONTRACT_INTERFACE: 'Contract-Schnittstelle erstellen',
  DELETE_SMART_CONTRACT_INTERFACE: 'Contract-Schnittstelle löschen',
  ENABLE_AUTH_PROXY: 'Auth-Proxy aktivieren',
  DISABLE_AUTH_PROXY: 'Auth-Proxy deaktivieren',
  UPDATE_AUTH_PROXY_CONFIG: 'Konfiguration des Auth-Proxys ändern',
  CREATE_OAUTH2_CREDENTIAL: 'OAuth-2-Zugangsdaten erstellen',
  UPDATE_OAUTH2_CREDENTIAL: 'OAuth-2-Zugangsdaten ändern',
  DELETE_OAUTH2_CREDENTIAL: 'OAuth-2-Zugangsdaten löschen',
  OAUTH2_AUTHENTICATE: 'Mit OAuth 2 authentifizieren',
  DELETE_WALLET_ACCOUNTS: 'Wallet-Konten löschen',
  DELETE_POLICIES: 'Richtlinien löschen',
  ETH_SEND_RAW_TRANSACTION: 'ETH: rohe Transaktion senden',
  ETH_SEND_TRANSACTION: 'ETH: Transaktion senden',
  CREATE_FIAT_ON_RAMP_CREDENTIAL: 'Fiat-On-Ramp-Zugangsdaten erstellen',
  UPDATE_FIAT_ON_RAMP_CREDENTIAL: 'Fiat-On-Ramp-Zugangsdaten ändern',
  DELETE_FIAT_ON_RAMP_CREDENTIAL: 'Fiat-On-Ramp-Zugangsdaten löschen',
  UPSERT_GAS_USAGE_CONFIG: 'Gas-Konfiguration anlegen oder ändern',
  CREATE_TVC_APP: 'TVC-App erstellen',
  CREATE_TVC_DEPLOYMENT: 'TVC-Deployment erstellen',
  CREATE_TVC_MANIFEST_APPROVALS: 'TVC-Manifest-Genehmigungen erstellen',
  SOL_SEND_TRANSACTION: 'SOL: Transaktion senden',
  UPDATE_ORGANIZATION_NAME: 'Namen der Organisation ändern',
  CREATE_WEBHOOK_ENDPOINT: 'Webhook-Endpunkt erstellen',
  UPDATE_WEBHOOK_ENDPOINT: 'Webhook-Endpunkt ändern',
  DELETE_WEBHOOK_ENDPOINT: 'Webhook-Endpunkt löschen',
  SET_IP_ALLOWLIST: 'Liste erlaubter IPs festlegen',
  REMOVE_IP_ALLOWLIST: 'Liste erlaubter IPs entfernen',
  UPDATE_TVC_APP_LIVE_DEPLOYMENT: 'Aktives Deployment einer TVC-App ändern',
  DELETE_TVC_DEPLOYMENT: 'TVC-Deployment löschen',
  DELETE_TVC_APP_AND_DEPLOYMENTS: 'TVC-App und Deployments löschen',
  RESTORE_TVC_DEPLOYMENT: 'TVC-Deployment wiederherstellen',
  SPARK_SIGN_FROST: 'Spark: mit FROST signieren',
  SPARK_PREPARE_TRANSFER: 'Spark: Transfer vorbereiten',
  SPARK_CLAIM_TRANSFER: 'Spark: Transfer einlösen',
  SPARK_PREPARE_LIGHTNING_RECEIVE: 'Spark: Lightning-Empfang vorbereiten',
  POST_TVC_QUORUM_KEY_SHARE: 'Anteil eines TVC-Quorum-Schlüssels senden',
  CREATE_MFA_POLICY: 'MFA-Richtlinie erstellen',
  UPDATE_MFA_POLICY: 'MFA-Richtlinie ändern',
  DELETE_MFA_POLICY: 'MFA-Richtlinie löschen',
  CREATE_SESSION_PROFILE: 'Sitzungsprofil erstellen',
  EARN_DEPLOY_WRAPPER: 'Earn: Wrapper bereitstellen',
  EARN_DEPOSIT: 'Earn: einzahlen',
  EARN_WITHDRAW: 'Earn: auszahlen',
  EXECUTE_SWAP: 'Swap ausführen',
  UPSERT_SWAP_CONFIG: 'Swap-Konfiguration anlegen oder ändern',
  CREATE_TVC_OPERATOR: 'TVC-Operator erstellen',
  CREATE_TVC_QUORUM_KEY: 'TVC-Quorum-Schlüssel erstellen',
  RE_ENCRYPT_TVC_QUORUM_KEY_SHARE: 'Anteil eines TVC-Quorum-Schlüssels neu verschlüsseln',
  INIT_IMPORT_SECRETS: 'Import von Geheimnissen starten',
  CLAIM_SWAP_FEES: 'Swap-Gebühren einlösen',
  EARN_SET_WRAPPER_STATE: 'Earn: Wrapper-Status festlegen',
  CLAIM_EARN_FEES: 'Earn-Gebühren einlösen',
  UPDATE_WALLET_ACCOUNT_NAME: 'Namen eines Wallet-Kontos ändern',
  ETH_UNDELEGATE_7702: 'ETH: 7702-Delegierung aufheben',
  CREATE_SWAP_QUOTE: 'Swap-Angebot erstellen',
  IMPORT_SECRETS: 'Geheimnisse importieren',
  EXPORT_SECRETS: 'Geheimnisse exportieren',
};

const NAMES: Texts = { ...STATUSES, ...VOTES, ...CREDENTIALS, ...OTHERS };

const ACTIVITY = /^ACTIVITY_TYPE_(\w+?)(?:_V(\d+))?$/;

/** Networks for testing are nouns. */
const NETWORK = /\b(?:mainnet|testnet|signet|regtest)\b/;

/** The German name of a value that the English words name; theirs where it has no words in it. */
function choiceTextDe(value: string): string {
  return valueOf(NAMES, value) ?? activityText(value) ?? choiceText(value).replace(NETWORK, noun);
}

/** `Richtlinie erstellen v3` of `ACTIVITY_TYPE_CREATE_POLICY_V3`. */
function activityText(value: string): string | undefined {
  const [, bare = '', version] = ACTIVITY.exec(value) ?? [];
  const text = valueOf(DEEDS, bare);
  return text !== undefined && version !== undefined ? `${text} v${version}` : text;
}

function valueOf(texts: Texts, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function noun(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `choice.<VALUE>`: the German name of every value that the English words name. */
export function choiceTextsDe(): Texts {
  return Object.fromEntries(
    Object.keys(choiceTexts()).map((key) => [key, choiceTextDe(key.slice('choice.'.length))]),
  );
}
