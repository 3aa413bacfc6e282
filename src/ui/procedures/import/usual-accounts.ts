import type { AccountPlan } from '../../../client/import/sealable-phrase.ts';
import { nextAccount, type AccountDefaults } from '../../forms/accounts.ts';

/** The first accounts of a chain by its default paths; none for a chain without them. */
export function plansOfChain(chain: string, count: number): readonly AccountPlan[] {
  const plans: AccountDefaults[] = [];
  while (plans.length < count) {
    const plan = nextAccount(chain, plans);
    if (!plan) break;
    plans.push(plan);
  }
  return plans;
}
