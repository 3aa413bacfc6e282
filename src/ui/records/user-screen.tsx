import { t } from '../i18n.ts';
import { Icon } from '../components/icon.tsx';
import { Qr } from '../components/qr.tsx';
import { Badge, ListRow } from '../components/surfaces.tsx';
import { useLatest } from '../components/use-reading.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord, nameText } from '../forms/words.ts';
import { SoleRootNotice } from '../page/sole-root.tsx';
import { useStore } from '../page/store.ts';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { AddLinks } from './create-links.tsx';
import { Expiry, ObjectFacts } from './object-facts.tsx';
import { useList } from './object-state.ts';
import { ListSection, type ObjectPartProps } from './object-row.tsx';
import type { Item } from './pickable-records.ts';
import { asText, membersOf, textAt } from './record-members.ts';
import { Tags } from './tag-membership.tsx';

function ApiKeys({ item, place }: ObjectPartProps) {
  return (
    <ListSection
      title={t('app.place.apiKey')}
      none={t('object.apiKeys.none')}
      aside={<AddLinks part="apiKey" place={place} />}
    >
      {membersOf(item, 'apiKeys').map((record) => {
        const id = asText(record['apiKeyId']);
        return (
          <ListRow
            key={id}
            lead={<Icon name="key" />}
            href={hashOf({ screen: 'object', kind: 'apiKey', id, within: item.id })}
            title={<VisibleText text={asText(record['apiKeyName'])} />}
            detail={
              <span class="entry-line">
                <span>{visibleText(choiceWord(textAt(record, 'credential.type')))}</span>
                <Expiry record={record} />
              </span>
            }
          />
        );
      })}
    </ListSection>
  );
}

function Passkeys({ item }: { readonly item: Item }) {
  return (
    <ListSection title={t('object.passkeys')} none={t('object.passkeys.none')}>
      {membersOf(item, 'authenticators').map((record) => (
        <ListRow
          key={asText(record['authenticatorId'])}
          lead={<Icon name="passkey" />}
          title={<VisibleText text={asText(record['authenticatorName'])} />}
        />
      ))}
    </ListSection>
  );
}

/** Whether the key is the one that this profile signs with. */
function useIsOwnKey(publicKey: string): boolean {
  const store = useStore();
  const keyId = store.profile.value?.keyId;
  const keys = useLatest(() => store.effects.client.call('keys_list', {}), []) ?? [];
  return keys.some((key) => key.id === keyId && key.publicKey === publicKey);
}

/** Whose key it is: the user that it was opened from, or the one in the list who has it. */
function KeyOwner({ place }: { readonly place: ObjectPlace }) {
  const { items } = useList('user');
  const owner = [...(items?.values() ?? [])].find(
    (user) =>
      user.id === place.within ||
      membersOf(user, 'apiKeys').some((key) => key['apiKeyId'] === place.id),
  );
  if (!owner) return <span class="muted">{t('object.none')}</span>;
  return (
    <a href={hashOf({ screen: 'object', kind: 'user', id: owner.id })}>
      <VisibleText text={nameText(owner.name)} />
    </a>
  );
}

/** An API key: whose it is, its public key, how long it lives, and whether it signs here. */
export function ApiKeyParts({ place, item }: ObjectPartProps) {
  const publicKey = textAt(item.record, 'credential.publicKey');
  const isOwn = useIsOwnKey(publicKey);
  return (
    <>
      {isOwn && (
        <p class="cluster">
          <Badge tone="info">{t('object.usedHere')}</Badge>
        </p>
      )}
      <div class="receive">
        <Qr text={publicKey} what={t('object.publicKey')} />
      </div>
      <ObjectFacts
        place={place}
        item={item}
        others={[[t('object.user'), <KeyOwner key="of" place={place} />]]}
      />
    </>
  );
}

/** A person of the organization: how they are reached, their tags, and what they sign with. */
export function UserParts({ place, item }: ObjectPartProps) {
  const { profile } = useStore();
  return (
    <>
      {item.id === profile.value?.known?.userId && <SoleRootNotice />}
      <ObjectFacts place={place} item={item} />
      <Tags place={place} item={item} />
      <ApiKeys item={item} place={place} />
      <Passkeys item={item} />
    </>
  );
}
