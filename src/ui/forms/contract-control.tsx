import { useRef, useState } from 'preact/hooks';
import { MAX_CONTRACT_INTERFACE_LENGTH } from '../../protocol/contract-interface.ts';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import type { FieldIds } from '../components/field.tsx';
import { joinClassNames } from '../components/format.ts';
import { LinesInput } from '../components/inputs.tsx';
import { ContractPreview } from './contract-preview.tsx';
import { ruleText } from './words.ts';

/** A file of more bytes than this cannot hold an interface that the service takes. */
const FILE_LIMIT = 4 * MAX_CONTRACT_INTERFACE_LENGTH;

/**
 * The text of a contract interface: typed, pasted, chosen or dropped as a file, and shown as the
 * list of what the contract can do before anything is sent.
 */
export function ContractControl(props: {
  readonly ids: FieldIds;
  readonly text: string;
  readonly type: SmartContractInterfaceType | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { ids, text, type, onChange, onLeave } = props;
  const [isDragging, setDragging] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function loadFile(file: File | undefined): Promise<void> {
    if (!file) return;
    setIsRefused(file.size > FILE_LIMIT);
    if (file.size <= FILE_LIMIT) onChange(await file.text());
  }

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
      <LinesInput {...ids} mono rows={5} value={text} onInput={onChange} onBlur={onLeave} />
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
      {isRefused && <p class="field-error">{ruleText('contract_interface_length')}</p>}
      {text !== '' && type && <ContractPreview text={text} type={type} />}
    </div>
  );
}
