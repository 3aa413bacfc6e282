import type { HistoryVerdict } from '../../../protocol/history.ts';
import { formatNumber, t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';

/** What a verification that found something wrong says, and its explanation. */
function faultTexts(verdict: Exclude<HistoryVerdict, { kind: 'whole' }>): readonly string[] {
  switch (verdict.kind) {
    case 'broken':
      return [
        t('history.broken', { number: formatNumber(verdict.sequence) }),
        t(`history.broken.${verdict.reason}`),
      ];
    case 'unsealed':
      return [
        t('history.unsealed', { number: formatNumber(verdict.sequence) }),
        t('history.unsealedText'),
      ];
    case 'behind': {
      const [known, last] = [formatNumber(verdict.known), formatNumber(verdict.last)];
      return [t('history.behind'), t('history.behindText', { known, last })];
    }
  }
}

/** What a verification found. */
export function HistoryVerdictBanner({ verdict }: { readonly verdict: HistoryVerdict }) {
  if (verdict.kind === 'whole') {
    const { records, isMarked } = verdict;
    return (
      <Banner tone={isMarked ? 'good' : 'warn'} title={t('history.whole', { count: records })}>
        {t(isMarked ? 'history.wholeText' : 'history.unmarkedText')}
      </Banner>
    );
  }
  const [title = '', text = ''] = faultTexts(verdict);
  return (
    <Banner tone="danger" title={title}>
      <p>{text}</p>
      <p>{t('history.brokenWhat')}</p>
    </Banner>
  );
}
