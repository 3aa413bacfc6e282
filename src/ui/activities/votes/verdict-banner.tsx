import type { ComponentChildren } from 'preact';
import { isApprovable, type ActivityVerdict } from '../../../protocol/vote-verdict.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';
import { verdictText } from './vote-list.tsx';

/** What a check found, and whether that leaves anything to approve. Nothing if all of it is true. */
export function VerdictBanner(props: {
  readonly verdict: ActivityVerdict;
  readonly children?: ComponentChildren;
}) {
  const { verdict, children } = props;
  const { activity } = verdict;
  if (activity.kind === 'verified') return null;
  const isForged = activity.kind === 'forged';
  const title = isApprovable(verdict) ? 'votes.unchecked' : 'votes.unapprovable';
  return (
    <Banner tone={isForged ? 'danger' : 'warn'} title={t(isForged ? 'votes.forged' : title)}>
      {verdictText(activity)}
      {children}
    </Banner>
  );
}
