import type { DeviceCode } from '../../client/device/device-code.ts';
import { t } from '../i18n.ts';
import { useLatest } from './use-reading.ts';

/** The digits by which two people compare a key on two screens; nothing while they load. */
export function ComparisonGroups({ organizationId, publicKey }: DeviceCode) {
  const groups = useLatest(async () => {
    const { comparisonGroups } = await import('../../client/device/device-code.ts');
    return comparisonGroups({ organizationId, publicKey });
  }, [organizationId, publicKey]);
  if (!groups) return null;
  return (
    <div class="comparison" role="group" aria-label={t('app.comparison.label')}>
      <span class="label">{t('app.comparison.label')}</span>
      <GroupGrid groups={groups} />
      <span class="help">{t('app.comparison.what')}</span>
    </div>
  );
}

/** Groups of digits in their order, with a gap for null. */
export function GroupGrid({ groups }: { readonly groups: readonly (string | null)[] }) {
  return (
    <span class="comparison-groups mono" dir="ltr">
      {groups.map((group, at) =>
        group === null ? (
          <span key={at} class="comparison-gap" role="img" aria-label={t('app.comparison.gap')} />
        ) : (
          <span key={at}>{group}</span>
        ),
      )}
    </span>
  );
}
