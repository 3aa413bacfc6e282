// What an activity lets out or signs, as conditions see it (docs/policies.md, Names).
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { parsePath } from '../derivation.ts';
import { isId } from '../ids.ts';
import { rowOfType } from '../older-versions.ts';
import { parseStoredBody } from '../request-body.ts';
import { privateKeys, wallets, type walletAccounts } from '../schema.ts';
import { findSigner } from '../signer.ts';
import { readPrivateKeyTags } from '../tags.ts';
import { findAccount } from '../wallets.ts';
import { readInterfaces } from './contract-interfaces.ts';
import type { Names } from './evaluate.ts';
import { signedNames, signerNameOf, signingRequestOf } from './signed-names.ts';

/** The names that {@link readTargets} gives. */
export const TARGET_NAMES: ReadonlySet<string> = new Set([
  'wallet',
  'wallet_account',
  'private_key',
  'eth',
  'solana',
]);

/** An activity that may have a target. */
export type TargetedActivity = {
  readonly organizationId: string;
  readonly type: string;
  /** The exact text that was stamped. */
  readonly body: string;
};

/** The names of each activity's target, by the activity's body; nothing for one without a target. */
export type Targets = ReadonlyMap<string, Names>;

export async function readTargets(
  db: Database,
  subjects: readonly TargetedActivity[],
): Promise<Targets> {
  const targets = new Map<string, Names>();
  for (const subject of subjects) {
    const names = await targetOf(db, subject);
    if (names) targets.set(subject.body, names);
  }
  return targets;
}

/** Undefined also for a record that doesn't exist: names of it are errors then. */
async function targetOf(
  db: Database,
  { organizationId, type, body }: TargetedActivity,
): Promise<Names | undefined> {
  const policy = rowOfType(type)?.policy;
  if (typeof policy !== 'object') return undefined;
  if (policy.action === 'SIGN') return signingNames(db, organizationId, type, body);
  const { target } = policy;
  if (!target) return undefined;
  const named = String(parseStoredBody(body).parameters[target.field]);
  if (target.recordKind === 'walletAccount') {
    const found = await findAccount(db, organizationId, named);
    return found && { wallet: walletNames(found.wallet), wallet_account: pathNames(found.account) };
  }
  if (!isId(named)) return undefined;
  if (target.recordKind === 'wallet') {
    const own = and(eq(wallets.organizationId, organizationId), eq(wallets.id, named));
    const [row] = await db.select().from(wallets).where(own);
    return row && { wallet: walletNames(row) };
  }
  const own = and(eq(privateKeys.organizationId, organizationId), eq(privateKeys.id, named));
  const [row] = await db.select().from(privateKeys).where(own);
  return row && { private_key: await privateKeyNames(db, row) };
}

/** What signs, and what it signs. Path members are for exports alone. */
async function signingNames(db: Database, organizationId: string, type: string, body: string) {
  const request = signingRequestOf(type, body);
  const signer = await findSigner(db, organizationId, signerNameOf(request));
  if (!signer) return undefined;
  const interfacesOf = (contract: string) => readInterfaces(db, organizationId, contract);
  const what = await signedNames(request, signer, interfacesOf);
  if (signer.kind === 'private-key') {
    return { private_key: await privateKeyNames(db, signer.key), ...what };
  }
  const { wallet, account } = signer;
  return { wallet: walletNames(wallet), wallet_account: { address: account.address }, ...what };
}

async function privateKeyNames(db: Database, key: typeof privateKeys.$inferSelect): Promise<Names> {
  const tags = await readPrivateKeyTags(db, key.organizationId, [key.id]);
  return { ...walletNames(key), tags: tags.get(key.id) ?? [] };
}

type Exportable = {
  readonly id: string;
  readonly name: string;
  readonly imported: boolean;
  readonly exported: boolean;
};

const walletNames = ({ id, name: label, imported, exported }: Exportable) => ({
  id,
  imported,
  exported,
  label,
});

const HARDENED = 0x8000_0000;

/** The indexes come without the bit that hardens them. */
function pathNames({ address, path }: typeof walletAccounts.$inferSelect) {
  const steps = parsePath(path);
  return {
    address,
    path_indexes: steps.map((step) => BigInt(step % HARDENED)),
    path_hardened: steps.map((step) => step >= HARDENED),
  };
}
