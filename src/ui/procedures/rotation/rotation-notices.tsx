import { KeyNotices } from '../../components/key-notices.tsx';
import { useAppState, useStore } from '../../options/store.ts';

/** What of the profiles' keys needs the user. */
export function RotationNotices() {
  const { effects, go } = useStore();
  const { profiles } = useAppState();
  return (
    <KeyNotices effects={effects} profiles={profiles} onOpen={(id) => go({ at: 'rotate', id })} />
  );
}
