import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { t } from '../i18n.ts';
import { Choices } from '../components/choices.tsx';
import type { FieldIds } from '../components/field.tsx';
import { LinesInput } from '../components/inputs.tsx';
import { ContractPreview } from './contract-preview.tsx';
import { FileButton, FileDrop } from './file-drop.tsx';
import {
  InterfaceReadingNotes,
  readingFault,
  useInterfaceReader,
  type InterfaceReading,
} from './interface-reading.tsx';
import { setLastReading } from './last-reading.ts';
import { visibleText } from './visible.ts';

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
  /** A file with several contracts, until one is chosen. */
  const [file, setFile] = useState<string | undefined>(undefined);
  /** Why the chosen one of several contracts can't be taken. */
  const [fault, setFault] = useState<InterfaceReading | undefined>(undefined);
  /** The text to turn into JSON as soon as the reader is here. */
  const [pasted, setPasted] = useState<string | undefined>(undefined);
  const reader = useInterfaceReader();
  const source = file ?? text;
  const reading = useMemo(
    () => (source.trim() === '' || !type ? undefined : reader?.readInterface(source, type)),
    [reader, source, type],
  );

  function take(read: InterfaceReading | undefined, given: string): boolean {
    if (!read?.ok) return false;
    setFile(undefined);
    if (read.text === given) return true;
    setLastReading(read);
    onChange(read.text);
    return true;
  }

  async function loadFile(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFile(undefined);
    setTooLarge(chosen.size > FILE_LIMIT);
    if (chosen.size > FILE_LIMIT) return;
    const content = await chosen.text();
    const read = type && reader?.readInterface(content, type);
    if (read?.ok && read.text === content) onChange(content);
    if (take(read, content)) return;
    if (contractsOf(read).length > 0) setFile(content);
    else if (content.length > MAX_FIELD_LENGTH) setTooLarge(true);
    else onChange(content);
  }

  const takeReading = (): void => void (file === undefined && take(reading, text));

  /** Takes one of several contracts. */
  function chooseContract(contract: number): void {
    const read = type && reader?.readInterface(source, type, contract);
    if (!take(read, source)) setFault(read);
  }

  function takeInput(next: string): void {
    setPasted(next.length - text.length >= PASTED_LENGTH ? next : undefined);
    setTooLarge(false);
    setFile(undefined);
    onChange(next);
  }

  useEffect(() => setFault(undefined), [source]);
  useEffect(() => {
    if (!reading || pasted !== text) return;
    setPasted(undefined);
    takeReading();
  }, [reading, pasted, text]);

  return { reading, fault, isTooLarge, loadFile, takeReading, takeInput, chooseContract };
}

const contractsOf = (reading: InterfaceReading | undefined): readonly string[] =>
  reading && !reading.ok ? (reading.contracts ?? []) : [];

/** What was read, or why nothing can be. */
function ReadInterface(
  props: Pick<Props, 'text' | 'type'> &
    Pick<ReturnType<typeof useReading>, 'reading' | 'fault' | 'chooseContract'>,
) {
  const { text, type, reading, fault } = props;
  const label = useId();
  if (!type || (text === '' && !reading)) return null;
  const contracts = contractsOf(reading);
  if (contracts.length > 0)
    return (
      <>
        <p class="note" id={label}>
          {reading && !reading.ok && readingFault(reading)}
        </p>
        <Choices
          single
          aria-labelledby={label}
          values={[]}
          options={contracts.map((name, at) => ({ value: String(at), label: visibleText(name) }))}
          onChange={([at]) => props.chooseContract(Number(at))}
        />
        {fault && !fault.ok && <p class="field-error">{readingFault(fault)}</p>}
      </>
    );
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
  const { isTooLarge, loadFile, takeReading, takeInput, ...read } = useReading(props);
  const load = (file: File | undefined) => void loadFile(file);
  const leave = () => {
    takeReading();
    onLeave();
  };
  return (
    <FileDrop onFile={load}>
      <LinesInput {...ids} mono rows={5} value={text} onInput={takeInput} onBlur={leave} />
      <div class="drop-line">
        <FileButton
          icon="file"
          label={t('popup.contract.file')}
          accept=".json,.abi,.txt,application/json,text/plain"
          onFile={load}
        >
          {t('popup.contract.choose')}
        </FileButton>
        <span class="muted">{t('popup.contract.drop')}</span>
      </div>
      {isTooLarge && <p class="field-error">{t('popup.contract.tooLarge')}</p>}
      <ReadInterface {...{ text, type }} {...read} />
    </FileDrop>
  );
}
