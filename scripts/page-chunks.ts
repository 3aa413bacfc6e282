import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Code that several screens share goes into chunks of about this many bytes, before minification. */
const CHUNK_BYTES = 200_000;

const SHARED = 'shared';

/**
 * What reads pasted keys, phrases and interfaces: a screen with such a field loads it, and no page
 * with its first frame. Among the shared code it would come with whatever else is in its chunk.
 */
export const ON_DEMAND =
  /\/src\/(?:keys|client\/interface|client\/import(?!\/import-target\.ts))\//;

/** The screens of the tab alone. Among the code that all pages share, popup and window would load them too. */
const TAB =
  /\/src\/ui\/(?:settings\/|sites\/|vault\/|page\/(?:tab|settings)[\w-]*\.tsx?$|procedures\/(?:import|export|rotation|passkey))/;

/** What all pages load has a file and a name of its own, whatever shares a chunk with it. */
const STYLES = /\/src\/ui\/style\.css$/;

/** The sheet of one screen comes with it: within shared code every page would have it. */
const SHEET = /\.css$/;

/**
 * Vite plugin for the extension's pages. Left alone, the bundler gives each set of screens a file of
 * its own for what only they share: the popup loaded 86 files, now 17. `npm run bench` shows the times.
 */
export function pageChunks(): Plugin {
  const matches = (pattern: RegExp) => (id: string) => pattern.test(id.replaceAll('\\', '/'));
  const styles = { name: 'styles', test: matches(STYLES), priority: 2 };
  const ownSheet = {
    name: (id: string) => basename(id, '.css'),
    test: matches(SHEET),
    priority: 1,
  };
  const isOnDemand = matches(ON_DEMAND);
  const isOfTab = matches(TAB);
  const sharing = {
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: CHUNK_BYTES,
  };
  const groups = [
    { ...sharing, name: SHARED, test: (id: string) => !isOnDemand(id) && !isOfTab(id) },
    { ...sharing, name: 'shared-tab', test: isOfTab },
  ];
  const output = {
    // A module may now come with others that the page didn't ask for: none runs before it is used.
    strictExecutionOrder: true,
    codeSplitting: { groups: [styles, ownSheet, ...groups] },
    // The bundler's name of such a chunk lists all screens that share it.
    chunkFileNames: ({ name }: { readonly name: string }) =>
      `chunks/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
  };
  return {
    name: 'keystamp:page-chunks',
    config: () => ({ build: { rolldownOptions: { output } } }),
  };
}
