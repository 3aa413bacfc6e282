import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SiteView } from '../../protocol/site.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { TextInput } from '../kit/inputs.tsx';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { ManagedSites } from './managed-sites.tsx';
import { Section } from './section.tsx';
import { SiteRow } from './site-row.tsx';
import { byStanding, likes, matchingSites, STANDINGS, type Standing } from './sites.ts';
import { useAppState, useStore, useTask } from './store.ts';

/** From this many sites on there is a field to find one. */
const FILTER_FROM = 8;

/** The sites, read again with every news of the worker. */
function useSites() {
  const { effects } = useStore();
  const state = useAppState();
  const task = useTask();
  const [sites, setSites] = useState<readonly SiteView[] | null>(null);
  // What was asked first must not replace what was answered to a later call.
  const last = useRef(0);
  const take = (next: readonly SiteView[]) => {
    last.current++;
    setSites(next);
  };
  const load = () =>
    void task.run(async () => {
      const asked = ++last.current;
      const next = await effects.client.call('sites_list', {});
      if (asked === last.current) setSites(next);
    });
  useEffect(load, [state]);
  return { sites, take, load, error: task.error };
}

/** Every web page that was connected or blocked, and what each may do. */
export function SitesSection() {
  const { sites, take, load, error } = useSites();
  const [filter, setFilter] = useState('');
  const [asking, setAsking] = useState(false);
  const { profiles } = useAppState();
  const connected = sites?.filter(({ profileId }) => profileId !== null) ?? [];
  const many = (sites?.length ?? 0) >= FILTER_FROM;
  const alike = useMemo(() => {
    const services = profiles.map(({ baseUrl }) => new URL(baseUrl).hostname);
    return likes(sites ?? [], services);
  }, [sites, profiles]);
  const found = sites && many ? matchingSites(sites, filter) : sites;
  return (
    <Section
      title={t('options.section.sites')}
      action={
        connected.length > 0 && (
          <Button small onClick={() => setAsking(true)}>
            {t('options.sites.disconnectAll')}
          </Button>
        )
      }
    >
      <p class="muted">{t('options.sites.what')}</p>
      <ManagedSites />
      {error && <ErrorState error={error} onRetry={load} />}
      {!sites && !error && <Skeleton rows={4} />}
      {sites?.length === 0 && (
        <EmptyState icon="globe" title={t('options.sites.none')}>
          {t('options.sites.noneWhat')}
        </EmptyState>
      )}
      {many && (
        <TextInput
          type="search"
          value={filter}
          onInput={setFilter}
          placeholder={t('options.sites.filter')}
          aria-label={t('options.sites.filter')}
        />
      )}
      {many && (
        <p class="help" role="status">
          {found?.length === 0 && t('kit.noMatch', { text: filter })}
        </p>
      )}
      {found &&
        STANDINGS.map((standing) => (
          <Group key={standing} standing={standing} sites={found} alike={alike} onSites={take} />
        ))}
      <DisconnectAll
        open={asking}
        sites={connected}
        onSites={take}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

function Group(props: {
  readonly standing: Standing;
  readonly sites: readonly SiteView[];
  readonly alike: ReadonlyMap<string, string>;
  readonly onSites: (sites: readonly SiteView[]) => void;
}) {
  const group = byStanding(props.sites)[props.standing];
  if (group.length === 0) return null;
  const title = t(`options.sites.${props.standing}`);
  return (
    <section class="site-group">
      <h2>{title}</h2>
      <ul class="list entries" aria-label={title}>
        {group.map((site) => (
          <SiteRow
            key={site.origin}
            site={site}
            like={props.alike.get(site.origin)}
            onSites={props.onSites}
          />
        ))}
      </ul>
    </section>
  );
}

function DisconnectAll(props: {
  readonly open: boolean;
  readonly sites: readonly SiteView[];
  readonly onSites: (sites: readonly SiteView[]) => void;
  readonly onClose: () => void;
}) {
  const { client } = useStore().effects;
  const task = useTask();
  const { sites, onSites, onClose } = props;
  const disconnect = () =>
    void task.run(async () => {
      for (const { origin } of sites) onSites(await client.call('sites_forget', { origin }));
      onClose();
    });
  return (
    <Dialog
      open={props.open}
      title={t('options.sites.disconnectAllTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="danger" busy={task.busy} onClick={disconnect}>
            {t('options.sites.disconnectAllDo')}
          </Button>
        </>
      }
    >
      <p>{t('options.sites.disconnectAllWhat', { count: sites.length })}</p>
      {task.error && <ErrorState error={task.error} />}
    </Dialog>
  );
}
