import type { ApprovalView } from '../../protocol/approval.ts';
import { listed, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { ErrorState } from '../kit/states.tsx';
import { Badge, List, ListRow } from '../kit/surfaces.tsx';
import type { ApprovalQueue } from './queue.ts';
import { ALL_OF_SITE } from './refuse.tsx';
import { Origin } from '../kit/origin.tsx';

/** What waits of one site, as far as a locked vault tells. */
export type Group = { readonly first: ApprovalView; readonly items: readonly ApprovalView[] };

/** The sites that wait, in the order of their oldest request. */
export function bySite(items: readonly ApprovalView[]): readonly Group[] {
  const groups = new Map<string, ApprovalView[]>();
  for (const item of items) {
    const key = `${item.privateWindow} ${item.origin}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].flatMap((all) => (all[0] ? [{ first: all[0], items: all }] : []));
}

function kinds(items: readonly ApprovalView[]): string {
  const words = (['connect', 'operation'] as const).flatMap((kind) => {
    const count = items.filter((one) => one.wish.kind === kind).length;
    return count > 0 ? [t(`confirm.kinds.${kind}`, { count })] : [];
  });
  return listed(words);
}

/** Who asks, how often and for what kind of thing; refusing needs no unlocked vault. */
export function Waiting({ queue }: { readonly queue: ApprovalQueue }) {
  const items = queue.items.value ?? [];
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
            {bySite(items).map(({ first, items: all }) => (
              <ListRow
                key={first.id}
                title={<Origin origin={first.origin} />}
                detail={
                  <span class="entry-line">
                    {kinds(all)}
                    {first.privateWindow && <Badge tone="info">{t('confirm.private')}</Badge>}
                  </span>
                }
                trail={
                  <Button
                    small
                    busy={queue.deciding.value}
                    onClick={() => void queue.refuseSite(first, ALL_OF_SITE)}
                  >
                    {t(all.length > 1 ? 'confirm.refuseAll' : 'confirm.refuse')}
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
