import { startPasskey } from '../../src/ui/passkey/app.tsx';
import { startWindow } from '../confirm/window.ts';

startWindow(startPasskey);
