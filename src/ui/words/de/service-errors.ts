import type { ServiceErrorCode } from '../../../protocol/service-errors.ts';

/** Words of the service's own error codes in German. */
export const serviceErrorWordsDe: Readonly<Record<ServiceErrorCode, string>> = {
  INTERNAL: 'Im Dienst ist ein interner Fehler aufgetreten.',
  ORGANIZATION_NOT_FOUND: 'Keine Organisation hat diese ID. Prüfe die Organisations-ID im Profil.',
  API_OPERATIONS_DISABLED: 'API-Vorgänge sind für diese Organisation ausgeschaltet.',
  SIGNING_QUOTA_EXCEEDED: 'Die Organisation hat ihr Kontingent aufgebraucht.',
  REQUEST_NOT_AUTHORIZED:
    'Dein Benutzer darf das nicht. Eine Richtlinie oder ein fehlendes Recht hat es verhindert.',
  PUBLIC_KEY_NOT_FOUND:
    'Der Dienst kennt diesen API-Schlüssel in dieser Organisation nicht. Registriere dort den öffentlichen Schlüssel oder prüfe die Organisations-ID.',
  RATE_LIMIT_EXCEEDED: 'Zu viele Anfragen. Warte ein paar Sekunden.',
  SIGNATURE_MISSING: 'Die Anfrage kam ohne lesbaren Stempel an.',
  SIGNATURE_INVALID:
    'Der Stempel passt nicht zur Anfrage oder nicht zu dem, was der Dienst über den Schlüssel oder Passkey weiß, von dem er stammt.',
  CREDENTIAL_NOT_FOUND: 'Der Dienst kennt diesen Passkey in dieser Organisation nicht.',
  CREDENTIAL_CONFLICT: 'Diese Zugangsdaten gehören zu mehr als einer Organisation.',
  API_KEY_EXPIRED: 'Der API-Schlüssel ist abgelaufen. Erstelle einen neuen und registriere ihn.',
  REQUEST_INVALID: 'Laut Dienst ist die Anfrage nicht gültig.',
  FORBIDDEN: 'Der Dienst erlaubt das nicht.',
  UNAUTHENTICATED: 'Der Dienst hat die Zugangsdaten nicht akzeptiert.',
  UNSUPPORTED_TRANSACTION_TYPE: 'Der Dienst unterstützt diese Art von Transaktion nicht.',
  INVALID_TRANSACTION: 'Der Dienst kann die Transaktion nicht lesen.',
  INVALID_OIDC_TOKEN: 'Das Identitätstoken ist nicht gültig.',
  INVALID_ORGANIZATION_ID: 'Die Organisations-ID hat nicht das richtige Format.',
  OAUTH2_CREDENTIAL_NOT_FOUND: 'Diese OAuth-2-Zugangsdaten gibt es nicht.',
  OAUTH2_PROVIDER_NOT_FOUND: 'Diesen OAuth-2-Anbieter gibt es nicht.',
  INVALID_OAUTH2_PROVIDER: 'Der OAuth-2-Anbieter ist nicht gültig.',
  OAUTH2_PROVIDER_NOT_CONFIGURED: 'Der OAuth-2-Anbieter ist nicht konfiguriert.',
  INVALID_ACTIVITY_CALLER: 'Dieser Aufrufer kann diese Aktivität nicht einreichen.',
  WALLET_ACCOUNT_NOT_EXPORTED: 'Das Wallet-Konto wurde noch nicht exportiert.',
  INVALID_TIME: 'Die Zeit in der Anfrage ist nicht gültig. Prüfe die Uhr deines Computers.',
  RPC_CALL_ERROR: 'Ein Node, den der Dienst gefragt hat, hat nicht geantwortet.',
  INVALID_EMAIL: 'Der Dienst akzeptiert diese E-Mail-Adresse nicht.',
  INVALID_FQDN: 'Die Domain dieser E-Mail-Adresse gibt es nicht.',
  OAUTH_PROVIDER_ALREADY_EXISTS: 'Dieser OAuth-Anbieter ist schon registriert.',
  EMAIL_SENDING_DISABLED: 'Die Organisation kann keine E-Mails senden.',
  ORGANIZATION_MISMATCH:
    'Die Anfrage gilt für eine andere Organisation als die, zu der dieser Schlüssel gehört.',
  MAX_OTP_INITIATED: 'Zu viele Codes wurden angefordert. Warte ein paar Minuten.',
  TVC_IMAGE_VALIDATION_FAILED: 'Das Image hat die Prüfung nicht bestanden.',
  TRANSACTION_RISK_SCREENING_DENIED: 'Die Risikoprüfung hat die Transaktion abgelehnt.',
  TRANSACTION_RISK_SCREENING_UNVERIFIED: 'Die Risikoprüfung konnte die Transaktion nicht prüfen.',
  TVC_CLIENT_VERSION_TOO_OLD: 'Dieser Client ist zu alt für den Dienst.',
  SWAP_QUOTE_ALREADY_USED: 'Dieses Swap-Angebot wurde schon verwendet.',
};
