import type { EntryView } from '../../protocol/outbox-entry.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { StateBadge } from '../components/entry-state.tsx';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { stateText } from '../forms/words.ts';
import { hashOf } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { stateOfStage } from './stage-state.ts';

/** Seldom needed: its code loads then. */
const WaitingNotice = createLazyPart(
  async () => (await import('./waiting-notice.tsx')).WaitingNotice,
);

/**
 * How the activity of a stage is doing, on a screen that finds it again: it goes on, waits for others,
 * came to nothing, or nobody can tell what it did.
 */
export function StageActivity(props: {
  readonly entry: EntryView;
  readonly profile: Profile;
  /** What the link to the activity is called. */
  readonly label: string;
  /** What is missing now, where it came to nothing. */
  readonly failure?: string;
}) {
  const { client, now } = useStore().effects;
  const { entry, profile, label, failure } = props;
  const { id, error, state: entryState } = entry;
  const state = stateOfStage(entry);
  const text = stateText(entry, submitRowOf(entry.operation));
  return (
    <section class="section" aria-label={label} data-stage={state}>
      <p class="cluster">
        <StateBadge state={entryState} />
        <a href={hashOf({ screen: 'activity', id })}>{label}</a>
      </p>
      {state === 'waiting' && <WaitingNotice {...{ client, now, profile, entry }} />}
      {state === 'going' && error && <p>{text}</p>}
      {error ? (
        <ErrorState error={error} {...(state === 'stopped' && failure && { title: failure })} />
      ) : (
        state === 'stopped' && (
          <Banner tone="danger" title={failure ?? text}>
            {failure && text}
          </Banner>
        )
      )}
      {(state === 'disproved' || state === 'open') && !error && <Banner tone="warn" title={text} />}
    </section>
  );
}
