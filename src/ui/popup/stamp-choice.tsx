import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { StampedWith, type Stamping } from '../forms/method.tsx';
import { useStore } from './context.ts';

/** What stamps a form that is sent without a review, in a profile that has passkeys. */
export function StampChoice(props: { readonly profile: Profile; readonly stamping: Stamping }) {
  const { client } = useStore().effects;
  const { profile, stamping } = props;
  if (!profile.passkeys) return null;
  return (
    <section class="section" aria-label={t('popup.method.with')}>
      <StampedWith client={client} profile={profile} {...stamping} />
      {stamping.method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
    </section>
  );
}
