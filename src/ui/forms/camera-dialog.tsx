import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Banner } from '../components/surfaces.tsx';
import { watchCamera, type CameraNews } from './camera.ts';
import './camera.css';

/** What the dialog says: of the camera, or why the code that it read isn't the one asked for. */
type Said =
  | Exclude<CameraNews, { readonly kind: 'text' }>
  | { readonly kind: 'refusal'; readonly text: string };

/** Whether the camera is off, and only a new start brings it back. */
const isOver = (said: Said | undefined): boolean =>
  said !== undefined && ['left', 'fault', 'refusal'].includes(said.kind);

function SaidLine({ said }: { readonly said: Said | undefined }) {
  switch (said?.kind) {
    case 'fault':
      return (
        <Banner tone="warn" title={t(`camera.fault.${said.fault}`)}>
          {t(`camera.fault.${said.fault}Text`)}
        </Banner>
      );
    case 'refusal':
      return <Banner tone="warn" title={said.text} />;
    case 'several':
    case 'long':
    case 'left':
      return <p>{t(`camera.${said.kind}`)}</p>;
    default:
      return <p>{t('camera.what')}</p>;
  }
}

/** The camera's picture, until `onText` has taken a code's text; a text that it returns says why it hasn't. */
export function CameraDialog(props: {
  readonly onText: (text: string) => string | undefined;
  readonly onClose: () => void;
}) {
  const { onText, onClose } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [said, setSaid] = useState<Said | undefined>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!video.current) return undefined;
    return watchCamera(video.current, (news) => {
      if (news.kind !== 'text') return setSaid(news);
      const text = onText(news.text);
      if (text === undefined) onClose();
      else setSaid({ kind: 'refusal', text });
    });
  }, [round]);
  const restart = () => {
    setSaid(undefined);
    setRound(round + 1);
  };
  return (
    <Dialog
      open
      title={t('camera.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          {isOver(said) && (
            <Button kind="primary" onClick={restart}>
              {t('camera.again')}
            </Button>
          )}
        </>
      }
    >
      <video
        ref={video}
        class="camera"
        hidden={isOver(said)}
        muted
        playsInline
        aria-label={t('camera.picture')}
      />
      <div role="status">
        <SaidLine said={said} />
      </div>
      <p class="help">{t('camera.private')}</p>
    </Dialog>
  );
}
