import { parsePrivateKey, type PastedKey } from '../../src/keys/private-key.ts';
import { KeyRefusal } from '../../src/keys/refusal.ts';
import type { Choice } from '../../src/keys/form.ts';

type Input = string | Uint8Array;

/** The refusal that a text gets. Fails when it is read, or when anything else is thrown. */
export function refusalOf(input: Input, choice?: Choice): KeyRefusal {
  const outcome = outcomeOf(input, choice);
  if (outcome instanceof KeyRefusal) return outcome;
  throw new Error(`read as ${outcome.kind}`);
}

/** What reading gives or throws; only a {@link KeyRefusal} is caught. */
export function outcomeOf(input: Input, choice?: Choice): PastedKey | KeyRefusal {
  try {
    return parsePrivateKey(input, choice);
  } catch (error) {
    if (error instanceof KeyRefusal) return error;
    throw error;
  }
}
