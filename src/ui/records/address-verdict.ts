import { useEffect, useState } from 'preact/hooks';
import type { Item } from './pickable-records.ts';
import { textOf } from './record-members.ts';

/** Whether an account's address is the one of its public key. */
export type Verdict = 'consistent' | 'cannot_check' | 'mismatch';

/** An account's facts as text. */
export type Account = {
  readonly address: string;
  readonly format: string;
  readonly curve: string;
  readonly publicKey: string;
};

export function accountOf(item: Item): Account {
  return {
    address: textOf(item, 'address'),
    format: textOf(item, 'addressFormat'),
    curve: textOf(item, 'curve'),
    publicKey: textOf(item, 'publicKey'),
  };
}

/** Derives the address again from the account's public key. The curves load when first needed. */
export async function verdictOf({ address, format, curve, publicKey }: Account): Promise<Verdict> {
  try {
    const { crossCheckAddresses } = await import('../../client/import/address-proof.ts');
    const checked = crossCheckAddresses(curve, [{ format, address }], publicKey || undefined);
    return publicKey === '' ? 'cannot_check' : checked.verdict;
  } catch {
    return 'cannot_check';
  }
}

/** Undefined until it is known. */
export function useVerdict(account: Account): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined);
  const { address, format, curve, publicKey } = account;
  useEffect(() => {
    let isCurrent = true;
    setVerdict(undefined);
    void verdictOf(account).then((found) => isCurrent && setVerdict(found));
    return () => {
      isCurrent = false;
    };
  }, [address, format, curve, publicKey]);
  return verdict;
}
