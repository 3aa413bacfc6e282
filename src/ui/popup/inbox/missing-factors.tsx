import type { Activity } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';

/** What a user must still prove about themselves, where an activity waits for that. */
export function MissingFactors({ activity }: { readonly activity: Activity }) {
  if (activity.status !== 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED') return null;
  return (
    <Banner tone="warn" title={t('inbox.factors')}>
      {t(activity.canApprove ? 'inbox.factors.yours' : 'inbox.factors.others')}
    </Banner>
  );
}
