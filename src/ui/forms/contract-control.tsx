import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { joinClassNames } from '../components/format.ts';
import { LinesInput } from '../components/inputs.tsx';
import { ContractPreview } from './contract-preview.tsx';
import {
  InterfaceReadingNotes,
  keepReading,
  readingFault,
  useInterfaceReader,
} from './interface-reading.tsx';

/** An artifact with bytecode and syntax trees is within this; what is larger isn't looked at. */
const FILE_LIMIT = 16_000_000;
/** A file that can't be read stands in the field, so that its fault is seen beside it: if it fits. */
const MAX_FIELD_LENGTH = 1_000_000;
/** So much at once is pasted or dropped: it is read without waiting for the field to be left. */
const PASTED_LENGTH = 40;

type Props = {
  readonly ids: FieldIds;
  readonly text: string;
  readonly type: SmartContractInterfaceType | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
};

/** What the text in the field is read as, and how it becomes the JSON that is sent. */
function useReading({ text, type, onChange }: Props) {
  const [isTooLarge, setTooLarge] = useState(false);
  /** The text to turn into JSON as soon as the reader is here. */
  const [pasted, setPasted] = useState<string | undefined>(undefined);
  const reader = useInterfaceReader();
  const reading = useMemo(
    () => (text.trim() === '' || !type ? undefined : reader?.readInterface(text, type)),
    [reader, text, type],
  );

  async function loadFile(file: File | undefined): Promise<void> {
    if (!file) return;
    setTooLarge(file.size > FILE_LIMIT);
    if (file.size > FILE_LIMIT) return;
    const content = await file.text();
    const read = type && reader?.readInterface(content, type);
    if (read?.ok) {
      if (read.text !== content) keepReading(read);
      onChange(read.text);
    } else if (content.length > MAX_FIELD_LENGTH) setTooLarge(true);
    else onChange(content);
  }

  function takeReading(): void {
    if (!reading?.ok || reading.text === text) return;
    keepReading(reading);
    onChange(reading.text);
  }

  function takeInput(next: string): void {
    setPasted(next.length - text.length >= PASTED_LENGTH ? next : undefined);
    setTooLarge(false);
    onChange(next);
  }

  useEffect(() => {
    if (!reading || pasted !== text) return;
    setPasted(undefined);
    takeReading();
  }, [reading, pasted, text]);

  return { reading, isTooLarge, loadFile, takeReading, takeInput };
}

/** What was read, or why nothing can be. */
function ReadInterface(
  props: Pick<Props, 'text' | 'type'> & Pick<ReturnType<typeof useReading>, 'reading'>,
) {
  const { text, type, reading } = props;
  if (text === '' || !type) return null;
  if (reading && !reading.ok) return <p class="note">{readingFault(reading)}</p>;
  return (
    <>
      <InterfaceReadingNotes text={text} />
      <ContractPreview text={reading?.text ?? text} type={type} />
    </>
  );
}

/**
 * The text of a contract interface: typed, pasted, chosen or dropped as a file, and shown as the
 * list of what the contract can do before anything is sent. What is pasted whole, and what is typed
 * when the field is left, becomes the JSON that is sent.
 */
export function ContractControl(props: Props) {
  const { ids, text, type, onLeave } = props;
  const { reading, isTooLarge, loadFile, takeReading, takeInput } = useReading(props);
  const [isDragging, setDragging] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const leave = () => {
    takeReading();
    onLeave();
  };
  return (
    <div
      class={joinClassNames('drop', isDragging && 'over')}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        void loadFile(event.dataTransfer?.files[0]);
      }}
    >
      <LinesInput {...ids} mono rows={5} value={text} onInput={takeInput} onBlur={leave} />
      <input
        ref={input}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('popup.contract.file')}
        accept=".json,.abi,.txt,application/json,text/plain"
        onChange={(event) => void loadFile(event.currentTarget.files?.[0])}
      />
      <div class="drop-line">
        <Button small icon="file" onClick={() => input.current?.click()}>
          {t('popup.contract.choose')}
        </Button>
        <span class="muted">{t('popup.contract.drop')}</span>
      </div>
      {isTooLarge && <p class="field-error">{t('popup.contract.tooLarge')}</p>}
      <ReadInterface {...{ text, type, reading }} />
    </div>
  );
}
