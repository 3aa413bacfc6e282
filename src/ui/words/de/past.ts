import type { PastWords } from '../operation-words.ts';

/** Was jeder Vorgang getan hat, sobald er ausgeführt ist. */
export const pastWordsDe: PastWords = {
  import_private_key: {
    default: 'Den privaten Schlüssel „{privateKeyName}“ ({curve}) für {userId} importiert.',
  },
  init_fiat_on_ramp: {
    default:
      'Kauf von {cryptoCurrencyCode} auf {network} über {onrampProvider} begonnen, Auszahlung an {walletAddress}.',
    amount:
      'Kauf von {cryptoCurrencyCode} auf {network} für {fiatCurrencyAmount} {fiatCurrencyCode} über {onrampProvider} begonnen, Auszahlung an {walletAddress}.',
  },
  create_smart_contract_interface: {
    default:
      'Die Schnittstelle „{label}“ ({type}) für den Contract {smartContractAddress} hinzugefügt.',
  },
  update_user_phone_number: {
    default: 'Die Telefonnummer von {userId} auf {userPhoneNumber} gesetzt.',
    remove: 'Die Telefonnummer von {userId} entfernt.',
  },
  update_user_email: {
    default: 'Die E-Mail-Adresse von {userId} auf {userEmail} gesetzt.',
    remove: 'Die E-Mail-Adresse von {userId} entfernt.',
  },
  delete_user_tags: {
    default: 'Die Tags {userTagIds} gelöscht.',
    one: 'Das Tag {userTagIds} gelöscht.',
  },
  verify_otp: { default: 'Den Einmalcode für die Code-Anforderung {otpId} bestätigt.' },
  update_user_name: { default: 'Einen Benutzer in „{userName}“ umbenannt.' },
  update_wallet: {
    default: 'Eine Wallet in „{walletName}“ umbenannt.',
    unnamed: 'Die Wallet {walletId} ohne neuen Namen abgesendet. Es hat sich nichts geändert.',
  },
  init_import_private_key: {
    default: 'Den Import eines privaten Schlüssels für {userId} begonnen.',
  },
  init_import_wallet: { default: 'Den Import einer Wallet für {userId} begonnen.' },
  import_wallet: { default: 'Die Wallet „{walletName}“ für {userId} importiert.' },
  export_wallet: { default: 'Die Wiederherstellungsphrase von {walletId} exportiert.' },
  export_wallet_account: { default: 'Den privaten Schlüssel des Kontos {address} exportiert.' },
  export_private_key: { default: '{privateKeyId} exportiert.' },
  create_users: { default: 'Benutzer in die Organisation aufgenommen: {users}.' },
  delete_users: { default: '{userIds} mit allen API-Schlüsseln und Passkeys gelöscht.' },
  init_otp: { default: 'Einen Einmalcode an {contact} gesendet.' },
  create_wallet: { default: 'Die Wallet „{walletName}“ erstellt.' },
  create_wallet_accounts: { default: 'Der Wallet {walletId} Konten hinzugefügt: {accounts}.' },
  create_user_tag: { default: 'Das Tag „{userTagName}“ erstellt.' },
  update_user_tag: {
    default: 'Das Tag {userTagId} geändert.',
    rename: 'Ein Tag in „{newUserTagName}“ umbenannt.',
    add: 'Das Tag {userTagId} zugewiesen: {addUserIds}.',
    remove: 'Das Tag {userTagId} entfernt bei: {removeUserIds}.',
  },
  create_private_key_tag: { default: 'Das Tag „{privateKeyTagName}“ erstellt.' },
  update_private_key_tag: {
    default: 'Das Tag {privateKeyTagId} geändert.',
    rename: 'Ein Tag in „{newPrivateKeyTagName}“ umbenannt.',
    add: 'Das Tag {privateKeyTagId} zugewiesen: {addPrivateKeyIds}.',
    remove: 'Das Tag {privateKeyTagId} entfernt bei: {removePrivateKeyIds}.',
  },
  delete_private_key_tags: { default: 'Die Tags {privateKeyTagIds} gelöscht.' },
  create_private_keys: { default: 'Diese privaten Schlüssel erzeugt: {privateKeys}.' },
  sign_raw_payload: { default: 'Eine Nachricht mit {signWith} signiert.' },
  sign_raw_payloads: { default: 'Mehrere Nachrichten mit {signWith} signiert.' },
  sign_transaction: { default: 'Eine Transaktion mit {signWith} signiert.' },
  eth_send_transaction: {
    default: 'Eine Transaktion von {from} an {calls} auf {caip2} zum Senden übergeben.',
  },
  delete_wallets: {
    default: '{walletIds} mit allen Konten gelöscht.',
    unexported: '{walletIds} mit allen Konten gelöscht, auch wenn nie exportiert.',
  },
  delete_wallet_accounts: {
    default: '{walletAccountIds} gelöscht.',
    unexported: '{walletAccountIds} gelöscht, auch wenn nie exportiert.',
  },
  delete_private_keys: {
    default: '{privateKeyIds} gelöscht.',
    unexported: '{privateKeyIds} gelöscht, auch wenn nie exportiert.',
  },
  delete_smart_contract_interface: {
    default: 'Die Contract-Schnittstelle {smartContractInterfaceId} gelöscht.',
  },
  create_authenticators: { default: 'Einen Passkey für {userId} hinzugefügt.' },
  delete_authenticators: { default: 'Passkeys von {userId} entfernt: {authenticatorIds}.' },
  create_api_keys: { default: 'API-Schlüssel für {userId} hinzugefügt: {apiKeys}.' },
  delete_api_keys: { default: 'API-Schlüssel von {userId} entfernt: {apiKeyIds}.' },
  create_policy: { default: 'Die Richtlinie {policyName} hinzugefügt.' },
  create_policies: { default: 'Diese Richtlinien hinzugefügt: {policies}.' },
  update_policy: { default: '{policyId} geändert.' },
  delete_policy: { default: '{policyId} gelöscht.' },
  delete_policies: { default: '{policyIds} gelöscht.' },
  update_root_quorum: {
    default: '{userIds} zum Root-Quorum gemacht. Nötige Genehmigungen: {threshold}.',
  },
  update_organization_name: { default: 'Die Organisation in „{organizationName}“ umbenannt.' },
  set_ip_allowlist: {
    default:
      'Die Liste erlaubter IPs festgelegt: Anfragen kommen nur aus diesen Bereichen: {rules}.',
    off: 'Diese Bereiche gespeichert, ohne sie durchzusetzen: {rules}.',
    key: 'Die Liste erlaubter IPs des API-Schlüssels {publicKey} festgelegt: Seine Anfragen kommen nur aus diesen Bereichen: {rules}.',
  },
  remove_ip_allowlist: {
    default: 'Die Liste erlaubter IPs der Organisation entfernt.',
    key: 'Die Liste erlaubter IPs des API-Schlüssels {publicKey} entfernt.',
  },
  create_mfa_policy: {
    default: 'Von {userId} mehr Faktoren verlangt, nach der MFA-Richtlinie {mfaPolicyName}.',
  },
  delete_mfa_policy: { default: 'Die MFA-Richtlinie {mfaPolicyId} von {userId} gelöscht.' },
  approve_activity: { default: 'Die Aktivität mit dem Fingerabdruck {fingerprint} genehmigt.' },
  reject_activity: { default: 'Die Aktivität mit dem Fingerabdruck {fingerprint} abgelehnt.' },
  create_read_only_session: { default: 'Diesen Browser eine Stunde lang lesen lassen.' },
};
