import { useEffect, useState } from 'preact/hooks';
import type { KeyView } from '../../protocol/app-state.ts';
import { richText, t } from '../i18n.ts';
import { Qr } from '../components/qr.tsx';
import { Badge } from '../components/surfaces.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { tickingNow } from '../components/clock.ts';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { choiceWord } from '../forms/words.ts';
import { useStore } from '../popup/context.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { credentialText, endOf, timeOf } from './record-members.ts';
import { ObjectFrame } from './object-frame.tsx';

/** When a credential ends: its life is a duration from its creation (docs/protocol.md, Records). */
export function Expiry({ record }: { readonly record: Item['record'] }) {
  const at = endOf(record);
  if (at === undefined) return <span>{t('object.neverExpires')}</span>;
  const key = at > tickingNow() ? 'object.expires' : 'object.expired';
  return <span>{richText(key, { time: <RelativeTime at={at} /> })}</span>;
}

/** Whether the key is the one that this profile signs with. */
function useIsOwnKey(publicKey: string): boolean {
  const store = useStore();
  const keyId = store.profile.value?.keyId;
  const [keys, setKeys] = useState<readonly KeyView[]>([]);
  useEffect(() => {
    void store.effects.client.call('keys_list', {}).then(setKeys, () => undefined);
  }, []);
  return keys.some((key) => key.id === keyId && key.publicKey === publicKey);
}

function KeyBody({ item }: { readonly item: Item }) {
  const publicKey = credentialText(item.record, 'publicKey');
  const isOwn = useIsOwnKey(publicKey);
  const createdAt = timeOf(item.record, 'createdAt');
  return (
    <>
      {isOwn && <Badge tone="info">{t('object.usedHere')}</Badge>}
      <div class="receive">
        <Qr text={publicKey} what={t('object.publicKey')} />
      </div>
      <DescriptionList
        rows={[
          [
            t('object.publicKey'),
            <CopyText key="key" text={publicKey} mono what={t('object.publicKey')} />,
          ],
          [t('object.format'), visibleText(choiceWord(credentialText(item.record, 'type')))],
          [t('object.expiry'), <Expiry key="expiry" record={item.record} />],
          ...(createdAt === undefined
            ? []
            : [[t('object.createdAt'), <RelativeTime key="made" at={createdAt} />] as const]),
        ]}
      />
    </>
  );
}

/** An API key: its public key, how long it lives, and whether it signs here. */
export function ApiKeyScreen({ place }: { readonly place: ObjectPlace }) {
  return <ObjectFrame place={place}>{(item) => <KeyBody item={item} />}</ObjectFrame>;
}
