import { browser } from '../../messaging/browser.ts';
import type { Pack } from './descriptor.ts';
import { readManagedPack } from './managed-pack.ts';

/*
 * Read by the page that shows a review, and not by the worker, which has no use for them. Until a browser that has just
 * started provides its policies nobody is trusted, so nothing is called attested that isn't.
 */

/** What the administrator brings, at this moment. Rejects where the browser has no such settings. */
export async function readManagedDescriptors(): Promise<Pack> {
  const settings = await browser.storage.managed.get(['descriptorSigners', 'descriptors']);
  return readManagedPack(settings, Date.now());
}
