import type { PastWords } from '../operation-words.ts';

/** What each operation did once it is carried out: its summary in the past tense. */
export const pastWords: PastWords = {
  import_private_key: {
    default: 'Imported the private key “{privateKeyName}” ({curve}) for {userId}.',
  },
  init_fiat_on_ramp: {
    default:
      'Started buying {cryptoCurrencyCode} on {network} through {onrampProvider}, paid out to {walletAddress}.',
    amount:
      'Started buying {cryptoCurrencyCode} on {network} for {fiatCurrencyAmount} {fiatCurrencyCode} through {onrampProvider}, paid out to {walletAddress}.',
  },
  create_smart_contract_interface: {
    default: 'Added the interface “{label}” ({type}) for the contract {smartContractAddress}.',
  },
  update_user_phone_number: {
    default: 'Set the phone number of {userId} to {userPhoneNumber}.',
    remove: 'Removed the phone number of {userId}.',
  },
  update_user_email: {
    default: 'Set the email address of {userId} to {userEmail}.',
    remove: 'Removed the email address of {userId}.',
  },
  delete_user_tags: {
    default: 'Deleted the tags {userTagIds}.',
    one: 'Deleted the tag {userTagIds}.',
  },
  verify_otp: { default: 'Verified the one-time code sent for request {otpId}.' },
  update_user_name: { default: 'Renamed a user to “{userName}”.' },
  update_wallet: {
    default: 'Renamed a wallet to “{walletName}”.',
    unnamed: 'Submitted the wallet {walletId} without a new name. Nothing changed.',
  },
  init_import_private_key: { default: 'Started importing a private key for {userId}.' },
  init_import_wallet: { default: 'Started importing a wallet for {userId}.' },
  import_wallet: { default: 'Imported the wallet “{walletName}” for {userId}.' },
  export_wallet: { default: 'Exported the recovery phrase of {walletId}.' },
  export_wallet_account: { default: 'Exported the private key of the account {address}.' },
  export_private_key: { default: 'Exported {privateKeyId}.' },
  create_users: { default: 'Added users to the organization: {users}.' },
  delete_users: { default: 'Deleted {userIds}, with all API keys and passkeys.' },
  init_otp: { default: 'Sent a one-time code to {contact}.' },
  create_wallet: { default: 'Created the wallet “{walletName}”.' },
  create_wallet_accounts: { default: 'Added accounts to the wallet {walletId}: {accounts}.' },
  create_user_tag: { default: 'Created the tag “{userTagName}”.' },
  update_user_tag: {
    default: 'Changed the tag {userTagId}.',
    rename: 'Renamed a tag to “{newUserTagName}”.',
    add: 'Added the tag {userTagId} to {addUserIds}.',
    remove: 'Removed the tag {userTagId} from {removeUserIds}.',
  },
  create_private_key_tag: { default: 'Created the tag “{privateKeyTagName}”.' },
  update_private_key_tag: {
    default: 'Changed the tag {privateKeyTagId}.',
    rename: 'Renamed a tag to “{newPrivateKeyTagName}”.',
    add: 'Added the tag {privateKeyTagId} to {addPrivateKeyIds}.',
    remove: 'Removed the tag {privateKeyTagId} from {removePrivateKeyIds}.',
  },
  delete_private_key_tags: { default: 'Deleted the tags {privateKeyTagIds}.' },
  create_private_keys: { default: 'Created these private keys: {privateKeys}.' },
  sign_raw_payload: { default: 'Signed a message with {signWith}.' },
  sign_raw_payloads: { default: 'Signed several messages with {signWith}.' },
  sign_transaction: { default: 'Signed a transaction with {signWith}.' },
  eth_send_transaction: {
    default: 'Handed over a transaction from {from} to {calls} on {caip2} for sending.',
  },
  delete_wallets: {
    default: 'Deleted {walletIds}, with all accounts.',
    unexported: 'Deleted {walletIds}, with all accounts, even if never exported.',
  },
  delete_wallet_accounts: {
    default: 'Deleted {walletAccountIds}.',
    unexported: 'Deleted {walletAccountIds}, even if never exported.',
  },
  delete_private_keys: {
    default: 'Deleted {privateKeyIds}.',
    unexported: 'Deleted {privateKeyIds}, even if never exported.',
  },
  delete_smart_contract_interface: {
    default: 'Deleted the contract interface {smartContractInterfaceId}.',
  },
  create_authenticators: { default: 'Added a passkey for {userId}.' },
  delete_authenticators: { default: 'Removed passkeys of {userId}: {authenticatorIds}.' },
  create_api_keys: { default: 'Added API keys for {userId}: {apiKeys}.' },
  delete_api_keys: { default: 'Removed API keys of {userId}: {apiKeyIds}.' },
  create_policy: { default: 'Added the policy {policyName}.' },
  create_policies: { default: 'Added these policies: {policies}.' },
  update_policy: { default: 'Changed {policyId}.' },
  delete_policy: { default: 'Deleted {policyId}.' },
  delete_policies: { default: 'Deleted {policyIds}.' },
  update_root_quorum: {
    default: 'Made {userIds} the root quorum. Approvals needed: {threshold}.',
  },
  update_organization_name: { default: 'Renamed the organization to “{organizationName}”.' },
  set_ip_allowlist: {
    default: 'Set the IP allowlist: requests come from these ranges only: {rules}.',
    off: 'Stored these ranges without enforcing them: {rules}.',
    key: 'Set the IP allowlist of the API key {publicKey}: its requests come from these ranges only: {rules}.',
  },
  remove_ip_allowlist: {
    default: 'Removed the organization’s IP allowlist.',
    key: 'Removed the IP allowlist of the API key {publicKey}.',
  },
  create_mfa_policy: {
    default: 'Required more factors of {userId}, by the MFA policy {mfaPolicyName}.',
  },
  delete_mfa_policy: { default: 'Deleted the MFA policy {mfaPolicyId} of {userId}.' },
  approve_activity: { default: 'Approved the activity with the fingerprint {fingerprint}.' },
  reject_activity: { default: 'Rejected the activity with the fingerprint {fingerprint}.' },
  create_read_only_session: { default: 'Let this browser read for one hour.' },
};
