/** What each sealed thing is called: it opens under its own name only, so no row's box opens in another. */
export const SEAL_LABELS = {
  enclaveKey: (name: string) => `enclave-key:${name}`,
  wallet: (id: string) => `wallet:${id}`,
  walletPassphrase: (id: string) => `wallet-passphrase:${id}`,
  privateKey: (organizationId: string, id: string) => `private-key:${organizationId}:${id}`,
  importTarget: (id: string) => `import-target:${id}`,
  otpTarget: (id: string) => `otp-target:${id}`,
  sentCode: (otpId: string) => `sent-code:${otpId}`,
  activityResult: (id: string) => `activity-result:${id}`,
} as const;
