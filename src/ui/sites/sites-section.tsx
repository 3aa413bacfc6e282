import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SiteView } from '../../protocol/site.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { DamagedNotice } from '../components/damaged-notice.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { TextInput } from '../components/inputs.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { TabPage } from '../page/tab-page.tsx';
import { SiteRow } from './site-row.tsx';
import {
  groupSites,
  findLookalikes,
  filterSites,
  SITE_GROUPS,
  type SiteGroup,
} from './site-list.ts';
import { useTask } from '../components/task.ts';
import { useAppState, useTabStore } from '../page/tab-store.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { usePolicy } from '../page/store.ts';

/** With at least this many sites, a search field appears. */
const MIN_SITES_FOR_FILTER = 8;

/** The sites, loaded again whenever the worker reports a new state. */
function useSites() {
  const { effects } = useTabStore();
  const state = useAppState();
  const task = useTask();
  const [sites, setSites] = useState<readonly SiteView[] | null>(null);
  // A slow early call must not overwrite the result of a later one.
  const lastCall = useRef(0);
  const take = (next: readonly SiteView[]) => {
    lastCall.current++;
    setSites(next);
  };
  const load = () =>
    void task.run(async () => {
      const ownCall = ++lastCall.current;
      const next = await effects.client.call('sites_list', {});
      if (ownCall === lastCall.current) setSites(next);
    });
  useEffect(load, [state]);
  return { sites, take, load, error: task.error };
}

/** Every site the user connected or blocked, and what each may do. */
export function SitesSection() {
  const { sites, take, load, error } = useSites();
  const [filter, setFilter] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const { profiles } = useAppState();
  const { client } = useTabStore().effects;
  const connected = sites?.filter(({ profileId }) => profileId !== null) ?? [];
  const hasFilter = (sites?.length ?? 0) >= MIN_SITES_FOR_FILTER;
  const lookalikes = useMemo(() => {
    const services = profiles.map(({ baseUrl }) => new URL(baseUrl).hostname);
    return findLookalikes(sites ?? [], services);
  }, [sites, profiles]);
  const shownSites = sites && hasFilter ? filterSites(sites, filter) : sites;
  return (
    <TabPage
      title={t('app.section.sites')}
      action={
        connected.length > 0 && (
          <Button small onClick={() => setIsConfirming(true)}>
            {t('options.sites.disconnectAll')}
          </Button>
        )
      }
    >
      <p class="muted">{t('options.sites.what')}</p>
      <ManagedSitesNotice />
      <DamagedNotice client={client} kinds={['site', 'pre_approval']} />
      {error && <ErrorState error={error} onRetry={load} />}
      {!sites && !error && <Skeleton rows={4} />}
      {sites?.length === 0 && (
        <EmptyState icon="globe" title={t('options.sites.none')}>
          {t('options.sites.noneWhat')}
        </EmptyState>
      )}
      {hasFilter && (
        <SiteFilter value={filter} onInput={setFilter} hasMatch={shownSites?.length !== 0} />
      )}
      {shownSites &&
        SITE_GROUPS.map((group) => (
          <SiteGroupSection
            key={group}
            group={group}
            sites={shownSites}
            lookalikes={lookalikes}
            onSites={take}
          />
        ))}
      <DisconnectAllDialog
        open={isConfirming}
        sites={connected}
        onSites={take}
        onClose={() => setIsConfirming(false)}
      />
    </TabPage>
  );
}

function SiteFilter(props: {
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly hasMatch: boolean;
}) {
  const label = t('options.sites.filter');
  return (
    <>
      <TextInput
        type="search"
        value={props.value}
        onInput={props.onInput}
        placeholder={label}
        aria-label={label}
      />
      <p class="help" role="status">
        {!props.hasMatch && t('app.noMatch', { text: props.value })}
      </p>
    </>
  );
}

function SiteGroupSection(props: {
  readonly group: SiteGroup;
  readonly sites: readonly SiteView[];
  readonly lookalikes: ReadonlyMap<string, string>;
  readonly onSites: (sites: readonly SiteView[]) => void;
}) {
  const { client } = useTabStore().effects;
  const task = useTask();
  const remove = (origin: string) =>
    void task.run(async () => props.onSites(await client.call('sites_forget', { origin })));
  const members = groupSites(props.sites)[props.group];
  if (members.length === 0) return null;
  const title = t(`options.sites.${props.group}`);
  return (
    <section class="stack-near">
      <h2>{title}</h2>
      <ul class="list entries" aria-label={title}>
        {members.map((site) => (
          <RecordBoundary
            key={site.origin}
            name={site.origin}
            busy={task.busy}
            onRemove={() => remove(site.origin)}
          >
            <SiteRow
              site={site}
              lookalike={props.lookalikes.get(site.origin)}
              onSites={props.onSites}
            />
          </RecordBoundary>
        ))}
      </ul>
      {task.error && <ErrorState error={task.error} />}
    </section>
  );
}

function DisconnectAllDialog(props: {
  readonly open: boolean;
  readonly sites: readonly SiteView[];
  readonly onSites: (sites: readonly SiteView[]) => void;
  readonly onClose: () => void;
}) {
  const { client } = useTabStore().effects;
  const task = useTask();
  const { sites, onSites, onClose } = props;
  const disconnect = () =>
    void task.run(async () => {
      for (const { origin } of sites) onSites(await client.call('sites_forget', { origin }));
      onClose();
    });
  return (
    <ConfirmDialog
      {...task}
      open={props.open}
      title={t('options.sites.disconnectAllTitle')}
      action={t('options.sites.disconnectAllDo')}
      onClose={onClose}
      onConfirm={disconnect}
    >
      <p>{t('options.sites.disconnectAllWhat', { count: sites.length })}</p>
    </ConfirmDialog>
  );
}

function SiteNames({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return t('managed.sitesNone');
  return (
    <ul class="managed-names" tabIndex={0}>
      {names.map((name) => (
        <li key={name} class="break" data-value>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Which sites the organization lets ask, if it says anything about sites. */
function ManagedSitesNotice() {
  const { allowedSites, blockedSites } = usePolicy();
  const rows: [string, preact.ComponentChildren][] = [];
  if (allowedSites) rows.push([t('managed.sitesAllowed'), <SiteNames names={allowedSites} />]);
  if (blockedSites.length > 0) {
    rows.push([t('managed.sitesBlocked'), <SiteNames names={blockedSites} />]);
  }
  if (rows.length === 0) return null;
  return (
    <Banner title={t('managed.sites')} live={false}>
      <p>{t('managed.sitesWhat')}</p>
      <DescriptionList rows={rows} />
    </Banner>
  );
}
