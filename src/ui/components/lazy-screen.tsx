import { isValidElement, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { allWords } from '../i18n.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { Skeleton, ErrorState } from './states.tsx';

/**
 * A screen whose code loads when it is first needed. The files belong to the extension; if one
 * can't be read, the extension was updated while the page was open.
 * @param waiting what stands there until then; for a part of a screen, null
 */
export function createLazyScreen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ComponentChildren = <Skeleton rows={5} />,
) {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => {
    if (!loaded) [loaded] = await Promise.all([load(), allWords()]);
    return loaded;
  };
  function Lazy(props: P) {
    const [Screen, setScreen] = useState<ComponentType<P> | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (!Screen)
        loadOnce().then(
          (component) => setScreen(() => component),
          () => setFailed(true),
        );
    }, []);
    if (failed) return <ErrorState error={new KeystampError('unknown_call')} />;
    return Screen ? <Screen {...props} /> : <>{waiting}</>;
  }
  return Object.assign(Lazy, { preload: loadOnce });
}

/** Begins to load what will be drawn, where that loads later. If it can't, it says so once it is drawn. */
export function preload(drawn: ComponentChildren): void {
  const type: unknown = isValidElement(drawn) ? drawn.type : undefined;
  const isLazy = (one: unknown): one is ReturnType<typeof createLazyScreen> =>
    typeof one === 'function' && 'preload' in one;
  if (isLazy(type)) void type.preload().catch(() => undefined);
}
