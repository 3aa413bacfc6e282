import { useContext, useState } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { hashOf } from '../page/routes.ts';
import { StoreContext } from '../page/store.ts';

/** The camera's code and words come when somebody asks for it. */
const CameraDialog = createLazyScreen(async () => {
  const [module, { cameraWords }] = await Promise.all([
    import('./camera-dialog.tsx'),
    import('../words/en/camera.ts'),
  ]);
  addWords(cameraWords);
  return module.CameraDialog;
}, null);

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
