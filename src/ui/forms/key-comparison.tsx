import { useId, useState } from 'preact/hooks';
import type { ComparisonQuestion } from '../../client/device/device-code.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Radios } from '../components/choices.tsx';
import { GroupGrid } from '../components/comparison-groups.tsx';
import { keyOf } from '../components/typed-text.ts';

/** Where a key is from, as its user answered: a device that shows the same digits, or no Keystamp. */
export type KeyOrigin = 'device' | 'program';

const NONE = 'none';
const PROGRAM = 'program';

/**
 * Asks for the group that only the other device shows, so that nobody takes a key without a look at
 * that one. Nothing is chosen at first. `isAlone`: the key may also be another program's.
 */
export function KeyComparison(props: {
  readonly question: ComparisonQuestion;
  readonly isAlone: boolean;
  /** Null: not the key of the other device. */
  readonly onAnswer: (origin: KeyOrigin | null) => void;
}) {
  const { question, isAlone, onAnswer } = props;
  const [chosen, setChosen] = useState('');
  const label = useId();
  const confirm = () => {
    if (chosen === '') return;
    if (isAlone && chosen === PROGRAM) onAnswer('program');
    else onAnswer(chosen === question.answer ? 'device' : null);
  };
  return (
    <div
      class="comparison-question"
      onKeyDown={(event) => {
        // Enter on a choice would send the form around it.
        if (keyOf(event) !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        confirm();
      }}
    >
      <GroupGrid groups={question.groups} />
      <span class="label" id={label}>
        {t('popup.publicKey.question')}
      </span>
      <Radios
        aria-labelledby={label}
        value={chosen}
        options={[
          ...question.choices.map((group) => ({ value: group, label: group })),
          {
            value: NONE,
            label: t('popup.publicKey.none'),
            detail: t('popup.publicKey.noneWhat'),
          },
          ...(isAlone ? [{ value: PROGRAM, label: t('popup.publicKey.program') }] : []),
        ]}
        onChange={setChosen}
      />
      <div>
        <Button disabled={chosen === ''} onClick={confirm}>
          {t('popup.publicKey.confirm')}
        </Button>
      </div>
    </div>
  );
}
