import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl, type Profile } from '../../protocol/profile.ts';
import { richText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Banner } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { splitSetUpAddress } from './profile-draft.ts';
import { hashOf } from '../page/routes.ts';
import { ServiceRefusal } from './service-refusal.tsx';
import { useTask } from '../components/task.ts';
import { useAppState, useTabStore } from '../page/tab-store.ts';

/**
 * Where the local service is, by the link that opened the page: it may have another port than last
 * time. The link changes nothing. The user moves a profile, within this computer only, with a fresh
 * proof like any other change of a base URL, and only to a service with the keys that it trusts.
 */
export function LocalServiceNotice({ service }: { readonly service: string }) {
  const { profiles } = useAppState();
  const address = readBaseUrl(splitSetUpAddress(service).baseUrl);
  if (!address.ok || !address.loopback) {
    return <Banner tone="warn" title={t('options.setup.linkRefused')} />;
  }
  const { url } = address;
  if (profiles.some(({ baseUrl }) => baseUrl === url)) return null;
  const localProfiles = profiles.filter((profile) => profile.service === 'local');
  if (localProfiles.length === 0) return <NewLocalService {...{ url, service }} />;
  return (
    <>
      {localProfiles.map((profile) => (
        <MovedService key={profile.id} {...{ profile, url, service }} />
      ))}
    </>
  );
}

const hostOf = (url: string): string => new URL(url).host;

type Address = {
  readonly url: string;
  /** The same, with the code that lets a key in. */
  readonly service: string;
};

function NewLocalService({ url, service }: Address) {
  return (
    <Banner
      title={t('options.local.new', { host: hostOf(url) })}
      action={<AddProfileLink service={service} />}
    />
  );
}

function AddProfileLink({ service }: Pick<Address, 'service'>) {
  return (
    <a class="button" href={hashOf({ screen: 'setup', service })}>
      {t('options.profiles.add')}
    </a>
  );
}

function MovedService({ profile, url, service }: Address & { readonly profile: Profile }) {
  const { effects, refresh } = useTabStore();
  const { client } = effects;
  const task = useTask();
  const move = () =>
    void task.run(async () => {
      const { trust } = await client.call('profiles_probe', { service: 'local', baseUrl: url });
      if (trust?.signer !== profile.trust.signer || trust.otp !== profile.trust.otp) {
        const detail = { field: 'baseUrl', reason: 'other_local_service' } as const;
        throw new KeystampError('invalid_input', undefined, detail);
      }
      await client.call('profiles_save', { ...profile, baseUrl: url });
      await refresh();
      showToast(t('options.profile.saved'), 'good');
      await client.call('profiles_check', { id: profile.id });
    });
  const host = hostOf(url);
  return (
    <>
      <Banner
        title={t('options.local.moved', { host })}
        action={
          <Button busy={task.busy} onClick={move}>
            {t('options.local.use', { host })}
          </Button>
        }
      >
        <p>
          {richText('options.local.movedWhat', {
            name: <VisibleText text={profile.name} />,
            current: hostOf(profile.baseUrl),
          })}
        </p>
      </Banner>
      {task.error && (
        <ServiceRefusal
          error={task.error}
          isLocal
          action={
            task.error.detail?.reason === 'other_local_service' && (
              <AddProfileLink service={service} />
            )
          }
        />
      )}
    </>
  );
}
