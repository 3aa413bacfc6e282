import type { TargetedKeyboardEvent } from 'preact';
import { TextInput } from '../components/inputs.tsx';
import { keyOf } from '../components/typed-text.ts';

/** A search that has the focus, and whose first hit Enter takes. */
export function SearchField(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onEnter: () => void;
}) {
  const { label, placeholder, value, onInput, onEnter } = props;
  const takeFirst = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (keyOf(event) === 'Enter' && event.target instanceof HTMLInputElement) onEnter();
  };
  return (
    <div onKeyDown={takeFirst}>
      <TextInput
        type="search"
        value={value}
        onInput={onInput}
        placeholder={placeholder}
        aria-label={label}
        focus
      />
    </div>
  );
}
