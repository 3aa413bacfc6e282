import { isOptional, type Field } from '../../protocol/fields.ts';
import { t } from '../i18n.ts';
import type { FieldIds } from '../components/field.tsx';
import { Select, type Option } from '../components/inputs.tsx';

/** A closed choice. One that starts with a value has no blank entry, unless it may be left out. */
export function ChoiceControl(props: {
  readonly ids: FieldIds;
  readonly field: Field;
  readonly value: string;
  readonly options: readonly Option[];
  readonly set: (value: string) => void;
  readonly leave: () => void;
}) {
  const { ids, field, value, options, set, leave } = props;
  const hasInitial = typeof field.initial === 'string' && !isOptional(field);
  return (
    <Select
      {...ids}
      value={value}
      options={options}
      {...(hasInitial ? {} : { blank: isOptional(field) ? t('popup.noChoice') : true })}
      onChange={set}
      onBlur={leave}
    />
  );
}
