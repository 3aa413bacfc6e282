import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/states.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { MAX_WITH_ACCOUNTS } from './account-limit.ts';
import { useRecords } from './object-state.ts';

/** Says that accounts were not read yet, reads them on a click, and counts while they come. */
export function AccountsNote({ wallets }: { readonly wallets: number }) {
  const records = useRecords();
  const isKnown = records.known.value.walletAccount !== undefined;
  const error = records.loadErrors.value.walletAccount;
  const count = records.progress.value.walletAccount;
  const load = () => void records.load('walletAccount');
  if (isKnown) return null;
  if (count !== undefined) return <Progress>{t('table.accounts.reading', { count })}</Progress>;
  if (error) return <ReadProblem error={error} onRetry={load} />;
  if (wallets <= MAX_WITH_ACCOUNTS) return null;
  return (
    <p class="table-note">
      <span class="muted">{t('table.accounts.missing')}</span>
      <Button small onClick={load}>
        {t('table.accounts.load')}
      </Button>
    </p>
  );
}
