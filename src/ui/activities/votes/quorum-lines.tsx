import type { Activity } from '../../../protocol/service-records.ts';
import { formatList, richText, t } from '../../i18n.ts';
import { tickingNow } from '../../components/clock.ts';
import { RelativeTime } from '../../components/values.tsx';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { useRecords } from '../../records/object-state.ts';
import { windowEndOf, type QuorumRule, type Requirement } from './quorum.ts';
import { useQuorum } from './use-quorum.ts';

function RequirementLine({ threshold, approved, candidates }: Requirement) {
  const users = useRecords().known.value.user;
  const count = approved.length;
  const missing = threshold - count;
  const names = (candidates ?? []).map((id) => visibleText(users?.get(id)?.name || id));
  return (
    <p>
      {t('quorum.count', { count, threshold })}{' '}
      {missing > 0 && names.length > 0 && names.length <= missing && (
        <>{t('quorum.missingAll', { names: formatList(names) })}</>
      )}
      {missing > 0 && names.length > missing && (
        <>{t('quorum.missingSome', { count: missing, names: formatList(names) })}</>
      )}
    </p>
  );
}

function RuleLines({ policyName, requirements, text }: QuorumRule) {
  return (
    <li>
      <strong>
        {policyName === undefined
          ? t('quorum.root')
          : richText('quorum.policy', { name: <VisibleText text={policyName} /> })}
      </strong>
      {requirements?.map((one, index) => (
        <RequirementLine key={index} {...one} />
      ))}
      {!requirements && (
        <>
          <p>{t('quorum.text')}</p>
          <code class="break">{visibleText(text)}</code>
        </>
      )}
    </li>
  );
}

/** When the votes lapse, and what happens then. */
function WindowLine({ activity }: { readonly activity: Activity }) {
  const now = tickingNow();
  const end = windowEndOf(activity);
  if (end === undefined) return <p class="muted">{t('quorum.windowUnknown')}</p>;
  const time = <RelativeTime at={end} />;
  return <p class="muted">{richText(end > now ? 'quorum.window' : 'quorum.lapsed', { time })}</p>;
}

/** How many have approved, who is missing where a rule names them, and until when the votes count. */
export function QuorumLines({ activity }: { readonly activity: Activity }) {
  const rules = useQuorum(activity);
  return (
    <div class="stack">
      {rules === undefined && <p class="muted">{t('quorum.reading')}</p>}
      {(rules === null || rules?.length === 0) && <p>{t('quorum.unknown')}</p>}
      {rules && rules.length > 0 && (
        <ul class="quorum">
          {rules.map((rule, index) => (
            <RuleLines key={index} {...rule} />
          ))}
        </ul>
      )}
      <WindowLine activity={activity} />
    </div>
  );
}
