/*
 * Records at rest that don't have their form any more. They allow nothing and stand in no list, so the user
 * is told of them and can remove them.
 */

export const DAMAGED_KINDS = ['site', 'pre_approval', 'profile', 'activity'] as const;
export type DamagedKind = (typeof DAMAGED_KINDS)[number];

/** How many of a kind are listed at once. The next ones follow once these are removed. */
export const MAX_DAMAGED = 20;
/** Characters of a name: as many as an origin may have. */
export const MAX_DAMAGED_NAME = 300;

/** `name` is the key it is stored under, as text. A profile's is its name, its ID or its place. */
export type DamagedRecord = { readonly kind: DamagedKind; readonly name: string };
