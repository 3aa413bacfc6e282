import type { EntryState } from '../../protocol/outbox-entry.ts';
import { findText, t } from '../i18n.ts';
import { Badge, type Tone } from './surfaces.tsx';

const TONES: Readonly<Record<EntryState, Tone>> = {
  stamped: 'neutral',
  sending: 'info',
  waiting: 'warn',
  pending: 'info',
  completed: 'good',
  failed: 'danger',
  rejected: 'danger',
  refused: 'danger',
  mismatch: 'danger',
  unknown: 'warn',
};

/**
 * A badge with the state of an activity. Next to the name of an operation that goes on after its
 * activity, "Completed" would be read as the end of that: with `operation` it says "Started".
 */
export function StateBadge(props: {
  readonly state: EntryState;
  readonly operation?: string;
  /** It waits for its turn. */
  readonly queued?: boolean;
}) {
  const { state, operation, queued } = props;
  const goesOn = findText(`op.${operation}.followUp.title`) !== undefined;
  if (state === 'completed' && goesOn) return <Badge tone="info">{t('app.state.started')}</Badge>;
  if (queued && state === 'stamped') return <Badge>{t('app.state.queued')}</Badge>;
  return <Badge tone={TONES[state]}>{t(`app.state.${state}`)}</Badge>;
}
