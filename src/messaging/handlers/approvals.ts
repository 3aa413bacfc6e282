import { KeystampError } from '../../protocol/errors.ts';
import type { HandlersOf } from './handlers.ts';

type Names = 'approvals_list' | 'approvals_open' | 'approvals_decide' | 'approvals_show';

/** Calls about what web pages wait for. */
export function approvalHandlers(): HandlersOf<Names> {
  const gone = async () => {
    throw new KeystampError('approval_gone');
  };
  return {
    approvals_list: async () => ({ items: [] }),
    approvals_open: gone,
    approvals_decide: gone,
    approvals_show: async () => null,
  };
}
