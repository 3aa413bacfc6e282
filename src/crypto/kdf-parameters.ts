// The parameters that a stored password header may ask for. Separate from the derivation, so that
// the service worker can check them without bundling the derivation's WebAssembly.
import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import * as base64url from './base64url.ts';

const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const salt = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,86}$/));

/**
 * These bounds apply on every read (docs/platform.md, Strength of the key derivation). The floor,
 * so that a changed or restored header can't make the password cheap to guess. The ceiling, so that
 * it can't stall the machine.
 */
export const KDF_BOUNDS = {
  argon2id: { memoryKib: [65_536, 131_072], iterations: [3, 24], parallelism: [1, 1] },
  pbkdf2: { iterations: [1_300_000, 20_000_000] },
} as const;

const { argon2id, pbkdf2 } = KDF_BOUNDS;

/** How a password becomes a key. `salt` is base64url of 16 to 64 bytes. */
export const KdfParameters = v.variant('kdf', [
  v.strictObject({
    kdf: v.literal('argon2id'),
    memoryKib: integer(...argon2id.memoryKib),
    iterations: integer(...argon2id.iterations),
    parallelism: integer(...argon2id.parallelism),
    salt,
  }),
  v.strictObject({
    kdf: v.literal('pbkdf2-sha256'),
    iterations: integer(...pbkdf2.iterations),
    salt,
  }),
]);
export type KdfParameters = v.InferOutput<typeof KdfParameters>;

/** The parameters, as a new value. `kdf_refused` for anything outside the bounds. */
export function checkKdfParameters(value: unknown): KdfParameters {
  const parsed = v.safeParse(KdfParameters, value);
  if (!parsed.success) throw refused();
  try {
    base64url.decode(parsed.output.salt);
  } catch {
    throw refused();
  }
  return parsed.output;
}

const cost = v.looseObject({
  kdf: v.picklist(['argon2id', 'pbkdf2-sha256']),
  memoryKib: v.optional(v.number()),
  iterations: v.number(),
  parallelism: v.optional(v.number()),
});

/**
 * Why parameters are outside the bounds: `weak` under a minimum, `heavy` over a maximum, `malformed`
 * for anything else.
 */
export function judgeKdfParameters(value: unknown): 'good' | 'weak' | 'heavy' | 'malformed' {
  if (v.is(KdfParameters, value)) return 'good';
  const parsed = v.safeParse(cost, value);
  if (!parsed.success) return 'malformed';
  const { kdf, memoryKib = 0, iterations, parallelism = 1 } = parsed.output;
  const bounds = kdf === 'argon2id' ? argon2id : pbkdf2;
  const memory = kdf === 'argon2id' ? argon2id.memoryKib : ([0, Infinity] as const);
  if (memoryKib > memory[1] || iterations > bounds.iterations[1] || parallelism > 1) return 'heavy';
  return memoryKib < memory[0] || iterations < bounds.iterations[0] ? 'weak' : 'malformed';
}

function refused(): KeystampError {
  return new KeystampError('kdf_refused');
}
