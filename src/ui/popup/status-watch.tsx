import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { FollowUp } from '../../protocol/operation-row.ts';
import { richText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Badge, type Tone } from '../components/surfaces.tsx';
import type { FollowEffects } from '../components/follow-entry.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { toReadError } from '../components/errors.ts';
import { choiceWord } from '../forms/words.ts';

const INTERVAL_MS = 3000;
/** Ten minutes; then the user asks for more. Closing the screen stops it at once. */
const MAX_QUERIES = 200;

type Values = Readonly<Record<string, unknown>>;

/** The query's parameters, taken from the result as the row says. */
export function queryParametersOf(follows: FollowUp, result: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(follows.parametersFromResult).map(([parameter, member]) => [
      parameter,
      result[member],
    ]),
  );
}

/** How a state reads: done well, done badly, or still going on. */
export function toneOf(follows: FollowUp, status: string): Tone {
  const isAmong = (ends: readonly string[]) =>
    ends.some((end) => status === end || status.endsWith(`_${end}`));
  if (isAmong(follows.failureValues)) return 'danger';
  return isAmong(follows.successValues) ? 'good' : 'info';
}

/** A state that goes on after the activity, asked for every three seconds until it ends. */
export function StatusWatch(props: {
  readonly effects: FollowEffects;
  readonly follows: FollowUp;
  readonly result: Values;
  readonly profileId: string;
}) {
  const { follows, result, profileId } = props;
  const { client, later } = props.effects;
  const [status, setStatus] = useState('');
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
        const answer = await client.call('query', {
          profileId,
          operation: follows.query,
          parameters,
        });
        const value = answer[follows.member];
        if (!isUnmounted) {
          setStatus(typeof value === 'string' ? value : '');
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
  return (
    <div class="state-line" data-status={status} role="status">
      <CurrentStatus follows={follows} status={status} />
      {!isEnded && !isStopped && (
        <span class="muted">{t('popup.follow.asking', { count: INTERVAL_MS / 1000 })}</span>
      )}
      {!isEnded && !needsReadSession && isStopped && (
        <Button small onClick={() => setLimit(queryCount + MAX_QUERIES)}>
          {t('popup.follow.goOn')}
        </Button>
      )}
      {error && (
        <ReadProblem error={error} profileId={profileId} onRetry={() => setError(undefined)} />
      )}
    </div>
  );
}

/** The status itself, or that it isn't known yet. */
function CurrentStatus({
  follows,
  status,
}: {
  readonly follows: FollowUp;
  readonly status: string;
}) {
  const isKnown = status !== '';
  const badge = (
    <Badge tone={isKnown ? toneOf(follows, status) : 'neutral'}>
      {isKnown ? <VisibleText text={choiceWord(status)} /> : t('kit.loading')}
    </Badge>
  );
  return <span>{richText('popup.follow.status', { status: badge })}</span>;
}
