import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';

/**
 * Names the page after the screen that it shows: for tabs, windows and screen readers. Never after a
 * record: browsers keep the titles of pages on disk.
 */
export function usePageTitle(screen: string): void {
  const name = t('kit.name');
  const title = screen.includes(name) ? screen : t('kit.pageTitle', { screen, name });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
