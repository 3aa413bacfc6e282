import type { EntryState } from '../../protocol/outbox-entry.ts';
import { t } from '../i18n.ts';
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

/** A badge with the state of an activity. */
export function StateBadge({ state }: { readonly state: EntryState }) {
  return <Badge tone={TONES[state]}>{t(`kit.state.${state}`)}</Badge>;
}
