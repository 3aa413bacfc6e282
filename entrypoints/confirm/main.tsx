import { startConfirm } from '../../src/ui/confirm/app.tsx';
import { startWindow } from './window.ts';

startWindow(startConfirm);
