// German as far as the first frames of popup and approval window need it: what loads first of the language.
import { prefixed } from '../prefixed.ts';
import type { Words } from '../translation.ts';
import { appWordsDe } from './app.ts';
import { confirmWordsDe } from './confirm.ts';
import { errorWordsDe, reasonWordsDe } from './errors.ts';
import { popupWordsDe } from './popup.ts';

export const firstFrame: Words = {
  ...appWordsDe,
  ...popupWordsDe,
  ...confirmWordsDe,
  ...prefixed('error.', errorWordsDe),
  ...prefixed('reason.', reasonWordsDe),
};
