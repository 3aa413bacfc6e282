import { t } from '../i18n.ts';
import { AddressLine } from '../components/address-line.tsx';
import { Button } from '../components/button.tsx';
import { CopyText } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { choiceWord } from '../forms/words.ts';
import { useStore } from '../popup/context.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { KeyOrigin } from './key-origin.tsx';
import { membersOf, ObjectFacts, textOf } from './object-facts.tsx';
import { ObjectFrame, Part } from './object-frame.tsx';

function Addresses({ item }: { readonly item: Item }) {
  const { effects } = useStore();
  const addresses = membersOf(item, 'addresses');
  return (
    <Part
      title={t('object.addresses')}
      aside={
        <Button kind="quiet" small onClick={() => void effects.openOptions('private-keys')}>
          {t('object.verify')}
        </Button>
      }
    >
      {addresses.length === 0 && <p class="muted">{t('object.addresses.none')}</p>}
      <ul class="proof-lines">
        {addresses.map(({ format, address }, index) => (
          <li key={index}>
            <AddressLine format={String(format)} address={String(address)} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** A private key that the service keeps: its addresses and its public key. */
export function PrivateKeyScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place}>
      {(item) => (
        <>
          <KeyOrigin item={item} />
          <Addresses item={item} />
          <ObjectFacts
            place={place}
            item={item}
            others={[
              [t('object.curve'), visibleText(choiceWord(textOf(item, 'curve')))],
              [
                t('object.publicKey'),
                <CopyText
                  key="key"
                  text={textOf(item, 'publicKey')}
                  mono
                  what={t('object.publicKey')}
                />,
              ],
            ]}
          />
        </>
      )}
    </ObjectFrame>
  );
}
