import type { ManagedFault } from '../../protocol/managed-policy.ts';
import { allowsProfile, allowsService } from '../../protocol/managed-policy.ts';
import type { Profile } from '../../protocol/profile.ts';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { useAppState } from '../page/tab-store.ts';
import { usePolicy } from '../page/store.ts';

/** Where a value is set, by the name the administrator used. */
function settingText({ setting, entry }: ManagedFault): string {
  if (setting === '') return t('managed.all');
  const name = visibleText(setting);
  return entry === null ? name : t('managed.entry', { setting: name, entry });
}

/** The values that an administrator has to correct, each with what's wrong with it. */
export function ManagedNotice() {
  const { faults } = useAppState().managed;
  if (faults.length === 0) return null;
  return (
    <div data-managed-notice>
      <Banner tone="warn" title={t('managed.ignored')} live={false}>
        <p>{t('managed.ignoredWhat')}</p>
        <ul class="causes">
          {faults.map((fault) => (
            <li key={`${fault.setting} ${fault.entry} ${fault.problem}`}>
              <strong class="break">{settingText(fault)}</strong>{' '}
              {t(`managed.problem.${fault.problem}`)}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** Why nothing is signed with a profile. Empty if the organization allows the profile. */
export function ManagedProfileNotice({ profile }: { readonly profile: Profile }) {
  const policy = usePolicy();
  if (allowsProfile(policy, profile)) return null;
  return (
    <Banner tone="warn" title={t('managed.profile')} live={false}>
      {t(allowsService(policy, profile) ? 'managed.profileSigner' : 'managed.profilePlace')}
    </Banner>
  );
}
