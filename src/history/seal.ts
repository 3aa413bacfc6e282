import * as v from 'valibot';
import { keyFor, macOfText } from '../crypto/immediate-digest.ts';
import type { Bytes } from '../crypto/bytes.ts';
import { digest, historySequence, type HistoryFact } from '../protocol/history.ts';
import type { ChainEnd } from './record-digest.ts';

/*
 * A chain proves that its records belong together, not who wrote them. Its last record is sealed with
 * a key of the vault, which whoever rewrites the disk does not have (docs/history.md, The seal).
 */

/** Which record was the last one, and the MAC that says so. */
export const seal = v.strictObject({
  sequence: historySequence,
  digest,
  mac: digest,
});
export type Seal = v.InferOutput<typeof seal>;

/** Undefined for anything else. */
export function readSeal(stored: unknown): Seal | undefined {
  const parsed = v.safeParse(seal, stored);
  return parsed.success ? parsed.output : undefined;
}

/** The newest first, which seals; the others did before the vault key changed. */
export type SealKeys = readonly [Bytes, ...Bytes[]];
const KEY_LENGTH = 32;

/** The history's own keys from the outbox keys, which stay in memory across a lock. */
export function sealKeysOf(outboxKeys: Bytes): SealKeys | undefined {
  const keys: Bytes[] = [];
  for (let offset = 0; offset < outboxKeys.length; offset += KEY_LENGTH) {
    const key = outboxKeys.subarray(offset, offset + KEY_LENGTH);
    keys.push(keyFor(key, 'keystamp/history/seal/v1'));
  }
  const [newest, ...others] = keys;
  return newest && [newest, ...others];
}

/** Undefined until the first unlock after a browser start. */
export async function readKeys(from: {
  readonly outboxKeys: () => Promise<Bytes | undefined>;
}): Promise<SealKeys | undefined> {
  const keys = await from.outboxKeys();
  return keys && sealKeysOf(keys);
}

const macOfEnd = (key: Bytes, { sequence, digest: last }: ChainEnd): string =>
  macOfText(key, JSON.stringify(['keystamp/history/seal/v1', sequence, last]));

/** Seals the end of a chain. */
export const sealEnd = ([key]: SealKeys, { sequence, digest: last }: ChainEnd): Seal => ({
  sequence,
  digest: last,
  mac: macOfEnd(key, { sequence, digest: last }),
});

/** Whether Keystamp made this seal, with this vault's keys. */
export const isAuthentic = (keys: SealKeys, one: Seal): boolean =>
  keys.some((key) => macOfEnd(key, one) === one.mac);

export const isSealOf = (one: Seal, end: ChainEnd): boolean =>
  one.sequence === end.sequence && one.digest === end.digest;

/**
 * What can happen before the first unlock after a browser start, without any key in memory. Only such
 * records may lack a seal: everything else was sealed as it was written.
 */
const WITHOUT_KEY: readonly HistoryFact[] = ['declined', 'withdrawn', 'blocked', 'disconnected'];
export const needsNoKey = (fact: HistoryFact): boolean => WITHOUT_KEY.includes(fact);
