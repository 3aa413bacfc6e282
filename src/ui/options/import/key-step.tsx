import { useEffect, useState } from 'preact/hooks';
import type { Refused } from '../../../messaging/import/held-key.ts';
import { said, t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Radios } from '../../kit/choices.tsx';
import { Field } from '../../kit/field.tsx';
import { Banner, Card } from '../../kit/surfaces.tsx';
import { CopyText, Facts } from '../../kit/values.tsx';
import type { Flow } from './flow.ts';
import { KeyInput } from './key-input.tsx';
import type { Read } from './pasted.ts';
import { curveText, foundText, refusalTexts } from './words.ts';

type Props = { readonly flow: Flow };

/** Paste, drop or choose; what was recognised, or why it is refused. */
export function KeyStep({ flow }: Props) {
  const read = flow.read.value;
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState('');
  // Come back to with a key in hand: the input it was pasted into is gone.
  const [returned] = useState(() => flow.read.peek().kind === 'held');
  const goOn = (): void => {
    setTried(true);
    if (!flow.reading.peek()) return;
    setShown('');
    flow.step.value = 'formats';
  };
  const missing = tried && read.kind === 'nothing' ? t('import.key.missing') : null;
  return (
    <Card>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <KeyFields {...{ flow, returned, shown }} error={missing} onShown={setShown} />
        {read.kind === 'refused' && (
          <RefusedKey flow={flow} refused={read.refused} text={read.file === null ? shown : ''} />
        )}
        {read.kind === 'held' && <Recognised flow={flow} read={read} tried={tried} />}
        <p class="help">{t('import.key.clipboard')}</p>
        <div class="actions">
          <Button kind="primary" submit>
            {t('import.continue')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function KeyFields(props: {
  readonly flow: Flow;
  readonly returned: boolean;
  readonly error: string | null;
  readonly shown: string;
  readonly onShown: (text: string) => void;
}) {
  const { flow } = props;
  const read = flow.read.value;
  if (read.kind === 'held' && (read.file !== null || props.returned)) {
    return (
      <div class="cluster">
        <span>
          {read.file === null
            ? t('import.key.held')
            : t('import.key.fileRead', { name: read.file })}
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
        refused={read.kind === 'refused' && read.file === null ? read.refused : null}
        shown={props.shown}
        onShown={props.onShown}
        onText={(text, again) => {
          flow.readText(text, again);
          return false;
        }}
      />
      <FileInput onFile={(file) => void flow.readFile(file)} />
    </>
  );
}

/** A file by choice, or dropped anywhere: a page that is not asked would open it. */
function FileInput(props: { readonly onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      // A piece of text goes where it is dropped: into the input.
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
      label={t('import.key.file')}
      optional
      help={t(over ? 'import.key.drop' : 'import.key.fileHelp')}
    >
      {(ids) => (
        <input
          {...ids}
          class="file"
          type="file"
          autocomplete="off"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) props.onFile(file);
            event.currentTarget.value = '';
          }}
        />
      )}
    </Field>
  );
}

/** The forms that can be asked for where the text does not tell. */
const READ_AS = ['solana_seed', 'xrp_hex'] as const;

function RefusedKey(props: {
  readonly flow: Flow;
  readonly refused: Refused;
  readonly text: string;
}) {
  const { flow, refused } = props;
  const { candidates = [], found } = refused.facts;
  const choices = READ_AS.filter((as) => candidates.includes(as));
  const other = refused.reason === 'out_of_range' && found === 'hex';
  const [sentence, ...more] = refusalTexts(refused);
  const again = (choice: Parameters<Flow['readAgain']>[0]) => void flow.readAgain(choice);
  return (
    <Banner tone="danger" title={t('import.refused.title')}>
      <p>{sentence}</p>
      {more.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p class="muted">{t('import.refused.kept')}</p>
      {(choices.length > 0 || other) && (
        <p class="cluster">
          {choices.map((as) => (
            <Button key={as} small onClick={() => again({ as })}>
              {t('import.refused.readAs', { found: foundText(as) })}
            </Button>
          ))}
          {other && (
            <Button small onClick={() => again({ curve: 'CURVE_ED25519' })}>
              {t('import.refused.readAsCurve')}
            </Button>
          )}
        </p>
      )}
    </Banner>
  );
}

function Recognised(props: {
  readonly flow: Flow;
  readonly read: Extract<Read, { kind: 'held' }>;
  readonly tried: boolean;
}) {
  const { flow, read, tried } = props;
  const { kind, network, readings } = read.key;
  const reading = flow.reading.value;
  const rows: [string, preact.ComponentChildren][] = [
    [
      t('import.read.network'),
      network === null ? t('import.read.noNetwork') : t(`import.network.${network}`),
    ],
  ];
  if (readings.length === 1) rows.push([t('import.read.curve'), curveText(readings[0].curve)]);
  if (reading) {
    rows.push([
      t('import.read.publicKey'),
      <CopyText key="public" text={reading.publicKeyHex} mono what={t('import.read.publicKey')} />,
    ]);
  }
  return (
    <>
      <Banner tone="good" title={t('import.read.title', { kind: foundText(kind) })}>
        <Facts rows={rows} />
      </Banner>
      {readings.length > 1 && (
        <Field
          label={t('import.read.curve')}
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
                detail: said(`import.curve.${curve}.what`),
              }))}
            />
          )}
        </Field>
      )}
    </>
  );
}
