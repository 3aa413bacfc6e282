import { KeystampError } from '../protocol/errors.ts';
import type { Preparation, Version } from '../protocol/operation-row.ts';
import { loadPart } from '../protocol/load-part.ts';
import type { Values } from '../protocol/parse.ts';
import type { Profile } from '../protocol/profile.ts';

/** What a preparation works with. */
export type PreparationInput = {
  readonly version: Version;
  readonly profile: Profile;
  /** As the page sent them, without the secret fields. */
  readonly parameters: Values;
  /** The secret fields, decrypted. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The profile's key. Null if it only has passkeys. */
  readonly key: { readonly curve: string; readonly publicKey: string } | null;
};

/** The parameters as they will be stamped, not yet checked against the version's schema. */
export async function prepare(input: PreparationInput): Promise<Values> {
  const { version, parameters, secrets } = input;
  const unexpected = Object.keys(secrets).find((name) => version.fields[name]?.secret !== true);
  if (unexpected !== undefined) {
    const detail = { field: `parameters.${unexpected}`, rule: 'unknown_member' } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
  const { prepare: preparation } = version;
  return preparation
    ? PREPARATIONS[preparation.how](input, preparation.field)
    : { ...parameters, ...secrets };
}

type PrepareValues = (input: PreparationInput, name: string) => Promise<Values>;

const PREPARATIONS: Readonly<Record<Preparation['how'], PrepareValues>> = {
  'seal-code': async (input, name) => {
    const { sealCode } = await loadPart(() => import('./seal-code.ts'));
    return sealCode(input, name);
  },
};
