import type { Client } from '../../client/client.ts';
import type { UnreadablePolicy, PolicyName } from '../../policies/prediction.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import { formatList, t } from '../i18n.ts';
import { useLatest } from '../components/use-reading.ts';
import { PolicyList } from './denied-policies.tsx';
import { adviseOn, type Advice, type Intended, type NamedFactor } from './prediction.ts';
import { visibleText } from './visible.ts';
import { choiceWord } from './words.ts';

const quoted = (names: readonly string[]) =>
  names.map((text) => t('app.quoted', { text: visibleText(text) }));
const namesOf = (policies: readonly PolicyName[]) =>
  formatList(quoted(policies.map(({ name, id }) => name || id)));

function consensusText({ missing }: Advice): string {
  const [first] = missing.toSorted((one, other) => (one.count ?? 99) - (other.count ?? 99));
  if (!first || first.names.length === 0) return t('prediction.consensus.someone');
  const names = formatList(quoted(first.names.slice(0, 5)), 'disjunction');
  const { count } = first;
  return count === undefined
    ? t('prediction.consensus.some', { names })
    : t('prediction.consensus.of', { names, count });
}

/** What is said when even the evaluator couldn't be loaded. */
const UNREAD: Advice = {
  verdict: { kind: 'unknown', causes: ['policies_unread'] },
  missing: [],
  factors: [],
};

function methodText({ type, name }: NamedFactor['methods'][number]): string {
  const factor = choiceWord(type);
  if (name === undefined) return visibleText(factor);
  return t('factors.only', { factor: visibleText(factor), name: quoted([name])[0] ?? '' });
}

/** What must be signed with besides, or may have to be: first what is certain. */
function factorsText(factors: readonly NamedFactor[]): string | undefined {
  const certain = factors.filter(({ isCertain }) => isCertain);
  const told = certain.length > 0 ? certain : factors;
  if (told.length === 0) return undefined;
  const steps = told.map(({ methods }) => formatList(methods.map(methodText), 'disjunction'));
  const key = certain.length > 0 ? 'prediction.factors' : 'prediction.factors.maybe';
  return t(key, { factors: formatList(steps) });
}

/** What a policy that can't be read might do, in one word: mostly there is only one thing. */
function changeBy({ mightDo }: UnreadablePolicy): 'allow' | 'ask_approval' | 'deny' | 'change' {
  const [only, ...others] = mightDo;
  if (only && others.length === 0) return only;
  return mightDo.includes('allow') && !mightDo.includes('deny') ? 'allow' : 'change';
}

/** Which policies could make the verdict another one. */
function unlessTexts({ verdict }: Advice): readonly string[] {
  const unless = verdict.kind === 'unknown' ? [] : verdict.unless;
  return (['deny', 'allow', 'ask_approval', 'change'] as const).flatMap((change) => {
    const found = unless.filter((one) => changeBy(one) === change).map(({ policy }) => policy);
    if (found.length === 0) return [];
    return [t(`prediction.unless.${change}`, { policies: namesOf(found), count: found.length })];
  });
}

/** The verdict in a sentence, what could change it, and what else the user must sign with. */
function adviceText(advice: Advice): string {
  const factors = advice.verdict.kind === 'refused' ? undefined : factorsText(advice.factors);
  return [verdictText(advice), ...unlessTexts(advice), factors].filter(Boolean).join(' ');
}

function verdictText(advice: Advice): string {
  const { verdict } = advice;
  switch (verdict.kind) {
    case 'allowed': {
      const policies = namesOf(verdict.policies);
      return verdict.by === 'policies' && policies
        ? t('prediction.allowed.policies', { policies, count: verdict.policies.length })
        : t(`prediction.allowed.${verdict.by === 'policies' ? 'several' : verdict.by}`);
    }
    case 'consensus':
      return consensusText(advice);
    case 'refused':
      return t(
        verdict.policies.length > 0 ? 'prediction.refused.policies' : 'prediction.refused.none',
      );
    case 'unknown':
      return t('prediction.unknown', {
        causes: formatList(
          verdict.causes.slice(0, 2).map((cause) => t(`prediction.cause.${cause}`)),
        ),
      });
  }
}

/** For a refusal each policy that denies the request, and each that would have been asked but errs. */
function RefusingPolicies({ verdict }: Pick<Advice, 'verdict'>) {
  if (verdict.kind !== 'refused') return null;
  const denying = verdict.policies.map((one) => ({ ...one, says: t('prediction.denies') }));
  const erring = verdict.erring.map((one) => ({ ...one, says: t('prediction.errs') }));
  const all = [...denying, ...erring];
  return all.length > 0 ? <PolicyList policies={all} /> : null;
}

/**
 * What the organization's policies will say to a request. It is advice: nothing waits for it. Its line is
 * there from the beginning, so that where it is allowed nothing moves when that comes; where it says more,
 * what is below it does, and no button.
 */
function PredictionText(props: {
  readonly client: Client;
  readonly intended: Intended;
  readonly now: () => number;
}) {
  const { client, intended, now } = props;
  const { profile, type, parameters, method } = intended;
  const key = JSON.stringify([profile.id, type, parameters, method]);
  const advice = useLatest(() => adviseOn(client, intended, now()).catch(() => UNREAD), [key]);
  return (
    <div class="prediction" data-advice={advice?.verdict.kind ?? 'checking'} role="status">
      <p>{advice ? adviceText(advice) : t('prediction.checking')}</p>
      {advice && <RefusingPolicies verdict={advice.verdict} />}
    </div>
  );
}

/** The line of a request that its operation has one for: reads and votes ask no policy. */
export function PredictionLine(props: {
  readonly client: Client;
  readonly now: () => number;
  readonly row: Row;
  readonly type: string | null;
  readonly profile: Profile;
  readonly parameters: Intended['parameters'];
  readonly method: StamperKind | undefined;
}) {
  const { client, now, row, type, profile, parameters, method } = props;
  if (row.kind !== 'submit' || row.policy === 'everyone' || type === null) return null;
  const intended = { profile, type, policy: row.policy, parameters, method };
  return <PredictionText client={client} now={now} intended={intended} />;
}
