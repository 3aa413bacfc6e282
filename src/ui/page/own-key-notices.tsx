import { KeyNotices } from '../components/key-notices.tsx';
import { useStore } from './store.ts';

/** What of the active profile's API key needs the user; the options page does it. */
export function OwnKeyNotices() {
  const { effects, go, profile } = useStore();
  const active = profile.value;
  if (!active) return null;
  return (
    <KeyNotices
      key={active.id}
      effects={effects}
      profiles={[active]}
      onOpen={(id) => go({ screen: 'rotate', id })}
    />
  );
}
