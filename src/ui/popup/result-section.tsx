import { useEffect, useRef } from 'preact/hooks';
import type { SubmitRow } from '../../protocol/operation.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import type { WatchEffects } from '../kit/watching.ts';
import { OpenLink } from './open-link.tsx';
import { RecordView } from './record-view.tsx';
import { StatusWatch } from './status-watch.tsx';

export type ResultEffects = WatchEffects & {
  readonly openTab: (href: string) => Promise<void>;
};

/** What a completed activity brought: its record, a link to open, a state that goes on. */
export function ResultSection(props: {
  readonly effects: ResultEffects;
  readonly profile: Profile | undefined;
  readonly row: SubmitRow;
  readonly result: Readonly<Record<string, unknown>>;
}) {
  const { effects, profile, row, result } = props;
  const shown = Object.entries(result).filter(([name]) => name !== row.opens);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section class="section" aria-label={t('popup.activity.result')}>
      <header class="section-head">
        <h2 ref={head}>{t('popup.activity.result')}</h2>
      </header>
      {row.opens && profile && (
        <OpenLink text={result[row.opens]} profile={profile} openTab={effects.openTab} />
      )}
      {row.follows && profile && (
        <StatusWatch
          effects={effects}
          follows={row.follows}
          result={result}
          profileId={profile.id}
        />
      )}
      <RecordView record={Object.fromEntries(shown)} />
    </section>
  );
}
