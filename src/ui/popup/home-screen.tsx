import { useEffect, useState } from 'preact/hooks';
import type { EntryState, EntryView } from '../../protocol/entry.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { Home, Named } from '../../protocol/state.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../kit/button.tsx';
import type { IconName } from '../kit/icon.tsx';
import { Icon } from '../kit/icon.tsx';
import { Screen } from '../kit/layout.tsx';
import { lazyScreen } from '../kit/lazy.tsx';
import { EmptyState, Skeleton } from '../kit/states.tsx';
import { Banner, List, ListRow, Mark } from '../kit/surfaces.tsx';
import { CopyText, RelativeTime } from '../kit/values.tsx';
import { ReadProblem } from '../forms/look.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { useStore } from './context.ts';
import { createDrafts, type Unfinished } from './drafts.ts';
import { EntryRow } from './entry-row.tsx';
import { Menu } from './menu.tsx';
import { titleText } from './names.ts';
import { hashOf } from './route.ts';
import { TimingBanners } from './timing-banners.tsx';

const WaitingList = lazyScreen(async () => (await import('./waiting-list.tsx')).WaitingList);

/** States that ask for a look before anything else. */
const URGENT: readonly EntryState[] = ['waiting', 'pending', 'unknown', 'mismatch'];
const RECENT = 5;
const FEW = 4;
const MOST = 200;
/** As many as the home of a profile that can be read has. */
const NEWEST = 20;

function ProfileButton({ profile }: { readonly profile: Profile }) {
  return (
    <a class="profile-button" href={hashOf({ screen: 'profiles' })}>
      <Mark colour={profile.colour} />
      <span class="hidden">{t('popup.profiles.switch')}</span>
      <span class="profile-name">
        <VisibleText text={profile.name} />
      </span>
      <Icon name="chevron-down" />
    </a>
  );
}

function HomeBar({ profile }: { readonly profile: Profile | undefined }) {
  const store = useStore();
  return (
    <header class="top-bar">
      {profile && <ProfileButton profile={profile} />}
      <span class="top-end">
        <IconButton
          name="refresh"
          label={t('popup.refresh')}
          disabled={store.refreshing.value}
          onClick={() => void store.refresh()}
        />
        <IconButton name="lock" label={t('popup.lock')} onClick={() => void store.lock()} />
        <Menu />
      </span>
    </header>
  );
}

function Section(props: {
  readonly title: string;
  readonly all?: string | undefined;
  /** Beside the title. */
  readonly aside?: preact.ComponentChildren;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <section class="section" aria-label={props.title}>
      <header class="section-head">
        <h2>{props.title}</h2>
        {props.all && <a href={props.all}>{t('popup.home.all')}</a>}
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

function NamedList(props: {
  readonly title: string;
  readonly icon: IconName;
  readonly items: readonly Named[];
  readonly empty: string;
  readonly aside?: preact.ComponentChildren;
}) {
  const { title, items, icon, aside } = props;
  const [all, setAll] = useState(false);
  const shown = items.slice(0, all ? MOST : FEW);
  if (items.length === 0) {
    return (
      <Section title={title} aside={aside}>
        <p class="muted">{props.empty}</p>
      </Section>
    );
  }
  return (
    <Section title={title} aside={aside}>
      <List label={title}>
        {shown.map((item) => (
          <ListRow
            key={item.id}
            lead={<Icon name={icon} />}
            title={<VisibleText text={item.name} />}
            trail={
              <CopyText
                text={item.id}
                mono
                what={t('popup.home.idOf', { name: visibleText(item.name) })}
              />
            }
          />
        ))}
      </List>
      {items.length > FEW && !all && (
        <Button kind="quiet" small onClick={() => setAll(true)}>
          {t('popup.home.showAll', { count: items.length })}
        </Button>
      )}
      {all && items.length > MOST && (
        <p class="help">{t('popup.home.cut', { count: items.length - MOST })}</p>
      )}
    </Section>
  );
}

function Resume({ profile }: { readonly profile: Profile }) {
  const { effects } = useStore();
  const drafts = createDrafts(effects.session);
  const [found, setFound] = useState<Unfinished | undefined>(undefined);
  useEffect(() => {
    setFound(undefined);
    void drafts.read(profile.id).then(setFound);
  }, [profile.id]);
  if (!found) return null;
  return (
    <List label={t('popup.home.unfinished')}>
      <ListRow
        lead={<Icon name="pencil" />}
        href={hashOf({ screen: 'form', operation: found.operation })}
        title={titleText(found.operation)}
        detail={t('popup.home.unfinished')}
      />
    </List>
  );
}

function Entries(props: { readonly title: string; readonly entries: readonly EntryView[] }) {
  return (
    <List label={props.title}>
      {props.entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </List>
  );
}

/** To the full pages about private keys. */
function KeyLinks() {
  const { effects } = useStore();
  return (
    <span class="cluster">
      <Button kind="quiet" small onClick={() => void effects.openOptions('private-keys')}>
        {t('popup.home.addresses')}
      </Button>
      <Button kind="quiet" small onClick={() => void effects.openOptions('import')}>
        {t('popup.home.import')}
      </Button>
    </span>
  );
}

/** What needs a look, or what was done last. */
function Urgent({ entries }: { readonly entries: readonly EntryView[] }) {
  const urgent = entries.filter((one) => URGENT.includes(one.state));
  if (urgent.length === 0) return null;
  return (
    <Section title={t('popup.home.needsYou')}>
      <Entries title={t('popup.home.needsYou')} entries={urgent} />
    </Section>
  );
}

function Recent({ entries }: { readonly entries: readonly EntryView[] }) {
  const rest = entries.filter((one) => !URGENT.includes(one.state)).slice(0, RECENT);
  return (
    <Section title={t('popup.home.recent')} all={hashOf({ screen: 'activities' })}>
      {rest.length > 0 ? (
        <Entries title={t('popup.home.recent')} entries={rest} />
      ) : (
        <p class="muted">{t('popup.home.noActivities')}</p>
      )}
    </Section>
  );
}

function Body({ home, profile }: { readonly home: Home; readonly profile: Profile }) {
  return (
    <>
      <Whose home={home} />
      {home.clockSkewMs !== 0 && (
        <Banner tone="warn" title={t('popup.clock.title')}>
          {t(home.clockSkewMs > 0 ? 'popup.clock.slow' : 'popup.clock.fast', {
            count: Math.round(Math.abs(home.clockSkewMs) / 1000),
          })}
        </Banner>
      )}
      <Resume profile={profile} />
      <Urgent entries={home.entries} />
      <NamedList
        title={t('popup.home.wallets')}
        icon="wallet"
        items={home.wallets}
        empty={t('popup.home.noWallets')}
      />
      <NamedList
        title={t('popup.home.keys')}
        icon="key"
        items={home.privateKeys}
        empty={t('popup.home.noKeys')}
        aside={<KeyLinks />}
      />
      <Recent entries={home.entries} />
    </>
  );
}

/** What is known without the service: the user's own activities. */
function Unread({ profile }: { readonly profile: Profile }) {
  const { client } = useStore().effects;
  const [entries, setEntries] = useState<readonly EntryView[] | undefined>(undefined);
  useEffect(() => {
    const input = { profileId: profile.id, before: null, limit: NEWEST };
    void client.call('activities_list', input).then(setEntries, () => undefined);
  }, [profile.id]);
  return (
    <>
      <Resume profile={profile} />
      {entries && <Urgent entries={entries} />}
      {entries && <Recent entries={entries} />}
    </>
  );
}

/** Whose organization this is, as whom, and how old the picture is. */
function Whose({ home }: { readonly home: Home }) {
  return (
    <p class="whose">
      <span>
        <VisibleText text={home.organizationName} /> · <VisibleText text={home.userName} />
      </span>
      <span class="muted">
        <RelativeTime at={home.at} />
      </span>
    </p>
  );
}

/** What web pages wait for, before everything else. */
function Requests() {
  const count = useStore().snapshot.value?.state.approvals.count ?? 0;
  if (count === 0) return null;
  return (
    <List label={t('popup.requests', { count })}>
      <ListRow
        lead={<Icon name="globe" />}
        href={hashOf({ screen: 'requests' })}
        title={t('popup.requests', { count })}
      />
    </List>
  );
}

/** What of the user's own waits for a passkey. */
function Ceremonies() {
  const count = useStore().snapshot.value?.state.ceremonies ?? 0;
  return count > 0 ? <WaitingList /> : null;
}

/** Organization, what needs you, wallets and keys, recent activities; the way to every operation. */
export function HomeScreen() {
  const store = useStore();
  const profile = store.profile.value;
  const home = store.snapshot.value?.home;
  const error = store.refreshError.value;
  useEffect(() => void store.freshen(), []);
  if (!profile) return <NoProfile />;
  return (
    <Screen
      top={<HomeBar profile={profile} />}
      action={
        <a class="button button-primary wide" href={hashOf({ screen: 'operations' })}>
          <Icon name="plus" />
          <span>{t('popup.home.act')}</span>
          <kbd aria-hidden="true">/</kbd>
        </a>
      }
    >
      <h1 class="hidden">{t('popup.home.title')}</h1>
      <Requests />
      <Ceremonies />
      <TimingBanners profileId={profile.id} />
      {error && <ReadProblem error={error} onRetry={() => void store.refresh()} />}
      {home && <Body home={home} profile={profile} />}
      {!home && error?.code === 'look_needed' && <Unread key={profile.id} profile={profile} />}
      {!home && !error && <Skeleton rows={6} />}
    </Screen>
  );
}

function NoProfile() {
  const { effects } = useStore();
  return (
    <Screen
      top={<HomeBar profile={undefined} />}
      action={
        <Button kind="primary" wide onClick={() => void effects.openOptions()}>
          {t('popup.noProfile.action')}
        </Button>
      }
    >
      <Requests />
      <EmptyState icon="globe" title={t('popup.noProfile.title')}>
        {t('popup.noProfile.text')}
      </EmptyState>
    </Screen>
  );
}
