import type { HistoryFact, HistoryRecord } from '../../../protocol/history.ts';
import { OWN_ORIGIN } from '../../../protocol/outbox-entry.ts';
import { siteText } from '../../components/origin-text.tsx';
import type { Tone } from '../../components/surfaces.tsx';
import { capitalize, findText, t } from '../../i18n.ts';
import { visibleText } from '../../forms/visible.ts';

const TONES: Readonly<Record<HistoryFact, Tone>> = {
  stamped: 'neutral',
  sent: 'neutral',
  accepted: 'info',
  completed: 'good',
  failed: 'danger',
  rejected: 'danger',
  refused: 'danger',
  mismatch: 'danger',
  unknown: 'warn',
  reopened: 'info',
  approved: 'good',
  declined: 'warn',
  withdrawn: 'neutral',
  'pre-approved': 'info',
  connected: 'info',
  disconnected: 'neutral',
  blocked: 'warn',
  unblocked: 'neutral',
  granted: 'info',
  revoked: 'neutral',
  deleted: 'warn',
  restored: 'info',
};

export const toneOf = (fact: HistoryFact): Tone => TONES[fact];
export const factText = (fact: HistoryFact): string => t(`history.fact.${fact}`);

/** Stands for every site in a private window: their names are not written to the disk. */
const PRIVATE = 'private';

/** Who asked, in words; undefined where nobody did. */
export function originText(origin: string | null): string | undefined {
  if (origin === null) return undefined;
  if (origin === OWN_ORIGIN) return t('history.you');
  return origin === PRIVATE ? t('history.private') : siteText(origin);
}

/** An operation in words, or its name as it is where this version doesn't know it. */
export const operationText = (operation: string): string =>
  findText(`op.${operation}.title`) ?? capitalize(visibleText(operation.replaceAll('_', ' ')));

/** What a record is about: the operation, or the site, or a backup, or the history itself. */
export function subjectText({ operation, origin, fact }: HistoryRecord): string {
  if (operation !== null) return operationText(operation);
  return originText(origin) ?? t(fact === 'restored' ? 'app.section.backup' : 'app.place.history');
}
