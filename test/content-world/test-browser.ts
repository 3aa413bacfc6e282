import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileScript } from './attacks.ts';

/*
 * What both browsers must be able to do, so that the same attacks and checks run in both.
 */

/** A tab of the browser under test. */
export type TestTab = {
  /** Runs a function that refers to nothing outside itself; argument and result travel as JSON. */
  readonly run: <A, R>(act: (argument: A) => R | Promise<R>, argument: A) => Promise<R>;
};

/** A browser with an extension. */
export type TestBrowser = {
  readonly browser: 'chromium' | 'firefox';
  /** A page of the extension itself, by its file. */
  readonly openOwn: (path: string) => Promise<TestTab>;
  /** A web page. */
  readonly openWeb: (url: string) => Promise<TestTab>;
  /** Ends the background's current lifetime; the next message starts another one. */
  readonly stopBackground: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A copy of a build with the hostile script before its content script; the caller removes it. */
export function hostileCopy(build: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'keystamp-hostile-'));
  cpSync(build, copy, { recursive: true });
  const bridge = join(copy, 'bridge.js');
  writeFileSync(bridge, `${hostileScript()}${readFileSync(bridge, 'utf8')}`);
  return copy;
}

/** All files of a build, by their names in the extension. */
export function filesOf(build: string): readonly string[] {
  return readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(build.length + 1))
    .filter((file) => /\.(?:html|js|json)$/.test(file));
}
