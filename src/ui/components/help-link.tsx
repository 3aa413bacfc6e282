import { createContext } from 'preact';
import { locale, t } from '../i18n.ts';
import type { GuidePage } from '../page/guide-pages.ts';
import { Icon } from './icon.tsx';

/** The page of the guide about what is shown; undefined where the link to it stands elsewhere. */
export const HelpContext = createContext<GuidePage | undefined>(undefined);

/** Where a build has a page of the guide in the language of the screens, else in English (scripts/guide.ts). */
export const guideHref = (page: GuidePage): string =>
  `/guide/${locale.value === 'de' ? 'de' : 'en'}/${page}.html`;

/** Opens a page of the guide in a new tab: a “?”, or with its name where others beside it have theirs. */
export function HelpLink({ page, isNamed }: { readonly page: GuidePage; readonly isNamed?: true }) {
  const label = t('app.help');
  return (
    <a
      class={isNamed ? 'button button-quiet button-small' : 'icon-button'}
      href={guideHref(page)}
      target="_blank"
      aria-label={label}
      title={label}
    >
      <Icon name="help" />
      {isNamed && <span>{label}</span>}
    </a>
  );
}
