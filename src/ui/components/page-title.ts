import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';

/**
 * Names the page after the screen that it shows: for tabs, windows and screen readers. Never after a
 * record: browsers keep the titles of pages on disk.
 * @param isMain false for what stands beside another screen that the page is named after
 */
export function usePageTitle(screen: string, isMain = true): void {
  const name = t('app.name');
  const title = screen.includes(name) ? screen : t('app.pageTitle', { screen, name });
  useEffect(() => {
    if (isMain) document.title = title;
  }, [title, isMain]);
}
