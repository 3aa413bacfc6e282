import { useEffect, useState } from 'preact/hooks';
import type { KeyRotationView } from '../../../protocol/key-rotation.ts';
import { findText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { Section } from '../../settings/section.tsx';
import { useTask } from '../../components/task.ts';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { RotationForm } from './rotation-form.tsx';
import { RotationProgress } from './rotation-progress.tsx';

type Shown = { readonly rotation: KeyRotationView; readonly startsAtOnce: boolean } | 'none';

/** The profile's rotation, if it has one. */
function useRotation(profileId: string) {
  const { effects } = useTabStore();
  const task = useTask();
  const [shown, setShown] = useState<Shown | null>(null);
  const load = () =>
    void task.run(async () => {
      const all = await effects.client.call('rotations_list', {});
      const rotation = all.find((one) => one.profileId === profileId);
      setShown(rotation ? { rotation, startsAtOnce: false } : 'none');
    });
  const discard = () =>
    void task.run(async () => {
      await effects.client.call('rotations_discard', { profileId });
      setShown('none');
    });
  useEffect(load, []);
  const begin = (rotation: KeyRotationView) => setShown({ rotation, startsAtOnce: true });
  return { shown, error: task.error, load, discard, begin };
}

/** Replaces a profile's API key: what happens, its steps, and the way back. */
export function RotationSection({ id }: { readonly id: string }) {
  return (
    <Section
      title={t('app.rotation.rotate')}
      action={<a href={hashOf({ screen: 'keys' })}>{t('app.section.keys')}</a>}
    >
      <RotationContent id={id} />
    </Section>
  );
}

function RotationContent({ id }: { readonly id: string }) {
  const { profiles } = useAppState();
  const profile = profiles.find((candidate) => candidate.id === id);
  const { shown, error, load, discard, begin } = useRotation(id);
  if (error) return <ErrorState error={error} onRetry={load} />;
  if (!shown) return <Skeleton rows={3} />;
  if (shown !== 'none' && shown.rotation.isStale) {
    return (
      <Banner
        tone="warn"
        title={findText('error.rotation_stale') ?? ''}
        action={<Button onClick={discard}>{t('rotation.discard')}</Button>}
      />
    );
  }
  if (!profile) return <EmptyState title={t('options.profile.gone')} />;
  return shown === 'none' ? (
    <RotationForm profile={profile} onBegun={begin} />
  ) : (
    <RotationProgress profile={profile} {...shown} />
  );
}
