/*
 * What our programs get of the caller's environment. The same commit must give the same packages
 * and the same bytes under any NODE_ENV, npm setting, language or time zone, so each kind of program
 * gets a known environment, and only from here. Plain JavaScript without dependencies: set-up needs
 * it before anything is installed.
 */

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * npm's settings that say how to reach the registry and where its cache is. All others (omit,
 * global, os, ignore-scripts…) would change what is installed, and what is listed.
 */
const REACHES_REGISTRY =
  /^(?:registry|@.+:registry|\/\/.+|proxy|https?[_-]proxy|no_?proxy|ca|cafile|cert|key|strict[_-]ssl|local[_-]address|maxsockets|fetch[_-].+|offline|prefer[_-].+line|cache|userconfig|globalconfig)$/i;

const NPM_SETTING = /^npm_config_/i;

/**
 * For npm. `npm run` exports every setting of the user, and a NODE_ENV of `production` leaves out
 * the development packages.
 *
 * @param {Environment} env
 * @returns {Record<string, string>}
 */
export const npmEnvironment = (env) =>
  filtered(env, (name) =>
    NPM_SETTING.test(name)
      ? REACHES_REGISTRY.test(name.replace(NPM_SETTING, ''))
      : name !== 'NODE_ENV',
  );

/**
 * For what a person starts: everything but NODE_ENV. Vite, Vitest and Preact would run other code
 * under it.
 *
 * @param {Environment} env
 * @returns {Record<string, string>}
 */
export const commandEnvironment = (env) => filtered(env, (name) => name !== 'NODE_ENV');

/** For git: the repository is the folder's own, whatever GIT_DIR and its siblings say. */
export const gitEnvironment = (/** @type {Environment} */ env) =>
  filtered(env, (name) => !/^GIT_(?!SSH|ASKPASS|TERMINAL|SSL|PROXY|HTTP)/.test(name));

/** What a program needs to find others, its user’s folder and a place for temporary files. */
const NEEDED = new Set(
  (
    'PATH HOME USER LOGNAME TMPDIR TMP TEMP LD_LIBRARY_PATH NIX_LD NIX_LD_LIBRARY_PATH ' +
    'SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA'
  ).split(' '),
);

/** What a build may depend on, the same everywhere. */
const FIXED = { NODE_ENV: 'production', TZ: 'UTC', LC_ALL: 'C', LANG: 'C' };

/**
 * For a build: the few variables without which nothing runs, and fixed ones. Whatever else the
 * caller has (VITE_…, WXT_…, NODE_OPTIONS, BROWSERSLIST…) is kept out, named or not.
 *
 * @param {Environment} env
 * @returns {Record<string, string>}
 */
export const buildEnvironment = (env) => ({
  ...filtered(env, (name) => NEEDED.has(name.toUpperCase())),
  ...FIXED,
});

/**
 * @param {Environment} env
 * @param {(name: string) => boolean} isKept
 * @returns {Record<string, string>}
 */
function filtered(env, isKept) {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && isKept(name)) kept[name] = value;
  }
  return kept;
}
