import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { Profile } from '../../protocol/profile.ts';
import { isWaitingForOthers } from '../components/follow-entry.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { useStore } from '../page/store.ts';

const LazyWaitingNotice = createLazyScreen(
  async () => (await import('./waiting-notice.tsx')).WaitingNotice,
  null,
);

/** The notice on a screen of the popup, which seldom needs it: its code loads then. */
export function WaitingForOthers(props: {
  readonly entry: EntryView | undefined;
  readonly profile: Profile;
}) {
  const { client, now } = useStore().effects;
  const { entry, profile } = props;
  if (!entry || !isWaitingForOthers(entry)) return null;
  return <LazyWaitingNotice {...{ client, now, profile, entry }} />;
}
