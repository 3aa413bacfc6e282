import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';

/** The page's bar, what is shown, and what can be done about it. */
export function PasskeyFrame(props: {
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <Screen
      top={<TopBar title={t('passkey.title')} lead={<Logo size={20} />} focusTitle />}
      action={props.action}
    >
      {props.children}
    </Screen>
  );
}
