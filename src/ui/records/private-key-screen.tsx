import { parse } from '../../protocol/parse.ts';
import { privateKey as privateKeySchema } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { createLazyPart, createLazyScreen } from '../components/lazy-screen.tsx';
import { FactLine, Section } from '../components/surfaces.tsx';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { choiceWord } from '../forms/words.ts';
import { ObjectFacts } from './object-facts.tsx';
import { membersOf, textOf } from './record-members.ts';
import { Tags } from './tag-membership.tsx';
import { KeyOrigin, type ObjectPartProps } from './object-row.tsx';

/* The check of the addresses, with its words. */
const importWords = () => import('../words/en/import.ts');
const ProvedAddresses = createLazyScreen(
  async () => (await import('./private-key-proof.tsx')).ProvedAddresses,
  importWords,
);
const VerifyAgain = createLazyPart(
  async () => (await import('./private-key-proof.tsx')).VerifyAgain,
  importWords,
);

/** Its addresses, checked against each other, and the ways to verify them again. */
function Addresses({ item }: { readonly item: Item }) {
  const parsed = parse(privateKeySchema, item.record);
  if (!parsed.ok) return null;
  const privateKey = parsed.value;
  return (
    <>
      <Section title={t('object.addresses')}>
        {privateKey.addresses.length === 0 ? (
          <p class="muted">{t('object.addresses.none')}</p>
        ) : (
          <ProvedAddresses privateKey={privateKey} />
        )}
      </Section>
      <Section title={t('object.verify')}>
        <VerifyAgain key={privateKey.privateKeyId} privateKey={privateKey} />
      </Section>
    </>
  );
}

/** A private key in a list: its curve, how many addresses it has, and where it came from. */
export function PrivateKeyLine({ item }: { readonly item: Item }) {
  const { exported, imported } = item.record;
  return (
    <FactLine
      facts={[
        visibleText(choiceWord(textOf(item, 'curve'))),
        t('object.addresses.count', { count: membersOf(item, 'addresses').length }),
        imported === true && t('object.origin.imported'),
        exported === true && t('object.origin.exported'),
      ]}
    />
  );
}

/** A private key that the service keeps: its addresses and its public key. */
export function PrivateKeyParts({ place, item }: ObjectPartProps) {
  return (
    <>
      <KeyOrigin item={item} />
      <Addresses item={item} />
      <Tags place={place} item={item} />
      <ObjectFacts place={place} item={item} />
    </>
  );
}
