// Set-up codes: whoever holds the master key makes them, and each works once. They register a
// person's first key, and let a program on this machine read what the service "sent".
import * as base64url from '../crypto/base64url.ts';
import {
  concat,
  equal,
  fromUtf8,
  toHex,
  utf8,
  type Bytes,
  type RandomBytes,
} from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Database } from './database.ts';
import type { Mac } from './enclave.ts';
import { derivedId } from './ids.ts';
import { conflict, Refusal } from './refusal.ts';
import { verificationTokens } from './schema.ts';

/** `local`: for the helpers under `/local`. `first-user`: registers a root user, if there is none yet. */
const USES = ['local', 'first-user'] as const;
export type CodeUse = (typeof USES)[number];

/** How long a code waits, milliseconds: a day. */
const LIFETIME_MS = 86_400_000;

/** What a code says. */
export type SetUpCode = {
  /** The same for the same code. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Of the user to register; empty in a local code. */
  readonly userName: string;
};

const NONCE_BYTES = 16;
/** Half of the digest: nobody tries 2^127 of them. */
const MAC_BYTES = 16;
/** A use of one byte, a time of eight, the nonce. */
const HEAD_BYTES = 9 + NONCE_BYTES;
/** As long as a code with the longest name is. */
export const MAX_CODE_LENGTH = 450;

const macOf = (mac: Mac, head: Bytes, name: Bytes): Bytes =>
  mac('set-up code', toHex(concat(head, name))).slice(0, MAC_BYTES);

/** A new code, base64url. */
export function createSetUpCode(
  mac: Mac,
  use: CodeUse,
  { now, random, userName = '' }: { now: number; random: RandomBytes; userName?: string },
): string {
  const head = new Uint8Array(HEAD_BYTES);
  head[0] = USES.indexOf(use);
  new DataView(head.buffer).setBigUint64(1, BigInt(now + LIFETIME_MS));
  head.set(random(NONCE_BYTES), HEAD_BYTES - NONCE_BYTES);
  const name = utf8(userName);
  return base64url.encode(concat(head, macOf(mac, head, name), name));
}

/** What a text says that should be a code for this use. 401 that says what is wrong with it. */
export function readSetUpCode(mac: Mac, text: string, use: CodeUse, now: number): SetUpCode {
  const bytes = decode(text);
  const head = bytes.slice(0, HEAD_BYTES);
  const name = bytes.slice(HEAD_BYTES + MAC_BYTES);
  if (!equal(bytes.slice(HEAD_BYTES, HEAD_BYTES + MAC_BYTES), macOf(mac, head, name))) {
    throw codeRefusal('it is not one of this service');
  }
  if (head[0] !== USES.indexOf(use)) throw codeRefusal('it is for something else');
  const expiresAt = Number(new DataView(head.buffer).getBigUint64(1));
  if (now >= expiresAt) throw codeRefusal('it has expired');
  return { id: derivedId('set-up code', toHex(head)), expiresAt, userName: fromUtf8(name) };
}

function decode(text: string): Bytes {
  if (text === '') throw codeRefusal('there is none; the service prints one when it starts');
  try {
    if (text.length <= MAX_CODE_LENGTH) return base64url.decode(text);
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
  }
  throw codeRefusal('it is not one of this service');
}

/** Uses a code up, in the database that all processes share; false if it was used before. */
export async function spendSetUpCode(
  db: Database,
  { id, expiresAt }: SetUpCode,
  organizationId: string,
  now: number,
): Promise<boolean> {
  const spent = await db
    .insert(verificationTokens)
    .values({ id, organizationId, expiresAt, usedAt: now })
    .onConflictDoNothing()
    .returning({ id: verificationTokens.id });
  return spent.length > 0;
}

/** 409: a code works once. */
export const codeUsed = (): Refusal => conflict('set-up code: it was used already');

/** 401 that says what is wrong with a code. */
function codeRefusal(reason: string): Refusal {
  return new Refusal({ grpc: 16, message: `set-up code: ${reason}` });
}
