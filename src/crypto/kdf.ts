// From password to key-encryption key. Only the pages' Worker imports this: the derivation blocks
// its thread for a third of a second on purpose (docs/platform.md, Key derivation).
import { argon2id } from 'hash-wasm';
import { KeystampError } from '../protocol/errors.ts';
import * as base64url from './base64url.ts';
import { randomBytes, utf8, wipe, type Bytes, type RandomBytes } from './bytes.ts';
import { checkKdfParameters, KDF_BOUNDS, type KdfParameters } from './kdf-parameters.ts';

const KEK_LENGTH = 32;
const SALT_LENGTH = 16;
/**
 * The middle of the 300 to 500 ms that an unlock may take (docs/platform.md, Strength of the key
 * derivation).
 */
const TARGET_MS = 400;
const MIN_TARGET_MS = 300;

/**
 * The key-encryption key, 32 bytes. The password is normalized to Unicode form NFKC, so that it's
 * the same from every keyboard. `kdf_refused` for parameters outside the bounds, `weak_password`
 * for an empty password. The caller wipes the result.
 */
export async function deriveKek(password: string, parameters: KdfParameters): Promise<Bytes> {
  const checked = checkKdfParameters(parameters);
  const secret = utf8(password.normalize('NFKC'));
  if (secret.length === 0) throw new KeystampError('weak_password', 'The password is empty.');
  try {
    return await (checked.kdf === 'argon2id'
      ? deriveByArgon2id(secret, checked)
      : deriveByPbkdf2(secret, checked));
  } finally {
    wipe(secret);
  }
}

type Argon2id = Extract<KdfParameters, { kdf: 'argon2id' }>;
type Pbkdf2 = Extract<KdfParameters, { kdf: 'pbkdf2-sha256' }>;

async function deriveByArgon2id(secret: Bytes, parameters: Argon2id): Promise<Bytes> {
  const kek = await argon2id({
    password: secret,
    salt: base64url.decode(parameters.salt),
    memorySize: parameters.memoryKib,
    iterations: parameters.iterations,
    parallelism: parameters.parallelism,
    hashLength: KEK_LENGTH,
    outputType: 'binary',
  });
  return Uint8Array.from(kek);
}

async function deriveByPbkdf2(secret: Bytes, parameters: Pbkdf2): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const salt = base64url.decode(parameters.salt);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: parameters.iterations },
    key,
    KEK_LENGTH * 8,
  );
  return new Uint8Array(bits);
}

/** Runs one derivation with these parameters and returns how many milliseconds it took. */
export type Measure = (parameters: KdfParameters) => Promise<number>;

/**
 * Parameters for a new vault, with a new salt: Argon2id at its floor, with passes added until an
 * unlock takes 300 to 500 ms on this machine. PBKDF2 is scaled the same way where Argon2id can't
 * run (WebAssembly not allowed). Never below the floors, however slow the machine.
 */
export async function calibrate(
  measure: Measure,
  random: RandomBytes = randomBytes,
): Promise<KdfParameters> {
  const salt = base64url.encode(random(SALT_LENGTH));
  const [memoryKib] = KDF_BOUNDS.argon2id.memoryKib;
  const start: KdfParameters = { kdf: 'argon2id', memoryKib, iterations: 3, parallelism: 1, salt };
  let elapsed: number;
  try {
    // Once, and cold: each unlock compiles the module and fills new memory, too.
    elapsed = await measure(start);
  } catch {
    return calibratePbkdf2(measure, salt);
  }
  const iterations = scaleIterations(KDF_BOUNDS.argon2id.iterations, elapsed);
  return { ...start, iterations };
}

async function calibratePbkdf2(measure: Measure, salt: string): Promise<KdfParameters> {
  const bounds = KDF_BOUNDS.pbkdf2.iterations;
  const start: KdfParameters = { kdf: 'pbkdf2-sha256', iterations: bounds[0], salt };
  return { ...start, iterations: scaleIterations(bounds, await measure(start)) };
}

/** The cost of both derivations is proportional to their iterations. */
function scaleIterations([floor, ceiling]: readonly [number, number], elapsed: number): number {
  if (elapsed >= MIN_TARGET_MS) return floor;
  return Math.min(ceiling, Math.floor((floor * TARGET_MS) / Math.max(elapsed, 1)));
}

/** Times one real derivation with a fixed password, in milliseconds by the given clock. */
export function createMeasure(now: () => number): Measure {
  return async (parameters) => {
    const start = now();
    wipe(await deriveKek('calibration', parameters));
    return now() - start;
  };
}
