import { useContext, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { hashOf } from '../page/routes.ts';
import { StoreContext } from '../page/store.ts';

/** The camera's code and words come when somebody asks for it. */
const CameraDialog = createLazyPart(
  async () => (await import('./camera-dialog.tsx')).CameraDialog,
  () => import('../words/en/camera.ts'),
);

/**
 * A button that reads a QR code by the camera. `onText` takes its text, or says why it isn't what is asked for.
 * The popup opens what it shows in a tab instead: Chromium dismisses a popup's request for the camera
 * without asking the user (tried in version 156).
 */
export function CameraButton(props: { readonly onText: (text: string) => string | undefined }) {
  const store = useContext(StoreContext);
  const [isOpen, setOpen] = useState(false);
  // A window that answers a site closes with its request.
  if (!store) return null;
  const { placement, effects, route } = store;
  const isPopup = placement === 'popup';
  const openTab = () => void effects.openPage(hashOf(route.peek()));
  return (
    <>
      <Button
        small
        icon={isPopup ? 'external' : 'camera'}
        onClick={isPopup ? openTab : () => setOpen(true)}
      >
        {t('popup.camera')}
      </Button>
      {isOpen && <CameraDialog onText={props.onText} onClose={() => setOpen(false)} />}
    </>
  );
}
