import { fromHex, randomBytes } from '../src/crypto/bytes.ts';
import { createMac } from '../src/service/enclave.ts';
import { createSetUpCode } from '../src/service/set-up-codes.ts';

/**
 * The master key of the tests' services: who knows it can make set-up codes, as whoever starts a
 * service can.
 */
export const TEST_MASTER = fromHex('5e'.repeat(32));

/** 2096: tests put their services' clocks anywhere before. */
const LATE = 4_000_000_000_000;

/** A set-up code for any service with the tests' master key. */
export const newSetUpCode = (): string =>
  createSetUpCode(createMac(TEST_MASTER), 'local', { now: LATE, random: randomBytes });

/** The address of a service as its set-up link has it. */
export const setUpAddress = (url: string): string => `${url}#${newSetUpCode()}`;

/** Headers with which a program reads the codes "sent". */
export const codeHeaders = (): Record<string, string> => ({ 'X-Set-Up-Code': newSetUpCode() });
