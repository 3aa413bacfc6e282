import type { Grant } from '../../protocol/site.ts';
import { visibleText } from '../forms/visible.ts';
import { formatNumber, findText, richText, t } from '../i18n.ts';
import { IconButton } from '../components/button.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { tickingNow } from '../components/clock.ts';
import { Badge } from '../components/surfaces.tsx';
import { CopyText, RelativeTime } from '../components/values.tsx';
import { choiceWord } from '../forms/words.ts';
import { grantState, countRecentUses } from './site-list.ts';
import { useTabStore } from '../page/tab-store.ts';

/** An operation's title in the page's language, or its name if the operation is unknown. */
export function operationTitle(operation: string): string {
  return findText(`op.${operation}.title`) ?? operation;
}

/** What a site may do without asking the user each time, with a button to revoke each grant. */
export function GrantList(props: {
  readonly grants: readonly Grant[];
  readonly busy: boolean;
  readonly onRevoke: (grant: Grant) => void;
}) {
  if (props.grants.length === 0) return <p class="muted">{t('options.grants.none')}</p>;
  return (
    <ul class="grants" aria-label={t('options.grants.title')}>
      {props.grants.map((grant) => (
        <RecordBoundary
          key={grant.id}
          name={grant.id}
          busy={props.busy}
          onRemove={() => props.onRevoke(grant)}
        >
          <li class="grant">
            <GrantDetails grant={grant} />
            <IconButton
              name="trash"
              danger
              disabled={props.busy}
              label={t('options.grant.revoke', { title: operationTitle(grant.operation) })}
              onClick={() => props.onRevoke(grant)}
            />
          </li>
        </RecordBoundary>
      ))}
    </ul>
  );
}

function GrantDetails({ grant }: { readonly grant: Grant }) {
  const now = tickingNow();
  const state = grantState(grant, now);
  const limits = Object.entries(grant.limits);
  return (
    <div class="grant-facts">
      <span class="row-title">
        {operationTitle(grant.operation)}{' '}
        {state !== 'live' && <Badge>{t(`options.grant.${state}`)}</Badge>}
      </span>
      {limits.length === 0 && <span class="row-detail">{t('options.grant.anyValues')}</span>}
      {limits.map(([name, value]) => (
        <span class="row-detail" key={name}>
          {richText('options.grant.only', {
            label: fieldLabel(grant.operation, name),
            value: <LimitValue value={value} label={fieldLabel(grant.operation, name)} />,
          })}
        </span>
      ))}
      <span class="row-detail grant-counts">
        <span>
          {t('options.grant.left', {
            count: Math.max(grant.most - grant.used, 0),
            most: formatNumber(grant.most),
          })}
        </span>
        {grant.perHour !== null && (
          <span>
            {t('options.grant.perHour', {
              count: grant.perHour,
              used: formatNumber(countRecentUses(grant, now)),
            })}
          </span>
        )}
        <span>
          {richText('options.grant.ends', { time: <RelativeTime at={grant.expiresAt} /> })}
        </span>
        <span>
          <LastUsed at={grant.lastUsedAt} />
        </span>
      </span>
    </div>
  );
}

/** When a site or a pre-approval was last used, if it was. */
export function LastUsed({ at }: { readonly at: number | null }) {
  if (at === null) return t('options.site.never');
  return <>{richText('options.site.lastUsed', { time: <RelativeTime at={at} /> })}</>;
}

function fieldLabel(operation: string, field: string): string {
  return findText(`field.${operation}.${field}.label`) ?? field;
}

/** Capital letters with underscores: a value from one of the service's enums. */
const ENUM_VALUE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

function LimitValue(props: { readonly value: string | number | boolean; readonly label: string }) {
  const { value, label } = props;
  const { names } = useTabStore();
  if (typeof value === 'boolean') return t(value ? 'popup.yes' : 'popup.no');
  if (typeof value === 'number') return formatNumber(value);
  if (ENUM_VALUE.test(value)) return choiceWord(value);
  const knownName = names.value.get(value);
  return (
    <>
      {knownName !== undefined && <span>{visibleText(knownName)} </span>}
      <CopyText text={visibleText(value)} what={label} mono />
    </>
  );
}
