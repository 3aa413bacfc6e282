import type { apiKeys } from './schema.ts';

type ApiKeyLifetime = Pick<typeof apiKeys.$inferSelect, 'createdAt' | 'expirationSeconds'>;

/** When an API key ends, milliseconds since the epoch; Infinity for long-lived ones. */
export function expiryOf({ createdAt, expirationSeconds }: ApiKeyLifetime): number {
  return expirationSeconds === null ? Infinity : createdAt + expirationSeconds * 1000;
}
