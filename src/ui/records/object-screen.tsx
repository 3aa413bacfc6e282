import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RecordKind } from '../../protocol/fields.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { useStore } from '../popup/context.ts';
import { noteOpened } from '../popup/home-order.ts';
import { AccountScreen } from './account-screen.tsx';
import { ActivityRecordScreen } from './activity-record-screen.tsx';
import { ApiKeyScreen } from './api-key-screen.tsx';
import { ContractScreen } from './contract-screen.tsx';
import { PolicyScreen } from './policy-screen.tsx';
import { PrivateKeyScreen } from './private-key-screen.tsx';
import { TagScreen } from './tag-screen.tsx';
import { UserScreen } from './user-screen.tsx';
import { WalletScreen } from './wallet-screen.tsx';

type PlaceProps = { readonly place: ObjectPlace };

const SCREENS: Readonly<Record<RecordKind, FunctionComponent<PlaceProps>>> = {
  wallet: WalletScreen,
  walletAccount: AccountScreen,
  privateKey: PrivateKeyScreen,
  privateKeyTag: TagScreen,
  user: UserScreen,
  userTag: TagScreen,
  apiKey: ApiKeyScreen,
  contractInterface: ContractScreen,
  policy: PolicyScreen,
  activity: ActivityRecordScreen,
};

/** The screen of any record of the organization. */
export function ObjectScreen({ place }: PlaceProps) {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  useEffect(() => noteOpened(effects.client, profileId, place), [profileId, place.kind, place.id]);
  const Kind = SCREENS[place.kind];
  return <Kind place={place} />;
}
