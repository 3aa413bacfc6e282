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
export function ReadProblem(props: Props) {
  const scope = useContext(ReadSessionContext);
  if (props.error.code !== 'read_session_needed' || !scope) {
    const { error, onRetry, title } = props;
    return <ErrorState error={error} onRetry={onRetry} {...(title && { title })} />;
  }
  return <ReadSessionPrompt {...props} scope={scope} />;
}

function ReadSessionPrompt({
  onRetry,
  title,
  scope,
  profileId,
}: Props & { readonly scope: ReadSessionScope }) {
  const { readSessions } = scope;
  const { busy, error, run } = useTask(toReadError);
  const version = readSessions.version.value;
  const firstVersion = useRef(version);
  useEffect(() => {
    if (version !== firstVersion.current) onRetry();
  }, [version]);
  const start = () => run(() => readSessions.start(profileId ?? scope.profileId));
  return (
    <>
      {error && <ErrorState error={error} />}
      <Banner
        title={title ?? t('popup.readSession.needed')}
        action={
          <Button icon="passkey" busy={busy} onClick={() => void start()}>
            {t('popup.readSession.title')}
          </Button>
        }
      >
        <p>{t('popup.readSession.text')}</p>
      </Banner>
    </>
  );
}
