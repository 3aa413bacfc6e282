// The published operations, those that this service has among them: a request for another one of them is
// answered so that a client can tell it from a wrong path (docs/protocol.md, Operations that aren't built).
// Source: the paths of the vendor's clients; test/service/published-operations.test.ts compares.

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

const QUERIES = names(`
  get_active_policies get_activity get_api_key get_api_keys get_app_status get_authenticator
  get_authenticators get_boot_proof get_claim_earn_fees_status get_earn_claim_rewards_status
  get_earn_deploy_status get_earn_deposit_status get_earn_withdraw_status get_gas_usage
  get_ip_allowlist get_latest_boot_proof get_mfa_policies get_mfa_policy get_mfa_status get_nonces
  get_oauth2_credential get_oauth_providers get_onramp_transaction_status get_organization
  get_organization_configs get_policy get_policy_evaluations get_private_key
  get_send_transaction_status get_session_profile get_session_profiles
  get_smart_contract_interface get_swap_status get_tvc_app get_tvc_deployment
  get_tvc_deployment_debug_logs get_tvc_deployment_provisioning_details get_tvc_qos_versions
  get_user get_velocity_control get_wallet get_wallet_account get_wallet_address_balances
  list_activities list_app_proofs list_earn_enabled_vaults list_earn_positions list_earn_rewards
  list_earn_vaults list_email_events list_eth_transaction_history list_fiat_on_ramp_credentials
  list_oauth2_credentials list_policies list_private_key_tags list_private_keys list_secrets
  list_smart_contract_interfaces list_sol_transaction_history list_suborgs list_supported_assets
  list_tvc_app_deployments list_tvc_apps list_tvc_operators list_tvc_quorum_keys list_user_tags
  list_users list_velocity_controls list_verified_suborgs list_wallet_accounts list_wallets
  list_webhook_endpoints validate_tvc_image whoami
`);

const SUBMITS = names(`
  approve_activity claim_earn_fees claim_swap_fees create_api_keys create_api_only_users
  create_authenticators create_fiat_on_ramp_credential create_invitations create_mfa_policy
  create_oauth2_credential create_oauth_providers create_policies create_policy
  create_private_key_tag create_private_keys create_read_only_session create_read_write_session
  create_session_profile create_smart_contract_interface create_sub_organization create_swap_quote
  create_tvc_app create_tvc_deployment create_tvc_manifest_approvals create_tvc_operator
  create_tvc_quorum_key create_user_tag create_users create_velocity_control create_wallet
  create_wallet_accounts create_webhook_endpoint delete_api_keys delete_authenticators
  delete_fiat_on_ramp_credential delete_invitation delete_mfa_policy delete_oauth2_credential
  delete_oauth_providers delete_policies delete_policy delete_private_key_tags delete_private_keys
  delete_secrets delete_smart_contract_interface delete_sub_organization
  delete_tvc_app_and_deployments delete_tvc_deployment delete_user_tags delete_users
  delete_velocity_control delete_wallet_accounts delete_wallets delete_webhook_endpoint
  earn_claim_rewards earn_deploy_wrapper earn_deposit earn_set_wrapper_state earn_withdraw
  email_auth eth_send_raw_transaction eth_send_transaction eth_undelegate_7702 execute_swap
  export_private_key export_secrets export_wallet export_wallet_account import_private_key
  import_secrets import_wallet init_fiat_on_ramp init_import_private_key init_import_secrets
  init_import_wallet init_otp init_otp_auth init_user_email_recovery oauth oauth2_authenticate
  oauth_login otp_auth otp_login post_tvc_quorum_key_share re_encrypt_tvc_quorum_key_share
  recover_user reject_activity remove_ip_allowlist remove_organization_feature
  restore_tvc_deployment set_ip_allowlist set_organization_feature set_tvc_app_live_deployment
  sign_raw_payload sign_raw_payloads sign_transaction sol_send_transaction spark_claim_transfer
  spark_prepare_lightning_receive spark_prepare_transfer spark_sign_frost stamp_login
  update_fiat_on_ramp_credential update_mfa_policy update_oauth2_credential
  update_organization_name update_policy update_private_key_tag update_root_quorum update_user
  update_user_email update_user_name update_user_phone_number update_user_tag update_wallet
  update_webhook_endpoint upsert_swap_config verify_otp
`);

/** Name and path of every published operation. */
export const PUBLISHED_OPERATIONS: readonly { readonly name: string; readonly path: string }[] = [
  ...QUERIES.map((name) => ({ name, path: `/public/v1/query/${name}` })),
  ...SUBMITS.map((name) => ({ name, path: `/public/v1/submit/${name}` })),
];
