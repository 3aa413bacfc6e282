import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { KeystampError, WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { asReadError } from '../kit/errors.ts';
import { ErrorState } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import type { Looking } from './looking.ts';

/** How the page reads again, and for which profile unless told otherwise. */
export type Look = { readonly looking: Looking; readonly profileId: string };

export const LookContext = createContext<Look | undefined>(undefined);

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
 * when that is done, here or in the passkey window, it is asked again by itself.
 */
export function ReadProblem(props: Props) {
  const look = useContext(LookContext);
  if (props.error.code !== 'look_needed' || !look) {
    const { error, onRetry, title } = props;
    return <ErrorState error={error} onRetry={onRetry} {...(title && { title })} />;
  }
  return <LookAgain {...props} look={look} />;
}

function LookAgain({ onRetry, title, look, profileId }: Props & { readonly look: Look }) {
  const { looking } = look;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const round = looking.round.value;
  const first = useRef(round);
  useEffect(() => {
    if (round !== first.current) onRetry();
  }, [round]);
  const begin = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await looking
      .begin(profileId ?? look.profileId)
      .catch((cause: unknown) => setError(asReadError(cause)));
    setBusy(false);
  };
  return (
    <>
      {error && <ErrorState error={error} />}
      <Banner
        title={title ?? t('popup.look.needed')}
        action={
          <Button icon="passkey" busy={busy} onClick={() => void begin()}>
            {t('popup.look.title')}
          </Button>
        }
      >
        <p>{t('popup.look.text')}</p>
      </Banner>
    </>
  );
}
