import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { KeystampError, WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { toReadError } from '../components/errors.ts';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { useTask } from '../components/task.ts';
import type { ReadSessions } from './read-sessions.ts';

/** How the page reads again, and for which profile unless told otherwise. */
export type ReadSessionScope = { readonly readSessions: ReadSessions; readonly profileId: string };

export const ReadSessionContext = createContext<ReadSessionScope | undefined>(undefined);

type Props = {
  readonly error: KeystampError | WireError;
  /** Asks again. */
  readonly onRetry: () => void;
  /** Whose reading it is, where it is not the page's own profile. */
  readonly profileId?: string;
  /** What it is that cannot be read. */
  readonly title?: string;
};

/**
 * Why something could not be read. Where only a passkey can read, it says so and offers one gesture;
 * when that is done, here or in the confirm window, it is asked again by itself.
 */
export function ReadProblem({ error, onRetry, profileId, title }: Props) {
  const scope = useContext(ReadSessionContext);
  const isNeeded = error.code === 'read_session_needed' && scope !== undefined;
  const version = scope?.readSessions.version.value;
  const firstVersion = useRef(version);
  useEffect(() => {
    if (isNeeded && version !== firstVersion.current) onRetry();
    firstVersion.current = version;
  }, [version]);
  return isNeeded ? (
    <ReadSessionBanner profileId={profileId} title={title} />
  ) : (
    <ErrorState error={error} onRetry={onRetry} {...(title && { title })} />
  );
}

/** A profile that only its passkey lets read: one use of it opens a read session. */
export function ReadSessionBanner(props: {
  /** The page's own profile if left out. */
  readonly profileId?: string | undefined;
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  /** Called once it was opened here. */
  readonly onOpened?: () => void;
}) {
  const scope = useContext(ReadSessionContext);
  const { busy, error, run } = useTask(toReadError);
  if (!scope) return null;
  const { profileId = scope.profileId, onOpened } = props;
  const start = async () => (await scope.readSessions.start(profileId)) && onOpened?.();
  return (
    <>
      {error && <ErrorState error={error} />}
      <Banner
        title={props.title ?? t('popup.readSession.needed')}
        action={
          <Button
            kind={onOpened ? 'primary' : 'plain'}
            icon="passkey"
            busy={busy}
            onClick={() => void run(start)}
          >
            {props.label ?? t('popup.readSession.title')}
          </Button>
        }
      >
        <p>{t('popup.readSession.text')}</p>
      </Banner>
    </>
  );
}
