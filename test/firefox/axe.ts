import type axe from 'axe-core';
import type { Result } from 'axe-core';
import { AXE_TAGS } from '../axe-rules.ts';
import { axeSource } from '../axe-source.ts';
import type { FirefoxTab } from './tab.ts';

/*
 * axe-core in a tab of Firefox, in the sandbox beside the page's world: the page's own policy doesn't
 * block it there, and nothing of the page changes.
 */

/** Runs in the sandbox: what axe finds, as JSON; null while axe isn't there. */
async function findViolations(tags: readonly string[]): Promise<string | null> {
  const loaded = Reflect.get(globalThis, 'axe') as typeof axe | undefined;
  if (!loaded) return null;
  const options = { runOnly: [...tags], resultTypes: ['violations' as const] };
  return JSON.stringify((await loaded.run(document, options)).violations);
}

/** The accessibility faults of the tab's page right now, by the same rules as in Chromium. */
export async function axeViolationsIn(tab: FirefoxTab): Promise<readonly Result[]> {
  const find = () => tab.runIsolated<string | null>(findViolations, AXE_TAGS);
  const found = await find();
  if (found !== null) return JSON.parse(found) as Result[];
  await tab.inject(axeSource());
  return JSON.parse((await find()) ?? '') as Result[];
}
