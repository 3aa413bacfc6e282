import type { NodeResult, Result } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { AXE_OPTIONS, AXE_TAGS, COLOR_RULES, endTransitions, type AxeRules } from '../axe-rules.ts';
import { axeSource } from '../axe-source.ts';
import { sessionOf } from './browser.ts';
import { takesTrials } from '../trial-tag.ts';

/**
 * The accessibility faults that axe-core finds in the page right now; an empty array for none. axe
 * runs in its own isolated world over the debugging protocol: there, the page's Content Security
 * Policy doesn't block it, and the page's globals stay unchanged.
 */
export async function axeViolations(
  page: Page,
  rules: AxeRules = 'all',
): Promise<readonly Result[]> {
  const session = await sessionOf(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'keystamp-axe',
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };
  const runOnly = rules === 'all' ? AXE_TAGS : { type: 'rule', values: COLOR_RULES };
  const options = JSON.stringify({ ...AXE_OPTIONS, runOnly });
  // Of what passed there are ten times as many lines, which would end up in the trace too. A color
  // between light and dark has the contrast of neither.
  const look = `typeof axe === 'object' && ((${endTransitions.toString()})(),
    axe.run(document, ${options}).then(({ violations }) => JSON.stringify(violations)))`;
  // The world lives as long as the document.
  let found = await evaluate(look);
  if (found === false) {
    await evaluate(`${axeSource()};undefined`);
    found = await evaluate(look);
  }
  return JSON.parse(String(found)) as readonly Result[];
}

/**
 * Demands in the trials that axe finds no fault in the page as it is, in dark and in light, where the
 * page is left. `npm test` looks at the gallery's screens (test/gallery) and those of test/ui, in both.
 */
export async function demandAccessible(page: Page, name: string): Promise<void> {
  if (!takesTrials) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  const found = describeViolations(await axeViolations(page, 'color'));
  expect.soft(found, `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
  expect.soft(describeViolations(await axeViolations(page)), `${name}, light`).toEqual([]);
}

/** Violations as short lines for a test's failure text: rule, what to do, where. */
export function describeViolations(violations: readonly Result[]): string[] {
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} at ${nodes.map((node) => `${node.target.join(' ')}${measuredIn(node)}`).join(', ')}`,
  );
}

/** What was measured where a contrast is too low. */
function measuredIn({ any: checks }: NodeResult): string {
  const data: unknown = checks[0]?.data;
  if (typeof data !== 'object' || data === null || !('contrastRatio' in data)) return '';
  return ` (${JSON.stringify(data)})`;
}

/** Waits until no colour changes any more: changing ones have other contrasts. */
async function settle(page: Page): Promise<void> {
  // A tab behind another one, such as the one at start, draws nothing and changes no colors.
  await page.bringToFront();
  const changing = () =>
    document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.playState === 'running')
      .map((one) => (one as CSSTransition).transitionProperty);
  // After a change of the scheme, they start with the next frame.
  await page.waitForTimeout(50);
  await expect.poll(() => page.evaluate(changing)).toEqual([]);
}
