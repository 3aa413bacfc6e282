import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { List, ListRow } from '../components/surfaces.tsx';
import { Icon } from '../components/icon.tsx';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord } from '../forms/words.ts';
import { hashOf, type ObjectPlace } from '../popup/route.ts';
import { AddLinks } from './create-links.tsx';
import { Expiry } from './api-key-screen.tsx';
import { ObjectFacts } from './object-facts.tsx';
import { asText, credentialText, membersOf, textsOf } from './record-members.ts';
import { ObjectFrame, Part } from './object-frame.tsx';
import { useList } from './object-state.ts';

/** A list in an object's screen, or a word that it is empty. */
function RecordPart(props: {
  readonly title: string;
  readonly none: string;
  readonly aside?: ComponentChildren;
  readonly children: readonly ComponentChildren[];
}) {
  const { title, none, aside, children } = props;
  return (
    <Part title={title} aside={aside}>
      {children.length === 0 ? <p class="muted">{none}</p> : <List label={title}>{children}</List>}
    </Part>
  );
}

/** A user's tags, by name where the list of tags can be read. */
function Tags({ item }: { readonly item: Item }) {
  const { items } = useList('userTag');
  const ids = textsOf(item, 'userTags');
  return (
    <Part title={t('object.tags')}>
      {ids.length === 0 && <p class="muted">{t('object.tags.none')}</p>}
      <span class="cluster">
        {ids.map((id) => (
          <a key={id} class="chip" href={hashOf({ screen: 'object', kind: 'userTag', id })}>
            <Icon name="tag" size={12} />
            <VisibleText text={items?.get(id)?.name || id} />
          </a>
        ))}
      </span>
    </Part>
  );
}

function ApiKeys({ item, place }: { readonly item: Item; readonly place: ObjectPlace }) {
  return (
    <RecordPart
      title={t('object.apiKeys')}
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
                <span>{visibleText(choiceWord(credentialText(record, 'type')))}</span>
                <Expiry record={record} />
              </span>
            }
          />
        );
      })}
    </RecordPart>
  );
}

function Passkeys({ item }: { readonly item: Item }) {
  return (
    <RecordPart title={t('object.passkeys')} none={t('object.passkeys.none')}>
      {membersOf(item, 'authenticators').map((record) => (
        <ListRow
          key={asText(record['authenticatorId'])}
          lead={<Icon name="passkey" />}
          title={<VisibleText text={asText(record['authenticatorName'])} />}
        />
      ))}
    </RecordPart>
  );
}

/** A person of the organization: how they are reached, their tags, and what they sign with. */
export function UserScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place}>
      {(item) => (
        <>
          <ObjectFacts place={place} item={item} />
          <Tags item={item} />
          <ApiKeys item={item} place={place} />
          <Passkeys item={item} />
        </>
      )}
    </ObjectFrame>
  );
}
