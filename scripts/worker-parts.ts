import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The background's own file. */
export const BACKGROUND = 'background.js';
/** Where its parts lie in the package. */
export const PARTS = 'worker/';
/** What the bundler calls that of it which the background needs from its start. */
export const CORE = `${PARTS}core.js`;

/**
 * The files, by the modules in them; the first that fits has it. A start of the worker pays for each
 * (docs/platform.md, From a stopped worker to a stamp), and a call waits for the whole of its file.
 */
const FILES: readonly (readonly [name: string, modules: RegExp])[] = [
  ['policy', /\/src\/protocol\/(?:origin|read-managed-policy)/],
  [
    'sites',
    /\/src\/(?:permissions\/|requests\/|worker\/(?:page\/|requests-part|handlers\/(?:requests|sites)))/,
  ],
  ['vault', /\/src\/(?:vault\/(?!passkey-stamper)|crypto\/hpke)/],
  ['backup', /\/src\/(?:backup\/|worker\/handlers\/backup)/],
  ['signatures', /\/src\/(?:votes\/|activities\/activity-check|vault\/passkey-stamper)|\/@noble\//],
  ['settings', /./],
];

/** What the bundler itself adds. All the others need it, and it goes with the core. */
export const RUNTIME = `${PARTS}rolldown-runtime.js`;

/** `require` as the bundler writes it, over the parts that have come. Each runs once. */
const REGISTRY = `
const makers = Object.create(null), made = Object.create(null), module = {};
const keystampPart = globalThis.keystampPart = (name, make) => { makers[name] = make; };
const require = (path) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (made[name]) return made[name];
  const exports = {};
  makers[name](exports, require, keystampLoad);
  return (made[name] = exports);
};
const keystampExport = globalThis.keystampExport = (exports, getters) => {
  for (const name in getters) Object.defineProperty(exports, name, { get: getters[name] });
};
const missing = (names) => names.filter((name) => !makers[name]).map((name) => '/${PARTS}' + name);
`;

/**
 * A service worker has no `import()`, but it has `importScripts`, for what it loaded when it was
 * installed. The content policy takes no text as a script's address (scripts/manifest.ts): those of
 * the parts pass, and no other. One that can't be read is missed where it is needed.
 */
const inServiceWorker = (urls: readonly string[]) => `
const urls = ${JSON.stringify(urls)};
self.trustedTypes?.createPolicy('default', { createScriptURL: (url) => (urls.includes(url) ? url : null) });
addEventListener('install', () => {
  for (const url of urls) try { importScripts(url); } catch {}
});
const keystampLoad = async (names) => {
  const wanted = missing(names);
  if (wanted.length > 0) importScripts(...wanted);
  return require(names[0]);
};
`;

/**
 * Firefox's background is a page. A part imports nothing itself, so it is the same file there. Each
 * address is written out: what a variable could name, no reviewer can check.
 */
const inPage = (urls: readonly string[]) => `
const imports = { ${urls.map((url) => `'${url}': () => import('${url}')`).join(', ')} };
const keystampLoad = async (names) => {
  await Promise.all(missing(names).map((url) => imports[url]()));
  return require(names[0]);
};
`;

/** How the bundler writes one export of a shared file. */
const EXPORT =
  /Object\.defineProperty\(exports, "(\w+)", \{\s*enumerable: true,\s*get: function\s*\(\) \{\s*return (\w+);\s*\}\s*\}\);\n/g;

/** How the bundler writes `import()` of a file of its own. */
const DYNAMIC_IMPORT = /Promise\.resolve\(\)\.then\(\(\) => require\("([^"]+)"\)\)/g;

/**
 * Vite plugin for the background: what the source loads by `import()` becomes a file of its own, a
 * part, which comes with its first use (docs/platform.md, Parts of the worker). Whatever the
 * background needs from its start, its core, is in its own file; parts take it from there, so no module
 * is there twice.
 */
export function workerParts(browser: string): Plugin {
  const core = new Set<string>();
  return {
    name: 'keystamp:worker-parts',
    apply: ({ build }) => Boolean(build?.lib && build.lib.fileName === 'background'),
    config: ({ build }) => {
      // WXT asks for one script in a function, which can't be divided.
      if (build?.lib) build.lib.formats = ['cjs'];
      const output = {
        chunkFileNames: `${PARTS}[name].js`,
        codeSplitting: {
          groups: [
            { name: 'core', test: (id: string) => core.has(id) },
            ...FILES.map(([name, test]) => ({ name, test })),
          ],
        },
      };
      return { build: { rolldownOptions: { output } } };
    },
    buildEnd() {
      core.clear();
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) core.add(id);
      for (const id of core)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) core.add(imported);
    },
    renderChunk(code, { fileName }, _options, { chunks }) {
      const body = code.replaceAll(
        DYNAMIC_IMPORT,
        (_, path: string) => `keystampLoad(${JSON.stringify(filesOf(basename(path), chunks))})`,
      );
      const exported: string[] = [];
      const inner = body.replaceAll(EXPORT, (_, name: string, local: string) => {
        exported.push(`${name}: () => ${local}`);
        return '';
      });
      const name = JSON.stringify(basename(fileName));
      return `keystampPart(${name}, (exports, require, keystampLoad) => {\n${inner}\nkeystampExport(exports, { ${exported.join(', ')} });\n});`;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error('The background has no entry.');
      const inCore = [RUNTIME, ...entry.imports];
      const ofCore = chunks.filter(({ fileName }) => inCore.includes(fileName));
      for (const { fileName } of ofCore) delete bundle[fileName];
      const urls = chunks
        .filter((one) => one !== entry && !ofCore.includes(one))
        .map(({ fileName }) => `/${fileName}`);
      const loader = browser === 'firefox' ? inPage(urls) : inServiceWorker(urls);
      const codes = [...ofCore, entry].map(({ code }) => code);
      entry.code = `(() => {${REGISTRY}${loader}${codes.join('\n')}\nrequire('${BACKGROUND}');\n})();\n`;
    },
  };
}

/** A part's file name, and those of the parts that it needs. */
function filesOf(
  part: string,
  chunks: Readonly<Record<string, Rolldown.RenderedChunk>>,
): readonly string[] {
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry);
  const inCore = new Set([BACKGROUND, RUNTIME, ...(entry?.imports ?? [])]);
  const found = new Set([part]);
  for (const name of found)
    for (const needed of chunks[`${PARTS}${name}`]?.imports ?? [])
      if (!inCore.has(needed)) found.add(basename(needed));
  return [...found];
}
