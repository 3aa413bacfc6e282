import { isValidElement, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addWords, allWords } from '../i18n.ts';
import { KeystampError } from '../../protocol/errors.ts';
import { Skeleton, ErrorState } from './states.tsx';
import type { Words } from '../words/translation.ts';

/** Loads a file of words, or adds what stands in several. */
type WordsLoader = () => Promise<Readonly<Record<string, Words>> | void>;

/**
 * What loads its code and its words when it is first drawn. The files belong to the extension; if one
 * can't be read, the extension was updated while the page was open.
 * @param waiting what stands there until then
 */
function createLazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: readonly WordsLoader[],
  waiting: ComponentChildren,
) {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => {
    if (loaded) return loaded;
    const loading = Promise.all(words.map((one) => one()));
    const [component, files] = await Promise.all([load(), loading, allWords()]);
    for (const texts of files.flatMap((file) => Object.values(file ?? {}))) addWords(texts);
    return (loaded = component);
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

/** A screen of its own. */
export const createLazyScreen = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  ...words: readonly WordsLoader[]
) => createLazy(load, words, <Skeleton rows={5} />);

/** A part of a screen: nothing stands there until it has come. */
export const createLazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  ...words: readonly WordsLoader[]
) => createLazy(load, words, null);

/** Begins to load what will be drawn, where that loads later. If it can't, it says so once it is drawn. */
export function preload(drawn: ComponentChildren): void {
  const type: unknown = isValidElement(drawn) ? drawn.type : undefined;
  const isLazy = (one: unknown): one is ReturnType<typeof createLazyScreen> =>
    typeof one === 'function' && 'preload' in one;
  if (isLazy(type)) void type.preload().catch(() => undefined);
}
