import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as v from 'valibot';
import type { KeystampError } from '../../../protocol/errors.ts';
import { historyRecord, type HistoryRecord } from '../../../protocol/history.ts';
import { findText, formatDateTime, formatNumber, t } from '../../i18n.ts';
import { Link } from '../../components/button.tsx';
import { toReadError } from '../../components/errors.ts';
import { Screen, TopBar } from '../../components/layout.tsx';
import { OriginName, siteText } from '../../components/origin-text.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Badge } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../../components/values.tsx';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { useStore } from '../../page/store.ts';
import { hashOf } from '../../page/routes.ts';
import { factText, operationText, originText, subjectText, toneOf } from './record-words.ts';
import './history.css';

type FoundRecord = { readonly record: HistoryRecord; readonly timeline: readonly HistoryRecord[] };

/** A record and what else happened to the same thing; null if there is none. */
function useRecord(sequence: number) {
  const { effects, snapshot } = useStore();
  const [found, setFound] = useState<FoundRecord | null | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const current = snapshot.value;
  const load = async (): Promise<void> => {
    const [stored] = await effects.client.call('history_range', { first: sequence, limit: 1 });
    const parsed = v.safeParse(historyRecord, stored);
    if (!parsed.success || parsed.output.sequence !== sequence) return setFound(null);
    const { id } = parsed.output;
    const timeline = id === null ? [] : await effects.client.call('history_timeline', { id });
    setFound({ record: parsed.output, timeline });
    setError(undefined);
  };
  const tryLoad = () => void load().catch((cause: unknown) => setError(toReadError(cause)));
  useEffect(tryLoad, [current, sequence]);
  return { found, error, retry: tryLoad };
}

type Rows = readonly (readonly [string, ComponentChildren])[];

/** The members of a record that have a value. */
const known = (rows: readonly (readonly [string, ComponentChildren])[]): Rows =>
  rows.filter(([, value]) => value !== null && value !== undefined && value !== '');

const copied = (text: string | null, what: string): readonly [string, ComponentChildren] => [
  what,
  text === null ? null : <CopyText text={text} mono what={what} />,
];

function detailRow([name, value]: readonly [string, string | number]): readonly [string, string] {
  const label = findText(`history.detail.${name}`) ?? visibleText(name);
  if ((name === 'expiresAt' || name === 'made') && typeof value === 'number')
    return [label, formatDateTime(value)];
  if (name === 'operations') return [label, String(value).split(' ').map(operationText).join(', ')];
  if (typeof value === 'number') return [label, formatNumber(value)];
  return [label, findText(`history.${name}.${value}`) ?? visibleText(value)];
}

function RecordedFacts({ record }: { readonly record: HistoryRecord }) {
  const profiles = useStore().snapshot.value?.state.profiles ?? [];
  const { at, origin, profileId, method, details } = record;
  const profile = profiles.find(({ id }) => id === profileId)?.name;
  const asker = originText(origin);
  const isSite = origin !== null && asker === siteText(origin);
  return (
    <section class="section">
      <h2>{t('history.details')}</h2>
      <DescriptionList
        rows={known([
          [t('history.at'), formatDateTime(at)],
          [t('popup.activity.asker'), isSite ? <OriginName origin={origin} /> : asker],
          [
            t('popup.review.profile'),
            profileId && <VisibleText text={profile ?? t('popup.activities.profileGone')} />,
          ],
          [t('popup.method.with'), method && t(`history.method.${method}`)],
          ...Object.entries(details).map(detailRow),
        ])}
      />
    </section>
  );
}

function TechnicalFacts({ record }: { readonly record: HistoryRecord }) {
  const { type, id, activityId, organizationId, keyId, body, reply, previous, digest } = record;
  return (
    <details class="section">
      <summary>{t('popup.activity.ids')}</summary>
      <DescriptionList
        rows={known([
          [t('history.type'), type && <span class="mono break">{visibleText(type)}</span>],
          copied(id, t('history.id')),
          copied(activityId, t('popup.activity.id')),
          copied(organizationId, t('history.organizationId')),
          copied(keyId, t('history.keyId')),
          copied(body, t('history.body')),
          copied(reply, t('history.reply')),
          copied(previous, t('history.previous')),
          copied(digest, t('history.digest')),
        ])}
      />
    </details>
  );
}

/** Everything that happened to the same activity or request, oldest first. */
function Timeline({ found: { record, timeline } }: { readonly found: FoundRecord }) {
  if (timeline.length < 2) return null;
  return (
    <section class="section">
      <h2>{t('history.fact')}</h2>
      <ol class="history-timeline">
        {timeline.map((one) => (
          <li
            key={one.sequence}
            aria-current={one.sequence === record.sequence ? 'step' : undefined}
          >
            <a href={hashOf({ screen: 'history', sequence: one.sequence })}>{factText(one.fact)}</a>
            <span class="muted">{formatDateTime(one.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** One record: what happened, what else happened to the same thing, and its place in the chain. */
export function HistoryRecordScreen({ sequence }: { readonly sequence: number }) {
  const { found, error, retry } = useRecord(sequence);
  const title = t('history.record', { number: formatNumber(sequence) });
  const stamped = found?.timeline.find(({ fact }) => fact === 'stamped');
  return (
    <Screen top={<TopBar title={title} back={hashOf({ screen: 'history' })} focusTitle />}>
      {error && <ErrorState error={error} onRetry={retry} />}
      {found === undefined && !error && <Skeleton rows={6} />}
      {found === null && (
        <EmptyState icon="history" title={t('history.notFound')}>
          {t('history.notFoundText')}
        </EmptyState>
      )}
      {found && (
        <>
          <div class="history-head">
            <p class="history-subject">{subjectText(found.record)}</p>
            <Badge tone={toneOf(found.record.fact)}>{factText(found.record.fact)}</Badge>{' '}
            <span class="muted">
              <RelativeTime at={found.record.at} />
            </span>
          </div>
          <Timeline found={found} />
          <RecordedFacts record={found.record} />
          {stamped?.id && (
            <Link href={hashOf({ screen: 'activity', id: stamped.id })}>{t('history.open')}</Link>
          )}
          <TechnicalFacts record={found.record} />
        </>
      )}
    </Screen>
  );
}
