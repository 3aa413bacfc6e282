import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Follows } from '../../protocol/operation.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Badge, type Tone } from '../kit/surfaces.tsx';
import type { WatchEffects } from '../kit/watching.ts';
import { ReadProblem } from '../forms/look.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { asReadError } from '../kit/errors.ts';
import { choiceWord } from '../forms/words.ts';

const EVERY_MS = 3000;
/** Ten minutes; then the user asks for more. Closing the screen stops it at once. */
const MOST = 200;

type Values = Readonly<Record<string, unknown>>;

/** The query's parameters, taken from the result as the row says. */
export function questionOf(follows: Follows, result: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(follows.give).map(([parameter, member]) => [parameter, result[member]]),
  );
}

/** How a state reads: done well, done badly, or still going on. */
export function toneOf(follows: Follows, status: string): Tone {
  const has = (ends: readonly string[]) =>
    ends.some((end) => status === end || status.endsWith(`_${end}`));
  if (has(follows.bad)) return 'danger';
  return has(follows.good) ? 'good' : 'info';
}

/** A state that goes on after the activity, asked for every three seconds until it ends. */
export function StatusWatch(props: {
  readonly effects: WatchEffects;
  readonly follows: Follows;
  readonly result: Values;
  readonly profileId: string;
}) {
  const { follows, result, profileId } = props;
  const { client, later } = props.effects;
  const [status, setStatus] = useState('');
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  const [limit, setLimit] = useState(MOST);
  const ended = status !== '' && toneOf(follows, status) !== 'info';
  // Where only a passkey reads, nothing is asked until it has been used.
  const needsLook = error?.code === 'look_needed';
  const stopped = ended || needsLook || asked >= limit;
  useEffect(() => {
    if (stopped) return undefined;
    let gone = false;
    const parameters = questionOf(follows, result);
    const ask = async () => {
      try {
        const answer = await client.call('query', {
          profileId,
          operation: follows.query,
          parameters,
        });
        const found = answer[follows.member];
        if (!gone) {
          setStatus(typeof found === 'string' ? found : '');
          setError(undefined);
        }
      } catch (cause) {
        if (!gone) setError(asReadError(cause));
      }
      if (!gone) setAsked(asked + 1);
    };
    const cancel = later(asked === 0 ? 0 : EVERY_MS, () => void ask());
    return () => {
      gone = true;
      cancel();
    };
  }, [asked, stopped]);
  return (
    <div class="state-line" data-status={status} role="status">
      <span class="muted">{t('popup.follow.status')}</span>
      <Badge tone={status === '' ? 'neutral' : toneOf(follows, status)}>
        {status === '' ? t('kit.loading') : <VisibleText text={choiceWord(status)} />}
      </Badge>
      {!ended && !stopped && <span class="muted">{t('popup.follow.asking')}</span>}
      {!ended && !needsLook && stopped && (
        <Button small onClick={() => setLimit(asked + MOST)}>
          {t('popup.follow.goOn')}
        </Button>
      )}
      {error && (
        <ReadProblem error={error} profileId={profileId} onRetry={() => setError(undefined)} />
      )}
    </div>
  );
}
