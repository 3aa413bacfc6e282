import { ETHEREUM_ADDRESS } from '../../protocol/ethereum-address.ts';
import { readAttestation } from './attestation.ts';
import { createPack, type Pack } from './descriptor.ts';

/*
 * The descriptors that an organization's administrator brings by enterprise policy, and whose attestations count
 * (docs/managed-policy.md, Settings).
 */

/** Whatever an administrator writes, reading it ends. */
const LIMITS = { signers: 100, descriptors: 500, characters: 4_000_000 } as const;

const isText = (value: unknown): value is string => typeof value === 'string';

function textsOf(settings: unknown, name: string, most: number): readonly string[] {
  if (typeof settings !== 'object' || settings === null) return [];
  const list: unknown = (settings as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(list) ? list.slice(0, most).filter(isText) : [];
}

type Brought = { readonly descriptor: unknown; readonly attestation: unknown };

/** JSON of `{descriptor, attestation}`; the second may be left out. */
function readBrought(text: string): readonly Brought[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('descriptor' in value)) return [];
    const { descriptor } = value;
    return [{ descriptor, attestation: 'attestation' in value ? value.attestation : undefined }];
  } catch {
    return [];
  }
}

/** @param now milliseconds since 1970 */
export function readManagedPack(settings: unknown, now: number): Pack {
  const trusted = textsOf(settings, 'descriptorSigners', LIMITS.signers)
    .filter((one) => ETHEREUM_ADDRESS.test(one))
    .map((one) => one.toLowerCase());
  let left: number = LIMITS.characters;
  const brought = textsOf(settings, 'descriptors', LIMITS.descriptors).flatMap((text) => {
    left -= text.length;
    return left < 0 ? [] : readBrought(text);
  });
  const attestations = new Map(brought.map((one) => [one.descriptor, one.attestation]));
  return createPack([...attestations.keys()], (descriptor) => {
    const read = readAttestation(attestations.get(descriptor), descriptor, trusted, now);
    return read.ok ? read.signer : undefined;
  });
}
