// A policy under which renaming a wallet waits for votes.
import type { Caller, Json } from '../service/harness.ts';

/** Four people have to approve each new name of a wallet. Returns the id of the organization's wallet. */
export async function demandFourApprovals(root: Caller): Promise<string> {
  const { wallets } = (await root.query('list_wallets')).body as { wallets: Json[] };
  await root.submit('create_policy', {
    policyName: 'Four eyes twice',
    effect: 'EFFECT_ALLOW',
    notes: '',
    consensus: 'approvers.count() >= 4',
    condition: "activity.kind == 'UPDATE_WALLET'",
  });
  return String(wallets[0]?.['walletId']);
}
