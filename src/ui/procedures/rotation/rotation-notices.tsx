import { KeyNotices } from '../../components/key-notices.tsx';
import { useAppState, useTabStore } from '../../page/tab-store.ts';

/** What of the profiles' keys needs the user. */
export function RotationNotices() {
  const { effects, go } = useTabStore();
  const { profiles } = useAppState();
  return (
    <KeyNotices
      effects={effects}
      profiles={profiles}
      onOpen={(id) => go({ screen: 'rotate', id })}
    />
  );
}
