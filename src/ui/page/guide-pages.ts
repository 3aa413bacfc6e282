/** The pages of the guide: the names of their files in docs/guide/en and docs/guide/de. */
export const GUIDE_PAGES = [
  'index',
  'wallets',
  'approvals',
  'sites',
  'import',
  'keys',
  'passkeys',
  'activity',
] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];
