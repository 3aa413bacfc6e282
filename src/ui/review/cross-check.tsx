import { useEffect, useMemo } from 'preact/hooks';
import { crossCheckAddresses } from '../../client/import/address-proof.ts';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import { formatList, t } from '../i18n.ts';
import { choiceWord } from '../forms/words.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { CROSS_TONES, CrossFindingBadge } from '../components/cross-finding.tsx';
import { Banner, List, ListRow } from '../components/surfaces.tsx';
import type { AnsweredAddresses } from './answered-addresses.ts';
import type { QueueEffects } from '../page/effects.ts';

/**
 * What can be said of addresses whose key nobody here has seen: whether they are of one key. That it
 * is the right key is never said. A contradiction is recorded.
 */
export function CrossCheck(props: {
  readonly effects: QueueEffects;
  readonly entryId: string;
  readonly answeredAddresses: AnsweredAddresses;
  readonly onEntry: (entry: EntryView) => void;
}) {
  const { effects, entryId, answeredAddresses, onEntry } = props;
  const { curve, addresses, missing } = answeredAddresses;
  const { verdict, lines } = useMemo(
    () => crossCheckAddresses(curve, addresses),
    [answeredAddresses],
  );
  const hasProblem = verdict === 'mismatch' || missing.length > 0;
  useEffect(() => {
    if (!hasProblem) return;
    void effects.client.call('activities_disprove', { id: entryId }).then(onEntry, () => undefined);
  }, [hasProblem]);
  const shownVerdict = hasProblem ? 'mismatch' : verdict;
  return (
    <div class="stack" data-cross={shownVerdict}>
      <Banner tone={CROSS_TONES[shownVerdict]} title={t(`confirm.cross.${shownVerdict}`)}>
        <p>{t(`confirm.cross.${shownVerdict}What`)}</p>
        {missing.length > 0 && (
          <p>{t('confirm.cross.missing', { formats: formatList(missing.map(choiceWord)) })}</p>
        )}
      </Banner>
      {lines.length > 0 && (
        <List label={t('confirm.cross.lines')}>
          {lines.map(({ format, address, finding }, index) => (
            <ListRow
              key={`${format} ${index}`}
              title={<VisibleText text={choiceWord(format)} />}
              detail={
                <span class="break">
                  <VisibleText text={address} grouped />
                </span>
              }
              trail={<CrossFindingBadge finding={finding} />}
            />
          ))}
        </List>
      )}
    </div>
  );
}
