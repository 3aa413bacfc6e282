import { useEffect, useState } from 'preact/hooks';
import type { KeyRefusalView } from '../../../client/import/sealable-key.ts';
import { findText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Radios } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { FileInput } from '../../components/inputs.tsx';
import { formatText } from '../../components/address-line.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { KeyChoice } from '../../settings/key-choice.tsx';
import { hashOf } from '../../page/routes.ts';
import type { ImportFlow } from './import-flow.ts';
import { KeyInput } from './key-input.tsx';
import { StepActions } from './name-step.tsx';
import { KeystoreNotice } from './keystore-notice.tsx';
import type { PasteResult } from './pasted-key.ts';
import { curveText, encodingText, refusalTexts } from './import-texts.ts';

type Props = { readonly flow: ImportFlow };

/** Paste, drop or choose a key; then what was recognized, or why it is rejected. */
export function ImportKeyStep({ flow }: Props) {
  const result = flow.read.value;
  const [shownText, setShownText] = useState('');
  // True if the user came back with a key loaded: the input they pasted it into is gone.
  const [isReturning] = useState(() => flow.read.peek().kind === 'held');
  const form = useForm(true, async () => {
    if (!flow.reading.peek()) return;
    setShownText('');
    flow.step.value = 'formats';
  });
  const { tried } = form;
  const missing = tried && result.kind === 'nothing' ? t('import.key.missing') : null;
  return (
    <Card>
      <Form form={form} actions={<StepActions />}>
        <KeyFields
          {...{ flow, isReturning, shownText }}
          error={missing}
          onShownText={setShownText}
        />
        {result.kind === 'keystore' && (
          <KeystoreNotice key={result} flow={flow} paste={result} tried={tried} />
        )}
        {flow.keys.value.length > 0 && !isReturning && (
          <AddressedKeyChoice flow={flow} tried={tried} />
        )}
        {result.kind === 'refused' && result.keys.length === 0 && (
          <RefusedKeyNotice
            flow={flow}
            refused={result.refused}
            text={result.file === null ? shownText : ''}
          />
        )}
        {result.kind === 'held' && <RecognisedKey flow={flow} result={result} tried={tried} />}
        <p class="help">{t('import.key.clipboard')}</p>
      </Form>
    </Card>
  );
}

function KeyFields(props: {
  readonly flow: ImportFlow;
  readonly isReturning: boolean;
  readonly error: string | null;
  readonly shownText: string;
  readonly onShownText: (text: string) => void;
}) {
  const { flow } = props;
  const result = flow.read.value;
  if (result.kind === 'held' && (result.file !== null || props.isReturning)) {
    return (
      <div class="cluster">
        <span>
          {result.file === null
            ? t('import.key.held')
            : t('options.key.fileRead', { name: result.file })}
        </span>
        <Button small onClick={flow.forget}>
          {t('import.key.forget')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <KeyInput
        error={props.error}
        refused={result.kind === 'refused' && result.file === null ? result.refused : null}
        shownText={props.shownText}
        onShownText={props.onShownText}
        onText={(text, getText) => {
          flow.readText(text, getText);
          return false;
        }}
      />
      <DroppedFile onFile={(file) => void flow.readFile(file)} />
    </>
  );
}

/** A file chosen, or dropped anywhere on the page. Otherwise the browser would open it. */
function DroppedFile(props: { readonly onFile: (file: File) => void }) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsDraggedOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      setIsDraggedOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      // Dropped text goes into the input as usual.
      if (!file) return;
      event.preventDefault();
      props.onFile(file);
    };
    document.addEventListener('dragover', hover);
    document.addEventListener('dragleave', hover);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', hover);
      document.removeEventListener('dragleave', hover);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <Field
      label={t('options.key.file')}
      optional
      help={t(isDraggedOver ? 'import.key.drop' : 'import.key.fileHelp')}
    >
      {(ids) => <FileInput {...ids} again onFile={(file) => file && props.onFile(file)} />}
    </Field>
  );
}

/** Which of several keys is meant, by the addresses of each. */
function AddressedKeyChoice({ flow, tried }: Props & { readonly tried: boolean }) {
  return (
    <KeyChoice
      entry={flow.entry.value}
      tried={tried}
      onEntry={(entry) => void flow.interpretAgain({ entry })}
      keys={flow.keys.value.map((key) => ({
        ...key,
        detail: key.refused
          ? refusalTexts(key.refused)[0]
          : key.addresses.map(addressText).join('\n'),
        isRefused: key.refused !== undefined,
      }))}
    />
  );
}

function addressText({ format, address }: { readonly format: string; readonly address: string }) {
  return t('import.several.address', { format: formatText(format), address });
}

/** The formats a user can choose from when the text is ambiguous. */
const INTERPRETATIONS = [
  'solana_seed',
  'sui_keystore',
  'hex_padded',
  'xrp_hex',
  'hex_colons',
] as const;

function RefusedKeyNotice(props: {
  readonly flow: ImportFlow;
  readonly refused: KeyRefusalView;
  readonly text: string;
}) {
  const { flow, refused } = props;
  const { possibleEncodings: candidates = [] } = refused.facts;
  const choices = INTERPRETATIONS.filter((as) => candidates.includes(as));
  const [sentence, ...details] = refusalTexts(refused);
  return (
    <Banner
      tone="danger"
      title={t(choices.length > 0 ? 'import.unclear.title' : 'import.refused.title')}
    >
      <p>{sentence}</p>
      {details.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p class="muted">{t('import.refused.sent')}</p>
      {refused.reason === 'mnemonic_pasted' && (
        <p>
          <a href={hashOf({ screen: 'import-wallet' })}>{t('import.wallet')}</a>
        </p>
      )}
      {choices.length > 0 && (
        <p class="cluster">
          {choices.map((as) => (
            <Button key={as} small onClick={() => void flow.interpretAgain({ interpretAs: as })}>
              {t('import.refused.readAs', { found: encodingText(as) })}
            </Button>
          ))}
        </p>
      )}
    </Banner>
  );
}

function RecognisedKey(props: {
  readonly flow: ImportFlow;
  readonly result: Extract<PasteResult, { kind: 'held' }>;
  readonly tried: boolean;
}) {
  const { flow, result, tried } = props;
  const { kind, network, candidates: readings } = result.key;
  const reading = flow.reading.value;
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('import.read.network'),
      network === null ? t('import.read.noNetwork') : t(`import.network.${network}`),
    ],
  ];
  if (readings.length === 1) rows.push([t('options.key.curve'), curveText(readings[0].curve)]);
  if (reading) {
    rows.push([
      t('options.key.publicKey'),
      <CopyText key="public" text={reading.publicKeyHex} mono what={t('options.key.publicKey')} />,
    ]);
  }
  return (
    <>
      <Banner tone="good" title={t('import.read.title', { kind: encodingText(kind) })}>
        <DescriptionList rows={rows} />
      </Banner>
      {readings.length > 1 && (
        <Field
          label={t('options.key.curve')}
          group
          help={t('import.read.curveWhy')}
          error={tried && !reading ? t('import.read.curveMissing') : null}
        >
          {(ids) => (
            <Radios
              {...ids}
              value={flow.curve.value ?? ''}
              onChange={(value) => {
                const chosen = readings.find(({ curve }) => curve === value);
                if (chosen) flow.curve.value = chosen.curve;
              }}
              options={readings.map(({ curve }) => ({
                value: curve,
                label: curveText(curve),
                detail: findText(`import.curve.${curve}.what`),
              }))}
            />
          )}
        </Field>
      )}
    </>
  );
}
