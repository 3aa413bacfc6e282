import type { Client } from '../../client/client.ts';
import { BUILT_IN_QUERIES, ROOT_QUORUM_CHANGE } from '../../protocol/operations.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { Profile } from '../../protocol/profile.ts';
import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Banner, Card, List, ListRow } from '../components/surfaces.tsx';
import { useTask } from '../components/task.ts';
import { ErrorState } from '../components/states.tsx';
import { t } from '../i18n.ts';
import { useLatest } from '../components/use-reading.ts';
import type { Route } from './routes.ts';
import { SoleRootBanner, useIsSoleRoot } from './sole-root.tsx';
import { useStore } from './store.ts';

/*
 * What a new Keystamp still lacks, above the wallets: it goes when it is done, or put away. That a
 * backup is missing is said for as long as it is.
 */

/** Whether the profile's user has more than the one key of this device; undefined until it's known. */
function useHasSecondWay(client: Client, profile: Profile): boolean | undefined {
  const userId = profile.known?.userId;
  const read = async () => {
    const { name: operation, result } = BUILT_IN_QUERIES.apiKeys;
    const input = { profileId: profile.id, operation, parameters: { userId } };
    const answer = await client.call('query', input);
    return parseOrThrow(result, answer, '', 'service_malformed').apiKeys.length > 1;
  };
  const isRead = !profile.passkeys && userId !== undefined;
  // A hint: whatever is wrong with the service shows elsewhere.
  const hasKeys = useLatest(
    () => (isRead ? read() : undefined),
    [profile.id, profile.passkeys, userId],
  );
  return profile.passkeys ? true : hasKeys;
}

type Step = {
  readonly name: 'backup' | 'second' | 'root' | 'notify';
  readonly icon: IconName;
  readonly route: Route;
  readonly isDone: boolean;
};

const ROOT_STEP: Step = {
  name: 'root',
  icon: 'user',
  route: { screen: 'form', operation: ROOT_QUORUM_CHANGE.name },
  isDone: false,
};

export function FirstSteps() {
  const store = useStore();
  const { state, profile: active, effects } = store;
  const [shown, profile] = [state.value, active.value];
  if (!shown || !profile) return null;
  if (shown.hidesFirstSteps) return shown.backup === 'current' ? null : <BackupReminder />;
  return <FirstStepList key={profile.id} profile={profile} client={effects.client} />;
}

function BackupReminder() {
  const { state, go } = useStore();
  const isChanged = state.value?.backup === 'changed';
  return (
    <Banner
      tone="warn"
      live={false}
      title={t(isChanged ? 'object.first.changed' : 'object.first.none')}
      action={
        <Button small onClick={() => go({ screen: 'backup' })}>
          {t('object.first.backup')}
        </Button>
      }
    />
  );
}

function FirstStepList({
  profile,
  client,
}: {
  readonly profile: Profile;
  readonly client: Client;
}) {
  const { state, accept, go } = useStore();
  const hasSecondWay = useHasSecondWay(client, profile);
  const isSoleRoot = useIsSoleRoot(client, profile, hasSecondWay === false);
  const hide = useTask();
  const { backup = 'current', settings } = state.value ?? {};
  const steps: readonly Step[] = [
    { name: 'backup', icon: 'down', route: { screen: 'backup' }, isDone: backup === 'current' },
    {
      name: 'second',
      icon: 'passkey',
      route: { screen: 'profile', id: profile.id },
      isDone: hasSecondWay !== false,
    },
    ...(isSoleRoot ? [ROOT_STEP] : []),
    {
      name: 'notify',
      icon: 'info',
      route: { screen: 'appearance' },
      isDone: settings?.notify === true,
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  const putAway = () => hide.run(async () => accept(await client.call('first_steps_hide', {})));
  return (
    <Card title={t('object.first.title')}>
      {isSoleRoot && <SoleRootBanner />}
      <List label={t('object.first.title')}>
        {steps.map(({ name, icon, route, isDone }) => (
          <ListRow
            key={name}
            lead={<Icon name={isDone ? 'check' : icon} />}
            {...(isDone ? {} : { onClick: () => go(route) })}
            title={t(`object.first.${name}`)}
            detail={
              isDone
                ? t('object.first.done')
                : t(
                    name === 'backup' && backup === 'changed'
                      ? 'object.first.changed'
                      : `object.first.${name}What`,
                  )
            }
          />
        ))}
      </List>
      {hide.error && <ErrorState error={hide.error} />}
      <Button kind="quiet" small busy={hide.busy} onClick={() => void putAway()}>
        {t('object.first.hide')}
      </Button>
    </Card>
  );
}
