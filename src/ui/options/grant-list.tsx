import type { Grant } from '../../protocol/site.ts';
import { choiceText } from '../../protocol/texts.ts';
import { visibleText } from '../forms/visible.ts';
import { number, said, t } from '../i18n.ts';
import { IconButton } from '../kit/button.tsx';
import { tickingNow } from '../kit/clock.ts';
import { Badge } from '../kit/surfaces.tsx';
import { CopyText, RelativeTime } from '../kit/values.tsx';
import { grantStanding, recentUses } from './sites.ts';
import { useStore } from './store.ts';

/** An operation's title in the page's language; the name of one that it does not know. */
export function titleOf(operation: string): string {
  return said(`op.${operation}.title`) ?? operation;
}

/** What a site may do without being asked about each time, and the way to take it back. */
export function GrantList(props: {
  readonly grants: readonly Grant[];
  readonly busy: boolean;
  readonly onRevoke: (grant: Grant) => void;
}) {
  if (props.grants.length === 0) return <p class="muted">{t('options.grants.none')}</p>;
  return (
    <ul class="grants" aria-label={t('options.grants.title')}>
      {props.grants.map((grant) => (
        <li key={grant.id} class="grant">
          <GrantFacts grant={grant} />
          <IconButton
            name="trash"
            danger
            disabled={props.busy}
            label={t('options.grant.revoke', { title: titleOf(grant.operation) })}
            onClick={() => props.onRevoke(grant)}
          />
        </li>
      ))}
    </ul>
  );
}

function GrantFacts({ grant }: { readonly grant: Grant }) {
  const now = tickingNow();
  const standing = grantStanding(grant, now);
  const limits = Object.entries(grant.limits);
  return (
    <div class="grant-facts">
      <span class="row-title">
        {titleOf(grant.operation)}{' '}
        {standing !== 'live' && <Badge>{t(`options.grant.${standing}`)}</Badge>}
      </span>
      {limits.length === 0 && <span class="row-detail">{t('options.grant.anyValues')}</span>}
      {limits.map(([name, value]) => (
        <span class="row-detail" key={name}>
          {t('options.grant.only', { label: labelOf(grant.operation, name) })}{' '}
          <LimitValue value={value} label={labelOf(grant.operation, name)} />
        </span>
      ))}
      <span class="row-detail grant-counts">
        <span>
          {t('options.grant.left', {
            count: Math.max(grant.most - grant.used, 0),
            most: number(grant.most),
          })}
        </span>
        {grant.perHour !== null && (
          <span>
            {t('options.grant.perHour', {
              count: grant.perHour,
              used: number(recentUses(grant, now)),
            })}
          </span>
        )}
        <span>
          {t('options.grant.ends')} <RelativeTime at={grant.expiresAt} />
        </span>
        <span>
          {t('options.site.lastUsed')}{' '}
          {grant.lastUsedAt === null ? (
            t('options.site.never')
          ) : (
            <RelativeTime at={grant.lastUsedAt} />
          )}
        </span>
      </span>
    </div>
  );
}

function labelOf(operation: string, field: string): string {
  return said(`field.${operation}.${field}.label`) ?? field;
}

/** Capital letters with underscores: a value of the service's closed lists. */
const ENUM = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

function LimitValue(props: { readonly value: string | number | boolean; readonly label: string }) {
  const { value, label } = props;
  const { names } = useStore();
  if (typeof value === 'boolean') return t(value ? 'options.grant.yes' : 'options.grant.no');
  if (typeof value === 'number') return number(value);
  if (ENUM.test(value)) return said(`choice.${value}`) ?? choiceText(value);
  const known = names.value.get(value);
  return (
    <>
      {known !== undefined && <span>{visibleText(known)} </span>}
      <CopyText text={visibleText(value)} what={label} mono />
    </>
  );
}
