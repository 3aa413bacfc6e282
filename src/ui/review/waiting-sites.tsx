import type { SiteRequestView } from '../../protocol/pending-request.ts';
import { formatList, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ErrorState } from '../components/states.tsx';
import { Badge, List, ListRow } from '../components/surfaces.tsx';
import type { RequestQueue } from './queue.ts';
import { ALL_OF_SITE } from './reject-button.tsx';
import { Origin } from '../components/origin-text.tsx';

/** The pending requests of one site, as far as a locked vault tells. */
export type SiteRequests = {
  readonly first: SiteRequestView;
  readonly items: readonly SiteRequestView[];
};

/** The sites with pending requests, in the order of their oldest one. */
export function groupBySite(items: readonly SiteRequestView[]): readonly SiteRequests[] {
  const groups = new Map<string, SiteRequestView[]>();
  for (const item of items) {
    const key = `${item.privateWindow} ${item.origin}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].flatMap((siteItems) =>
    siteItems[0] ? [{ first: siteItems[0], items: siteItems }] : [],
  );
}

function kindsText(items: readonly SiteRequestView[]): string {
  const texts = (['connect', 'operation'] as const).flatMap((kind) => {
    const count = items.filter((item) => item.requested.kind === kind).length;
    return count > 0 ? [t(`confirm.kinds.${kind}`, { count })] : [];
  });
  return formatList(texts);
}

/** Who asks, how often and for what kind of thing; refusing needs no unlocked vault. */
export function WaitingSites({ queue }: { readonly queue: RequestQueue }) {
  const items = (queue.items.value ?? []).filter((item) => item.asker === 'site');
  const error = queue.listError.value ?? queue.decideError.value;
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void queue.reload()} />}
      <p class="hidden" role="status">
        {items.length > 0 ? t('confirm.waiting', { count: items.length }) : ''}
      </p>
      {items.length > 0 && (
        <div class="waiting">
          <List label={t('confirm.whoWaits')}>
            {groupBySite(items).map(({ first, items: siteItems }) => (
              <ListRow
                key={first.id}
                title={<Origin origin={first.origin} />}
                detail={
                  <span class="entry-line">
                    {kindsText(siteItems)}
                    {first.privateWindow && <Badge tone="info">{t('confirm.private')}</Badge>}
                  </span>
                }
                trail={
                  <Button
                    small
                    busy={queue.isDeciding.value}
                    onClick={() => void queue.refuseSite(first, ALL_OF_SITE)}
                  >
                    {t(siteItems.length > 1 ? 'confirm.rejectAll' : 'confirm.reject')}
                  </Button>
                }
              />
            ))}
          </List>
        </div>
      )}
    </>
  );
}
