import type { PendingRequestDetails, SiteRequestView } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { Picker } from '../records/picker.tsx';
import { labelText } from '../forms/words.ts';
import type { RequestQueue } from './queue.ts';
import type { ReviewContent } from './review.tsx';

type Props = {
  readonly queue: RequestQueue;
  readonly item: SiteRequestView;
  readonly details: PendingRequestDetails;
  readonly content: Pick<ReviewContent, 'row' | 'subject' | 'records'>;
};

function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** The pickers for what the site leaves to the user. Every change makes another body, or none. */
export function PickFields({ queue, item, details, content }: Props) {
  const { row, subject, records } = content;
  const picks = queue.content.value?.picks ?? {};
  const choose = (name: string, value: unknown): void => {
    const { [name]: _before, ...others } = picks;
    void queue.pick(item, value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      {details.open.map((name) => {
        const control = subject.fields[name]?.control;
        if (control?.kind !== 'pick') return null;
        const { recordKind: of, many } = control;
        const change = ([first, ...others]: readonly string[]) =>
          choose(name, many && first !== undefined ? [first, ...others] : first);
        return (
          <Field key={name} label={labelText(row, name)} help={t('confirm.pick.help')}>
            {(ids) => (
              <Picker
                {...{ ids, of, many, records }}
                values={idsIn(picks[name])}
                onChange={change}
                onLeave={() => undefined}
              />
            )}
          </Field>
        );
      })}
    </>
  );
}
