import { useEffect, useRef } from 'preact/hooks';
import { signsWithKey, type SubmitRow } from '../../protocol/operation-row.ts';
import type { Values } from '../../protocol/parse.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Section } from '../components/surfaces.tsx';
import type { FollowEffects } from '../components/follow-entry.ts';
import { followUpTitle } from '../forms/words.ts';
import { OpenLink } from '../components/open-link.tsx';
import { RecordView } from '../records/record-view.tsx';
import { SignatureCheck } from '../review/lazy-signing.ts';
import { StatusWatch } from './status-watch.tsx';

type ResultEffects = FollowEffects & {
  readonly openTab: (href: string) => Promise<void>;
};

type Props = {
  readonly effects: ResultEffects;
  readonly profile: Profile | undefined;
  readonly row: SubmitRow;
  readonly result: Readonly<Record<string, unknown>>;
};

type ResultProps = Props & {
  /** What was asked for, where that is kept. */
  readonly parameters: Values | null | undefined;
};

function ResultLink({ effects, profile, row, result }: Props) {
  if (!row.linkMember || !profile) return null;
  return <OpenLink text={result[row.linkMember]} profile={profile} openTab={effects.openTab} />;
}

/** What goes on after a completed activity, and the page where it does; nothing for other rows. */
export function FollowUpSection(props: Props) {
  const { effects, profile, row, result } = props;
  if (!row.followUp || !profile) return null;
  const title = followUpTitle(row);
  return (
    <Section title={title}>
      <StatusWatch
        effects={effects}
        row={row}
        follows={row.followUp}
        result={result}
        profileId={profile.id}
      />
      <ResultLink {...props} />
    </Section>
  );
}

/** What a completed activity brought: its record, and a link to open. */
export function ResultSection(props: ResultProps) {
  const { row, result, parameters } = props;
  const shown = Object.entries(result).filter(([name]) => name !== row.linkMember);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A follow-up is shown above the result and matters more, so the page stays there.
    if (!row.followUp) head.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Section title={t('popup.activity.result')} heading={head}>
      {!row.followUp && <ResultLink {...props} />}
      {parameters && signsWithKey(row) && !row.followUp && (
        <SignatureCheck parameters={parameters} result={result} />
      )}
      <RecordView record={Object.fromEntries(shown)} />
    </Section>
  );
}
