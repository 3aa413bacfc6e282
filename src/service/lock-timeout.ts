/**
 * How long a statement waits for another transaction's lock before we retry its own transaction, as
 * PostgreSQL writes it.
 */
export const LOCK_TIMEOUT = '2s';
