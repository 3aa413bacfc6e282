import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Screen, TopBar } from '../kit/layout.tsx';
import { Stamp } from '../kit/stamp.tsx';

/** The page's bar, what is shown, and what can be done about it. */
export function PasskeyFrame(props: {
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <Screen
      top={<TopBar title={t('passkey.title')} lead={<Stamp size={20} />} focusTitle />}
      action={props.action}
    >
      {props.children}
    </Screen>
  );
}
