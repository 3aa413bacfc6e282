import { useEffect, useRef } from 'preact/hooks';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import type { FollowEffects } from '../components/follow-entry.ts';
import { OpenLink } from './open-link.tsx';
import { RecordView } from './record-view.tsx';
import { StatusWatch } from './status-watch.tsx';

export type ResultEffects = FollowEffects & {
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
  const shown = Object.entries(result).filter(([name]) => name !== row.linkMember);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section class="section" aria-label={t('popup.activity.result')}>
      <header class="section-head">
        <h2 ref={head}>{t('popup.activity.result')}</h2>
      </header>
      {row.linkMember && profile && (
        <OpenLink text={result[row.linkMember]} profile={profile} openTab={effects.openTab} />
      )}
      {row.followUp && profile && (
        <StatusWatch
          effects={effects}
          follows={row.followUp}
          result={result}
          profileId={profile.id}
        />
      )}
      <RecordView record={Object.fromEntries(shown)} />
    </section>
  );
}
