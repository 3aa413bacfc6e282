import { PAGE_OPERATIONS, rowOf } from '../protocol/operations.ts';
import { MAX_GRANT_MS, MAX_USES, type Grant } from '../protocol/site.ts';
import { readGrant } from './grant-validity.ts';

/*
 * What a site may be given at all, wherever it comes from: the confirm window, or a backup.
 */

/** The operations that web pages may ask for, each once. */
export function askableOperations(operations: readonly string[]): string[] {
  return [...new Set(operations)].filter((name) => PAGE_OPERATIONS.includes(name));
}

/**
 * Whether the user may allow an operation in advance, with parameters limited to values. A limit whose
 * name no parameter has would never be met.
 */
export function canBeGranted({ operation, limits }: Pick<Grant, 'operation' | 'limits'>): boolean {
  const row = rowOf(operation);
  if (row?.pageAccess !== 'grant') return false;
  const fieldsOfVersions =
    row.kind === 'submit' ? row.versions.map(({ fields }) => fields) : [row.fields];
  return Object.keys(limits).every((name) =>
    fieldsOfVersions.some((fields) => Object.hasOwn(fields, name)),
  );
}

/** A grant as a file has it: bounded, but maybe for longer or for more than may be granted today. */
export type FileGrant = Omit<Grant, 'mac' | 'started'>;

/**
 * A grant with the terms that may be granted now: it began at the latest now, lasts from then on as
 * long as one may, and has as many uses. Undefined if that leaves nothing that a grant can be.
 */
export function clipGrant(one: FileGrant, now: number): Grant | undefined {
  const createdAt = Math.min(one.createdAt, now);
  return readGrant({
    ...one,
    most: Math.min(one.most, MAX_USES),
    used: Math.min(one.used, MAX_USES),
    perHour: one.perHour === null ? null : Math.min(one.perHour, MAX_USES),
    recent: one.recent.slice(-MAX_USES).map((at) => Math.min(at, now)),
    createdAt,
    expiresAt: Math.min(one.expiresAt, createdAt + MAX_GRANT_MS),
    lastUsedAt: one.lastUsedAt === null ? null : Math.min(one.lastUsedAt, now),
  });
}
