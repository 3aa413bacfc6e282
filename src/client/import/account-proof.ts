import { prove, type ProofLine } from '../../addresses/proof.ts';
import { toHex } from '../../crypto/bytes.ts';
import type { ProofVerdict } from './address-proof.ts';
import type { DerivedAccount } from './sealable-phrase.ts';

/*
 * Whether the addresses that a service gives for a wallet's accounts are those of its phrase.
 */

/** One account of a checked answer. */
type AccountProofLine = ProofLine & { readonly path?: string };
export type ProvedAccounts = {
  readonly verdict: ProofVerdict;
  readonly lines: readonly AccountProofLine[];
};

/** The worst line decides. Without any account, nothing is proved. */
function verdictOf(lines: readonly AccountProofLine[]): ProofVerdict {
  const has = (kind: ProofLine['proof']['kind']) => lines.some(({ proof }) => proof.kind === kind);
  if (has('mismatch') || has('missing')) return 'mismatch';
  if (has('cannot_check') || lines.length === 0) return 'cannot_check';
  return has('other_reading') ? 'other_reading' : 'proved';
}

function lineOf(account: DerivedAccount, address: string | undefined): AccountProofLine {
  const { addressFormat: format, path } = account;
  if (address === undefined) {
    return { format, path, isRequested: true, proof: { kind: 'missing' } };
  }
  const proof =
    account.fault === undefined
      ? prove(account.publicKey, { format, address })
      : ({ kind: 'cannot_check' } as const);
  return { format, path, address, isRequested: true, proof };
}

/**
 * Checks the addresses in the answer to an import, which come in the order of the accounts
 * (docs/protocol.md, Recovery phrases). One more than was asked for belongs to no account.
 */
export function proveAddresses(
  accounts: readonly DerivedAccount[],
  addresses: readonly string[],
): ProvedAccounts {
  const lines = accounts.map((account, at) => lineOf(account, addresses[at]));
  const others = addresses.slice(accounts.length).map((address): AccountProofLine => ({
    format: '',
    address,
    isRequested: false,
    proof: { kind: 'mismatch' },
  }));
  const all = [...lines, ...others];
  return { verdict: verdictOf(all), lines: all };
}

/** An account as a list of the service has it. */
export type ListedAccount = {
  readonly path: string;
  readonly curve: string;
  readonly addressFormat: string;
  readonly address: string;
  readonly publicKey?: string | undefined;
};

/** Checks accounts that the service lists, each with its path, against what a phrase derives. */
export function proveListedAccounts(
  derive: (account: ListedAccount) => DerivedAccount | undefined,
  listed: readonly ListedAccount[],
): ProvedAccounts {
  const lines = listed.map((account): AccountProofLine => {
    const { addressFormat: format, address, path } = account;
    const derived = derive(account);
    if (!derived || derived.fault !== undefined) {
      return { format, address, path, isRequested: true, proof: { kind: 'cannot_check' } };
    }
    const stated = account.publicKey?.toLowerCase();
    if (stated !== undefined && stated !== toHex(derived.publicKey.bytes)) {
      const proof = { kind: 'mismatch', expected: derived.address } as const;
      return { format, address, path, isRequested: true, proof };
    }
    return lineOf(derived, address);
  });
  return { verdict: verdictOf(lines), lines };
}
