import { useState } from 'preact/hooks';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { readWildcardGroup, type Grant, type SiteView } from '../../protocol/site.ts';
import { formatDateTime, isoTime, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { tickingNow } from '../components/clock.ts';
import { StateBadge } from '../components/entry-state.tsx';
import { Icon } from '../components/icon.tsx';
import { OriginWarnings, OriginName } from '../components/origin-text.tsx';
import { ErrorState } from '../components/states.tsx';
import { Badge, FactLine, ProfileMark } from '../components/surfaces.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { GrantList, LastUsed, operationTitle } from './grant-list.tsx';
import { hashOf } from '../page/routes.ts';
import { useTask } from '../components/task.ts';
import { useAppState, useTabStore } from '../page/tab-store.ts';

type Props = {
  readonly site: SiteView;
  /** The host of another site that this one looks like. */
  readonly lookalike: string | undefined;
  readonly onSites: (sites: readonly SiteView[]) => void;
};

/** One site: its origin and state, and all details when expanded. */
export function SiteRow(props: Props) {
  const { site, lookalike } = props;
  const { profiles } = useAppState();
  const profile = profiles.find(({ id }) => id === site.profileId);
  // Rendered only when expanded: a hundred sites have thousands of lines of history.
  const [open, setOpen] = useState(false);
  return (
    <li class="entry site">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="row-lead site-lead">
            {profile ? <ProfileMark colour={profile.colour} /> : <Icon name="globe" />}
          </span>
          <span class="row-text entry-text">
            <span class="row-title">
              <SiteName origin={site.origin} />
            </span>
            <OriginWarnings origin={site.origin} lookalike={lookalike} />
            {!site.reached && site.profileId !== null && (
              <span class="cluster">
                <Badge tone="warn">{t('options.site.unreached')}</Badge>
              </span>
            )}
            {site.managed && (
              <span class="cluster">
                <Badge tone="warn">{t('app.managed.site')}</Badge>
              </span>
            )}
            <span class="row-detail">
              <SiteSummary site={site} profile={profile?.name} />
            </span>
          </span>
          <Icon name="chevron-down" />
        </summary>
        {open && <SiteDetails {...props} />}
      </details>
    </li>
  );
}

/** One origin, or a domain with all its subdomains. */
function SiteName({ origin }: { readonly origin: string }) {
  const group = readWildcardGroup(origin);
  if (group === undefined) return <OriginName origin={origin} />;
  return <bdi>{t('options.site.group', { site: group })}</bdi>;
}

function SiteSummary(props: { readonly site: SiteView; readonly profile: string | undefined }) {
  const { lastUsedAt, profileId, grants } = props.site;
  return (
    <FactLine
      facts={[
        profileId !== null && (props.profile ?? t('popup.activities.profileGone')),
        grants.length > 0 && t('options.site.grants', { count: grants.length }),
        <LastUsed at={lastUsedAt} />,
      ]}
    />
  );
}

function SiteDetails({ site, onSites }: Props) {
  const { effects } = useTabStore();
  const task = useTask();
  const change = (call: () => Promise<readonly SiteView[]>) =>
    void task.run(async () => onSites(await call()));
  const revoke = (grants: readonly Grant[]) =>
    change(async () => {
      let remaining: readonly SiteView[] = [];
      for (const { id } of grants) remaining = await effects.client.call('grants_revoke', { id });
      return remaining;
    });
  return (
    <div class="entry-body">
      <SiteDetailList site={site} />
      {site.profileId !== null && (
        <section class="stack-near">
          <h3>{t('options.grants.title')}</h3>
          <GrantList grants={site.grants} busy={task.busy} onRevoke={(grant) => revoke([grant])} />
          {site.grants.length > 1 && (
            <div>
              <Button small busy={task.busy} onClick={() => revoke(site.grants)}>
                {t('options.grants.revokeAll')}
              </Button>
            </div>
          )}
        </section>
      )}
      <section class="stack-near">
        <h3>{t('options.site.history')}</h3>
        <SiteHistory entries={site.history} />
      </section>
      {task.error && <ErrorState error={task.error} />}
      <SiteActions site={site} busy={task.busy} change={change} />
    </div>
  );
}

function SiteDetailList({ site }: { readonly site: SiteView }) {
  const { profiles } = useAppState();
  const profile = profiles.find(({ id }) => id === site.profileId);
  const address = t('options.site.address');
  const isCoolingDown = site.cooldownUntil !== null && site.cooldownUntil > tickingNow();
  return (
    <DescriptionList
      rows={[
        [address, <CopyText text={site.origin} what={address} shorten={false} />],
        ...(site.profileId === null
          ? []
          : ([
              [t('popup.review.profile'), profile?.name ?? t('popup.activities.profileGone')],
              [t('options.site.operations'), <Operations names={site.operations} />],
            ] as const)),
        ...(site.connectedAt === null
          ? []
          : ([[t('options.site.connected'), <RelativeTime at={site.connectedAt} />]] as const)),
        ...(isCoolingDown && site.cooldownUntil !== null
          ? ([[t('options.site.quiet'), <FullTime at={site.cooldownUntil} />]] as const)
          : []),
      ]}
    />
  );
}

function FullTime({ at }: { readonly at: number }) {
  return <time dateTime={isoTime(at)}>{formatDateTime(at)}</time>;
}

function Operations({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return t('options.site.nothing');
  return (
    <ul class="site-operations">
      {names.map((name) => (
        <li key={name}>{operationTitle(name)}</li>
      ))}
    </ul>
  );
}

function SiteHistory({ entries }: { readonly entries: readonly EntryView[] }) {
  if (entries.length === 0) return <p class="muted">{t('popup.activities.none')}</p>;
  return (
    <>
      <ul class="site-history" aria-label={t('options.site.history')}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>{operationTitle(entry.operation)}</span>
            <span class="muted small">
              <RelativeTime at={entry.createdAt} />
            </span>
            <StateBadge state={entry.state} operation={entry.operation} />
          </li>
        ))}
      </ul>
      <p>
        <a href={hashOf({ screen: 'history' })}>{t('options.site.allHistory')}</a>
      </p>
    </>
  );
}

function SiteActions(props: {
  readonly site: SiteView;
  readonly busy: boolean;
  readonly change: (call: () => Promise<readonly SiteView[]>) => void;
}) {
  const { site, busy, change } = props;
  const { client } = useTabStore().effects;
  const { origin, blocked, managed } = site;
  const connected = site.profileId !== null;
  return (
    <>
      {managed && <p>{t('managed.site')}</p>}
      {!site.reached && connected && <p>{t('options.site.unreachedWhat')}</p>}
      <p class="muted">
        {t(blocked ? 'options.site.blockedWhat' : 'options.site.disconnectWhat')}{' '}
        {!blocked && t('options.site.blockWhat')} {t('options.site.groupWhat')}{' '}
        {blocked && connected && t('options.site.unblockWhat')}
      </p>
      <div class="cluster">
        {connected && (
          <Button busy={busy} onClick={() => change(() => client.call('sites_forget', { origin }))}>
            {t('options.site.disconnect')}
          </Button>
        )}
        <Button
          kind={blocked ? 'plain' : 'danger'}
          busy={busy}
          disabled={managed}
          onClick={() => change(() => client.call('sites_block', { origin, blocked: !blocked }))}
        >
          {t(blocked ? 'options.site.unblock' : 'options.site.block')}
        </Button>
      </div>
    </>
  );
}
