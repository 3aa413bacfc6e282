import { useState } from 'preact/hooks';
import type { ExportedPhrase } from '../../../client/export/exported-secret.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { SecretInput } from '../../components/inputs.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { useTabStore } from '../../page/tab-store.ts';

const ASKED = 3;

/** Some places in a phrase, in their order: random, so that nobody copies only those. */
function pickPlaces(count: number, random: (length: number) => Uint8Array): readonly number[] {
  const keys = random(count * 2);
  const places = Array.from({ length: count }, (_, place) => ({
    place,
    key: (keys[place * 2] ?? 0) * 256 + (keys[place * 2 + 1] ?? 0),
  }));
  const shuffled = places.toSorted((one, other) => one.key - other.key);
  return shuffled
    .slice(0, ASKED)
    .map(({ place }) => place)
    .toSorted((one, other) => one - other);
}

const normal = (word: string): string => word.trim().normalize('NFKD').toLowerCase();

/** Asks for three words of what was written down, once it is; `onBegin` hides them. Nobody has to answer. */
export function CopyCheck(props: {
  readonly phrase: ExportedPhrase;
  readonly onBegin: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const begin = () => {
    props.onBegin();
    setIsOpen(true);
  };
  return (
    <Card title={t('export.check.title')}>
      {isOpen ? (
        <CheckForm phrase={props.phrase} />
      ) : (
        <div>
          <Button icon="check" onClick={begin}>
            {t('export.check.begin')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** What is typed stays in its fields, and goes with them. */
function CheckForm({ phrase }: { readonly phrase: ExportedPhrase }) {
  const { randomBytes } = useTabStore().effects;
  const [places] = useState(() => pickPlaces(phrase.wordCount, randomBytes));
  const [typed, setTyped] = useState<readonly string[]>(places.map(() => ''));
  const [wrong, setWrong] = useState<readonly number[] | null>(null);
  const [attempts, setAttempts] = useState(0);
  const check = (): void => {
    setAttempts(attempts + 1);
    const words = phrase.words();
    setWrong(places.filter((place, at) => normal(typed[at] ?? '') !== normal(words[place] ?? '')));
  };
  return (
    <Form
      form={{ submit: check, attempts }}
      actions={<Button submit>{t('export.check.action')}</Button>}
    >
      <p class="muted">{t('export.check.what')}</p>
      {places.map((place, at) => (
        <Field
          key={place}
          label={t('export.check.word', { number: place + 1 })}
          error={wrong?.includes(place) ? t('export.check.wrong', { number: place + 1 }) : null}
        >
          {(ids) => (
            <SecretInput
              {...ids}
              value={typed[at] ?? ''}
              onInput={(text) => {
                setWrong(null);
                setTyped(typed.map((other, index) => (index === at ? text : other)));
              }}
            />
          )}
        </Field>
      ))}
      {wrong?.length === 0 && <Banner tone="good" title={t('export.check.right')} />}
    </Form>
  );
}
