import type { ComponentChildren } from 'preact';
import { Screen, TopBar } from '../components/layout.tsx';
import { useStore } from './store.ts';

/** A screen below home: back at its place, the title, the body, one action at the bottom. */
export function Frame(props: {
  readonly title: string;
  /** The page's title, where the bar has a record's name. */
  readonly screen?: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  /** At the right of the bar. */
  readonly aside?: ComponentChildren;
  /** The popup's parts, on screens that are places and no step of a task. */
  readonly tabs?: ComponentChildren;
}) {
  const store = useStore();
  return (
    <Screen
      top={
        <TopBar title={props.title} screen={props.screen} back={store.back} focusTitle>
          {props.aside}
        </TopBar>
      }
      action={props.action}
      tabs={props.tabs}
    >
      {props.children}
    </Screen>
  );
}
