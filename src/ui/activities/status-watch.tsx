import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { FollowUp, SubmitRow } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Badge, Banner, type Tone } from '../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../components/values.tsx';
import type { FollowEffects } from '../components/follow-entry.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { toReadError } from '../components/errors.ts';
import { followUpFactText, followUpText } from '../forms/words.ts';
import type { Values } from '../../protocol/parse.ts';

const INTERVAL_MS = 3000;
/** Ten minutes; then the user asks for more. Closing the screen stops it at once. */
const MAX_QUERIES = 200;

/** The query's parameters: some from the result, as the row says. */
export function queryParametersOf(follows: FollowUp, result: Values): Record<string, unknown> {
  const names = Object.entries(follows.parametersFromResult);
  const fromResult = names.map(([parameter, member]) => [parameter, result[member]] as const);
  return Object.fromEntries([...Object.entries(follows.parameters), ...fromResult]);
}

/** The state that a service's value stands for, which may have a prefix; else the value itself. */
export function stateOf(follows: FollowUp, status: string): string {
  const known = Object.keys(follows.states);
  return known.find((state) => status === state || status.endsWith(`_${state}`)) ?? status;
}

const TONES = { open: 'info', success: 'good', failure: 'danger' } as const;

/** How a state reads: done well, done badly, or still going on. */
export function toneOf(follows: FollowUp, status: string): Tone {
  const state = stateOf(follows, status);
  const kind = Object.hasOwn(follows.states, state) ? follows.states[state] : undefined;
  return TONES[kind ?? 'open'];
}

/** A text within an answer, if there is one. */
function textAt(answer: unknown, [member, ...rest]: readonly string[]): string | undefined {
  if (member === undefined) return typeof answer === 'string' ? answer : undefined;
  const isObject = typeof answer === 'object' && answer !== null && Object.hasOwn(answer, member);
  return isObject ? textAt(Reflect.get(answer, member), rest) : undefined;
}

type Props = {
  readonly effects: FollowEffects;
  readonly row: SubmitRow;
  readonly follows: FollowUp;
  readonly result: Values;
  readonly profileId: string;
};

/** Asks for the state every three seconds until it ends. */
function useStatus({ effects, follows, result, profileId }: Props) {
  const { client, later } = effects;
  const [answer, setAnswer] = useState<Values>({});
  const status = textAt(answer, [follows.member]) ?? '';
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [queryCount, setQueryCount] = useState(0);
  const [limit, setLimit] = useState(MAX_QUERIES);
  const isEnded = status !== '' && toneOf(follows, status) !== 'info';
  // Where only a passkey reads, nothing is asked until it has been used.
  const needsReadSession = error?.code === 'read_session_needed';
  const isStopped = isEnded || needsReadSession || queryCount >= limit;
  useEffect(() => {
    if (isStopped) return undefined;
    let isUnmounted = false;
    const parameters = queryParametersOf(follows, result);
    const query = async () => {
      try {
        const answered = await client.call('query', {
          profileId,
          operation: follows.query,
          parameters,
        });
        if (!isUnmounted) {
          setAnswer(answered);
          setError(undefined);
        }
      } catch (cause) {
        if (!isUnmounted) setError(toReadError(cause));
      }
      if (!isUnmounted) setQueryCount(queryCount + 1);
    };
    const cancel = later(queryCount === 0 ? 0 : INTERVAL_MS, () => void query());
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [queryCount, isStopped]);
  return {
    status,
    answer,
    error,
    isAsking: !isStopped,
    /** Asked often enough: the user says whether to go on. */
    isPaused: isStopped && !isEnded && !needsReadSession,
    goOn: () => setLimit(queryCount + MAX_QUERIES),
    retry: () => setError(undefined),
  };
}

/** A state that goes on after the activity, followed to its end. */
export function StatusWatch(props: Props) {
  const { row, follows, profileId } = props;
  const { status, answer, error, isAsking, isPaused, goOn, retry } = useStatus(props);
  const problem = follows.problem && textAt(answer, [follows.problem]);
  return (
    <>
      <div class="state-line" data-status={status} role="status">
        {status === '' ? (
          <Badge>{t('app.loading')}</Badge>
        ) : (
          <Badge tone={problem ? 'danger' : toneOf(follows, status)}>
            <VisibleText text={followUpText(row, stateOf(follows, status))} />
          </Badge>
        )}
        {isAsking && (
          <span class="muted">{t('popup.follow.asking', { count: INTERVAL_MS / 1000 })}</span>
        )}
        {isPaused && (
          <Button small onClick={goOn}>
            {t('popup.follow.goOn')}
          </Button>
        )}
        {error && <ReadProblem error={error} profileId={profileId} onRetry={retry} />}
      </div>
      {problem && (
        <Banner tone="danger" live={false} title={t('popup.follow.problem')}>
          <VisibleText text={problem} layout="lines" />
        </Banner>
      )}
      <AnswerFacts row={row} follows={follows} answer={answer} />
    </>
  );
}

/** What else the service says of it. */
function AnswerFacts(props: Pick<Props, 'row' | 'follows'> & { readonly answer: Values }) {
  const { row, follows, answer } = props;
  const rows = Object.entries(follows.facts ?? {}).flatMap(([name, path]) => {
    const text = textAt(answer, path);
    const what = followUpFactText(row, name);
    return text ? [[what, <CopyText text={text} what={what} mono />] as const] : [];
  });
  if (rows.length === 0) return null;
  return (
    <>
      <DescriptionList rows={rows} />
      <p class="muted">{t('popup.follow.word')}</p>
    </>
  );
}
