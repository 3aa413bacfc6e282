import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** The ID that a manifest's `key` gives: half of its SHA-256, with letters from a on for digits. */
function extensionIdOf(key: string): string {
  const digits = createHash('sha256').update(key, 'base64').digest('hex').slice(0, 32);
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/**
 * Has a new profile show Keystamp's icon in Chromium's toolbar, where an unpacked extension's is behind
 * the puzzle piece. A profile that was used before keeps what its user chose.
 */
export function pinIcon(profileDir: string, extensionDir: string): void {
  const folder = join(profileDir, 'Default');
  const preferences = join(folder, 'Preferences');
  if (existsSync(preferences)) return;
  const manifest = JSON.parse(readFileSync(join(extensionDir, 'manifest.json'), 'utf8')) as {
    readonly key: string;
  };
  mkdirSync(folder, { recursive: true });
  const extensions = { pinned_extensions: [extensionIdOf(manifest.key)] };
  writeFileSync(preferences, JSON.stringify({ extensions }));
}

/** Whether the toolbar shows the icon, as the browser tells one of the extension's pages. */
export function isIconPinned(page: Pick<Page, 'evaluate'>): Promise<boolean> {
  return page.evaluate(async () => {
    type Action = { readonly getUserSettings: () => Promise<{ readonly isOnToolbar: boolean }> };
    const { action } = Reflect.get(globalThis, 'chrome') as { readonly action: Action };
    return (await action.getUserSettings()).isOnToolbar;
  });
}
