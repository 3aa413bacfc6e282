import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { StampMethodSection, type StampMethodState } from '../forms/stamp-method.tsx';
import { useStore } from '../page/store.ts';

/** What stamps a form that is sent without a review, in a profile that has passkeys. */
export function StampMethodChoice(props: {
  readonly profile: Profile;
  readonly stamping: StampMethodState;
}) {
  const { client } = useStore().effects;
  const { profile, stamping } = props;
  if (!profile.passkeys) return null;
  return (
    <section class="section" aria-label={t('popup.method.choose')}>
      <StampMethodSection client={client} profile={profile} {...stamping} />
      {stamping.method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
    </section>
  );
}
