import { useEffect } from 'preact/hooks';
import { signsWithKey, versionOfType } from '../../protocol/operation-row.ts';
import { submitRowOfType } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { isApprovable, type VoteMessage } from '../../protocol/vote-verdict.ts';
import { isWaiting } from '../../protocol/voting-window.ts';
import { findText, t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { PolicyConsequence } from '../records/lazy-policy.ts';
import { sourcesOf } from '../records/pickable-records.ts';
import { Sentence } from '../forms/parts.tsx';
import type { Records } from '../records/records.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { summaryOf, variantOf } from '../forms/review-subject.ts';
import { changesPolicies } from '../forms/typed-policy.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord, summaryText } from '../forms/words.ts';
import { SignedReview } from './lazy-signing.ts';
import { useCheck } from '../activities/votes/use-check.ts';
import { VerdictBanner } from '../activities/votes/verdict-banner.tsx';
import { WholeJson } from '../activities/votes/whole-json.tsx';
import type { LookupEffects } from './request-review.tsx';

type Props = {
  readonly effects: LookupEffects;
  readonly profile: Profile;
  readonly records: Records;
  /** Of the activity that is voted on. */
  readonly fingerprint: string;
  /** Called with whether it may be approved, once that is known. */
  readonly onChecked: (isApprovable: boolean) => void;
};

/** What was signed, as its own review would say it. */
function RequestText(props: { readonly request: VoteMessage; readonly records: Records }) {
  const { request, records } = props;
  const { type, parameters } = request;
  const row = submitRowOfType(type);
  const fields = row && (versionOfType(row, type) ?? row.versions[0]).fields;
  useEffect(() => {
    for (const source of sourcesOf(fields ?? {})) void records.load(source);
  }, [type]);
  if (!row || !fields) {
    return (
      <>
        <p>
          <VisibleText text={choiceWord(type)} />
        </p>
        <WholeJson value={parameters} />
      </>
    );
  }
  const template = summaryText(row, variantOf(row, parameters));
  const known = records.known.value;
  return (
    <>
      {changesPolicies(row) && (
        <PolicyConsequence subject={{ fields, parameters }} records={records} />
      )}
      <p>
        <Sentence parts={summaryOf(template, { fields, parameters, secrets: {}, known })} />
      </p>
      {signsWithKey(row) && <SignedReview parameters={parameters} records={records} />}
    </>
  );
}

/**
 * What a vote is on, read and checked again for the window that signs it: the vote itself has the
 * fingerprint alone. Where it can't be checked, nothing is approved.
 */
export function VotedOn(props: Props) {
  const { effects, profile, records, fingerprint, onChecked } = props;
  const { checked, error, retry } = useCheck(effects.client, profile.id, { fingerprint });
  useEffect(() => {
    if (checked) onChecked(isApprovable(checked.verdict) && isWaiting(checked.activity));
  }, [checked]);
  if (error) return <ReadProblem error={error} title={t('votes.unread')} onRetry={retry} />;
  if (!checked) return <p class="muted">{t('votes.checking')}</p>;
  const { activity, verdict } = checked;
  return (
    <section class="section" aria-label={t('votes.on')}>
      <h2>{t('votes.on')}</h2>
      {verdict.signed && <RequestText request={verdict.signed} records={records} />}
      <VerdictBanner verdict={verdict} />
      {!isWaiting(activity) && <Banner tone="warn" title={findText('reason.not_waiting') ?? ''} />}
    </section>
  );
}
