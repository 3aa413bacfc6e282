import type { Page } from 'playwright';

/**
 * How often a person has clicked in the page since: what the pointer or a key activates, not what code
 * does. A label's click that the browser repeats on its control counts once. Ends with the document.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const made = { count: 0, at: -1 };
    const onClick = (event: MouseEvent) => {
      if (event.isTrusted && event.timeStamp !== made.at) made.count += 1;
      made.at = event.timeStamp;
    };
    addEventListener('click', onClick, true);
    return made;
  });
  return () => counter.evaluate(({ count }) => count);
}
