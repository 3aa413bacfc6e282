import type { EntryView } from '../../protocol/outbox-entry.ts';
import { t } from '../i18n.ts';
import { useCountdown } from './unlock.tsx';

/** How long until an activity is sent, or sent again; nothing while it doesn't wait. */
export function EntryWait({ entry }: { readonly entry: EntryView }) {
  const { state, turn, nextAt, mismatched } = entry;
  const resendAt = state === 'waiting' && !mismatched ? (nextAt ?? 0) : 0;
  const seconds = useCountdown(Math.max(turn?.at ?? 0, resendAt));
  if (seconds === 0) return null;
  return (
    <p class="muted" data-wait={turn ? 'turn' : 'resend'}>
      {turn && turn.ahead > 0 && <>{t('popup.activity.ahead', { count: turn.ahead })} </>}
      {t(turn ? 'popup.activity.turn' : 'popup.activity.nextSend', { count: seconds })}
    </p>
  );
}
