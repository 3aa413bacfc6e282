import { useEffect, useState } from 'preact/hooks';
import { SETTLED_STATES, type EntryState, type EntryView } from '../../protocol/outbox-entry.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { HomeView } from '../../protocol/app-state.ts';
import { richText, t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { HelpLink } from '../components/help-link.tsx';
import { Icon } from '../components/icon.tsx';
import { Screen, TopBar, usePane } from '../components/layout.tsx';
import { toKeystampError } from '../components/errors.ts';
import { createLazyPart, createLazyScreen } from '../components/lazy-screen.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { EmptyState, errorText, Skeleton } from '../components/states.tsx';
import { Banner, FactLine, List, ListRow, Section } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { RelativeTime } from '../components/values.tsx';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { useStore } from './store.ts';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { EntryRow } from '../activities/entry-row.tsx';
import { addOperationWords } from '../forms/operation-words.ts';
import { HOME_KINDS, kindRow, KINDS, MAX_WITH_PARTS, type HomeKind } from '../kinds.ts';
import { ProfileButton } from './profile-button.tsx';
import { guideOf, hashOf } from './routes.ts';
import { Tabs } from './tabs.tsx';
import { TimingBanners } from '../review/timing-banners.tsx';

const objectWords = () => import('../words/en/objects.ts');

const OwnRequestList = createLazyScreen(
  async () => (await import('../review/own-requests.tsx')).OwnRequestList,
);
const OwnKeyNotices = createLazyPart(
  async () => (await import('../components/key-notices.tsx')).OwnKeyNotices,
);
const Steps = createLazyPart(
  async () => (await import('./first-steps.tsx')).FirstSteps,
  objectWords,
);
const CreateLinks = createLazyPart(
  async () => (await import('../records/create-links.tsx')).CreateLinks,
  addOperationWords,
);
/** It comes with all of the forms, which the first paint does not wait for. */
const ResumeDrafts = createLazyPart(
  async () => (await import('../forms/resume-drafts.tsx')).ResumeDrafts,
  addOperationWords,
);
const WalletAccounts = createLazyPart(
  async () => (await import('../records/wallet-accounts.tsx')).WalletAccounts,
  objectWords,
);
const WalletAddressCopy = createLazyPart(
  async () => (await import('../records/account-row.tsx')).WalletAddressCopy,
);
const HomeInbox = createLazyPart(
  async () => (await import('../activities/votes/home-inbox.tsx')).HomeInbox,
  objectWords,
  addOperationWords,
);

/** States that need the user's attention before anything else. */
const URGENT: readonly EntryState[] = ['waiting', 'pending', 'unknown', 'mismatch'];
const MAX_RECENT = 5;
const COLLAPSED_COUNT = 5;
/** As many as the home of a profile that can be read has. */
const ENTRY_LIMIT = 20;

function HomeBar({ profile }: { readonly profile: Profile | undefined }) {
  const store = useStore();
  return (
    <header class="top-bar">
      {profile && <ProfileButton profile={profile} />}
      <span class="top-end">
        <a
          class="icon-button"
          href={hashOf({ screen: 'search' })}
          aria-label={t('app.filter')}
          title={`${t('app.filter')} (/)`}
        >
          <Icon name="search" />
        </a>
        <IconButton
          name="refresh"
          label={t('popup.refresh')}
          disabled={store.refreshing.value}
          onClick={() => void store.refresh()}
        />
        <IconButton name="lock" label={t('popup.lock')} onClick={() => void store.lock()} />
        <HelpLink page={guideOf({ screen: 'home' })} />
      </span>
    </header>
  );
}

/** The first records of a kind. */
function HomeList({ kind, home }: { readonly kind: HomeKind; readonly home: HomeView }) {
  const title = t(`app.place.${kind}`);
  const items = useStore().homeItems(kind);
  const count = home[KINDS[kind].atHome.count];
  const showsParts = kindRow(kind).listsParts && count <= MAX_WITH_PARTS;
  return (
    <Section title={title} aside={<CreateLinks kind={kind} />}>
      {items.length === 0 ? (
        <p class="muted">{t(`popup.home.none.${kind}`)}</p>
      ) : (
        <List label={title}>
          {items.slice(0, COLLAPSED_COUNT).map(({ id, name }) => (
            <ListRow
              key={id}
              lead={<Icon name={kindRow(kind).icon} />}
              href={hashOf({ screen: 'object', kind, id })}
              title={<VisibleText text={name} />}
              detail={showsParts && <WalletAccounts walletId={id} />}
              trail={showsParts && <WalletAddressCopy walletId={id} />}
            />
          ))}
        </List>
      )}
      {count > COLLAPSED_COUNT && (
        <a class="button button-quiet button-small" href={hashOf({ screen: 'list', kind })}>
          {t('popup.home.showAll', { count })}
        </a>
      )}
    </Section>
  );
}

function EntryList(props: { readonly title: string; readonly entries: readonly EntryView[] }) {
  const { client } = useStore().effects;
  const dismiss = ({ id }: EntryView) =>
    void client
      .call('activities_dismiss', { id })
      .catch((cause: unknown) => showToast(errorText(toKeystampError(cause)), 'danger'));
  return (
    <List label={props.title}>
      {props.entries.map((entry) => (
        <RecordBoundary
          key={entry.id}
          name={entry.id}
          // One that still runs stays until it has ended.
          onRemove={SETTLED_STATES.includes(entry.state) ? () => dismiss(entry) : undefined}
        >
          <EntryRow entry={entry} />
        </RecordBoundary>
      ))}
    </List>
  );
}

/** Whether others must approve it next: the user has done what they can. */
const waitsForOthers = ({ state, activity }: EntryView): boolean =>
  state === 'pending' && activity?.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';

/** Activities that need the user's attention, and those that others must approve. */
function UrgentEntries({ entries }: { readonly entries: readonly EntryView[] }) {
  const open = entries.filter((entry) => URGENT.includes(entry.state));
  const groups = [
    [t('popup.home.needsYou'), open.filter((entry) => !waitsForOthers(entry))],
    [t('popup.home.waitsForOthers'), open.filter(waitsForOthers)],
  ] as const;
  return (
    <>
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <Section key={title} title={title}>
              <EntryList title={title} entries={group} />
            </Section>
          ),
      )}
    </>
  );
}

function RecentEntries({ entries }: { readonly entries: readonly EntryView[] }) {
  const recent = entries.filter((entry) => !URGENT.includes(entry.state)).slice(0, MAX_RECENT);
  return (
    <Section
      title={t('popup.home.recent')}
      aside={<a href={hashOf({ screen: 'activities' })}>{t('popup.home.all')}</a>}
    >
      {recent.length > 0 ? (
        <EntryList title={t('popup.home.recent')} entries={recent} />
      ) : (
        <p class="muted">{t('popup.home.noActivities')}</p>
      )}
    </Section>
  );
}

function HomeContent({ home, profile }: { readonly home: HomeView; readonly profile: Profile }) {
  const isPane = usePane() !== undefined;
  return (
    <>
      <OrganizationLine home={home} />
      {home.clockSkewMs !== 0 && (
        <Banner tone="warn" title={t('popup.clock.title')}>
          {t(home.clockSkewMs > 0 ? 'popup.clock.slow' : 'popup.clock.fast', {
            count: Math.round(Math.abs(home.clockSkewMs) / 1000),
          })}
        </Banner>
      )}
      <ResumeDrafts profile={profile} />
      <UrgentEntries entries={home.entries} />
      {isPane ? (
        <RecentEntries entries={home.entries} />
      ) : (
        // A wide page has their lists beside it.
        HOME_KINDS.map((kind) => <HomeList key={kind} {...{ kind, home }} />)
      )}
    </>
  );
}

/** What is known without the service: the user's own activities. */
function HomeWithoutService({ profile }: { readonly profile: Profile }) {
  const { client } = useStore().effects;
  const [entries, setEntries] = useState<readonly EntryView[] | undefined>(undefined);
  useEffect(() => {
    const input = { profileId: profile.id, before: null, limit: ENTRY_LIMIT };
    void client.call('activities_list', input).then(setEntries, () => undefined);
  }, [profile.id]);
  return (
    <>
      <ResumeDrafts profile={profile} />
      {entries && <UrgentEntries entries={entries} />}
      {entries && <RecentEntries entries={entries} />}
    </>
  );
}

/** Whose organization this is, as whom, and how old the picture is. */
function OrganizationLine({ home }: { readonly home: HomeView }) {
  const error = useStore().refreshError.value;
  return (
    <p class="whose">
      <FactLine
        facts={[<VisibleText text={home.organizationName} />, <VisibleText text={home.userName} />]}
      />
      <span class="muted">
        {error ? (
          richText('popup.asOf', { time: <RelativeTime at={home.at} /> })
        ) : (
          <RelativeTime at={home.at} />
        )}
      </span>
    </p>
  );
}

/** The pending requests of sites, before everything else. */
function RequestsLink() {
  const count = useStore().snapshot.value?.state.requests.count ?? 0;
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

/** The user's own pending requests. */
function OwnRequests() {
  const count = useStore().snapshot.value?.state.requests.own ?? 0;
  return count > 0 ? <OwnRequestList /> : null;
}

/** What is left of the set-up, above the wallets. Its code comes only where something may be. */
export function LazyFirstSteps() {
  const state = useStore().state.value;
  const isOver = !state || (state.hidesFirstSteps && state.backup === 'current');
  return isOver ? null : <Steps />;
}

/** Organization, what needs you, wallets and keys, recent activities; the way to every operation. */
export function HomeScreen() {
  const store = useStore();
  const profile = store.profile.value;
  const home = store.snapshot.value?.home;
  const error = store.refreshError.value;
  const title = t('popup.home.title');
  usePageTitle(title);
  useEffect(() => void store.refreshIfStale(), []);
  const isPane = usePane() !== undefined;
  if (!profile) return <NoProfile />;
  const top = isPane ? <TopBar title={title} focusTitle /> : <HomeBar profile={profile} />;
  return (
    <Screen top={top} tabs={<Tabs />}>
      {!isPane && <h1 class="hidden">{title}</h1>}
      {(home?.waiting ?? 0) > 0 && <HomeInbox key={profile.id} profileId={profile.id} />}
      <RequestsLink />
      <OwnRequests />
      <TimingBanners profileId={profile.id} />
      {home && !isPane && <LazyFirstSteps />}
      {home && <OwnKeyNotices />}
      {error && <ReadProblem error={error} onRetry={() => void store.refresh()} />}
      {home && <HomeContent home={home} profile={profile} />}
      {!home && error?.code === 'read_session_needed' && (
        <HomeWithoutService key={profile.id} profile={profile} />
      )}
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
        <Button kind="primary" wide onClick={() => void effects.openPage()}>
          {t('popup.noProfile.action')}
        </Button>
      }
    >
      <RequestsLink />
      <EmptyState icon="globe" title={t('popup.noProfile.title')}>
        {t('popup.noProfile.text')}
      </EmptyState>
    </Screen>
  );
}
