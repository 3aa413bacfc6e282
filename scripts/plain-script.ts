import type { Plugin } from 'vite';

const IDENTITY = /\/wxt\/dist\/utils\/define-unlisted-script\.mjs$/;
const WRAPPER = /^\0?virtual:wxt-unlisted-script-entrypoint\?(.+)$/;

/**
 * Vite plugin for the content scripts: they only call what the entrypoint says. WXT's own start of
 * a plain script adds a logger and plugins: 778 bytes more, in every page of every site.
 */
export function plainScript(): Plugin {
  return {
    name: 'keystamp:plain-script',
    transform(_code, id) {
      if (IDENTITY.test(id)) {
        return { code: 'export const defineUnlistedScript = (main) => ({ main });', map: null };
      }
      const entrypoint = WRAPPER.exec(id)?.[1];
      if (entrypoint === undefined) return null;
      const code = `import script from ${JSON.stringify(entrypoint)};\nscript.main();`;
      return { code, map: null };
    },
  };
}
