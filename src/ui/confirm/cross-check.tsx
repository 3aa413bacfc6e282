import { useEffect, useMemo } from 'preact/hooks';
import { crossCheck } from '../../messaging/import/proof.ts';
import type { EntryView } from '../../protocol/entry.ts';
import { listed, t } from '../i18n.ts';
import { choiceWord } from '../forms/words.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { Badge, Banner, List, ListRow, type Tone } from '../kit/surfaces.tsx';
import type { Answered } from './answered.ts';
import type { QueueEffects } from './effects.ts';

type Cross = ReturnType<typeof crossCheck>;
type Finding = Cross['lines'][number]['finding'];

const TONES: Readonly<Record<Cross['verdict'], Tone>> = {
  consistent: 'info',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/**
 * What can be said of addresses whose key nobody here has seen: whether they are of one key. That it
 * is the right key is never said. A contradiction is recorded.
 */
export function CrossCheck(props: {
  readonly effects: QueueEffects;
  readonly entryId: string;
  readonly answered: Answered;
  readonly onEntry: (entry: EntryView) => void;
}) {
  const { effects, entryId, answered, onEntry } = props;
  const { curve, addresses, missing } = answered;
  const { verdict, lines } = useMemo(() => crossCheck(curve, addresses), [answered]);
  const wrong = verdict === 'mismatch' || missing.length > 0;
  useEffect(() => {
    if (!wrong) return;
    void effects.client.call('activities_disprove', { id: entryId }).then(onEntry, () => undefined);
  }, [wrong]);
  const shown = wrong ? 'mismatch' : verdict;
  return (
    <div class="stack" data-cross={shown}>
      <Banner tone={TONES[shown]} title={t(`confirm.cross.${shown}`)}>
        <p>{t(`confirm.cross.${shown}What`)}</p>
        {missing.length > 0 && (
          <p>{t('confirm.cross.missing', { formats: listed(missing.map(choiceWord)) })}</p>
        )}
      </Banner>
      {lines.length > 0 && (
        <List label={t('confirm.cross.lines')}>
          {lines.map(({ format, address, finding }, at) => (
            <ListRow
              key={`${format} ${at}`}
              title={<VisibleText text={choiceWord(format)} />}
              detail={
                <span class="break">
                  <VisibleText text={address} grouped />
                </span>
              }
              trail={<FindingBadge finding={finding} />}
            />
          ))}
        </List>
      )}
    </div>
  );
}

function FindingBadge({ finding }: { readonly finding: Finding }) {
  return (
    <Badge tone={finding.kind === 'mismatch' ? 'danger' : 'neutral'}>
      {t(`confirm.cross.line.${finding.kind}`)}
    </Badge>
  );
}
