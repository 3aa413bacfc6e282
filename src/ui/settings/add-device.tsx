import { useState } from 'preact/hooks';
import { KEY_REGISTRATION } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { hashOf } from '../page/routes.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { CopyText, DescriptionList } from '../components/values.tsx';
import { useAppState } from '../page/tab-store.ts';

/** The form that registers an API key for the user who signs in a profile. */
const formFor = (userId: string): string =>
  hashOf({
    screen: 'form',
    operation: KEY_REGISTRATION.name,
    about: { kind: 'user', id: userId },
  });

/** Registers a key of another device for the active profile's user; nothing without a tested profile. */
export function AddDevice() {
  const { profiles, activeProfileId } = useAppState();
  const [isOpen, setOpen] = useState(false);
  const profile = profiles.find(({ id }) => id === activeProfileId);
  if (!profile?.known) return null;
  return (
    <>
      <Button icon="qr" small onClick={() => setOpen(true)}>
        {t('options.device.add')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('options.device.add')}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('app.cancel')}</Button>
            <a class="button button-primary" href={formFor(profile.known.userId)}>
              {t('options.device.read')}
            </a>
          </>
        }
      >
        <DeviceSteps profile={profile} />
      </Dialog>
    </>
  );
}

/** What the other device has to know, and what happens then. */
function DeviceSteps({ profile }: { readonly profile: Profile }) {
  const { organizationId, baseUrl, known } = profile;
  return (
    <div class="stack">
      <ol class="steps-list">
        <li>{t('options.device.onOther')}</li>
        <li>{t('options.device.showsCode')}</li>
        <li>{t('options.device.readHere')}</li>
      </ol>
      <DescriptionList
        rows={[
          [
            t('options.service.baseUrl'),
            <CopyText
              key="url"
              text={baseUrl}
              shorten={false}
              what={t('options.service.baseUrl')}
            />,
          ],
          [
            t('options.service.organization'),
            <CopyText
              key="id"
              text={organizationId}
              shorten={false}
              what={t('options.service.organization')}
            />,
          ],
          [t('options.proof.user'), known?.userName ?? ''],
        ]}
      />
    </div>
  );
}
