/** The pages of the guide: the names of their files in docs/guide/en and docs/guide/de. */
export const GUIDE_PAGES = [
  'index',
  'set-up',
  'wallets',
  'signing',
  'people',
  'approvals',
  'policies',
  'sites',
  'import',
  'export',
  'keys',
  'passkeys',
  'activity',
  'backup',
] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];
