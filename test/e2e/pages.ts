import type { Locator, Page } from 'playwright';
import type { RecordKind } from '../../src/protocol/fields.ts';
import type { Section } from '../../src/ui/page/settings-tabs.tsx';

/*
 * What Keystamp shows, by subject: the one place where tests know which file and which hash show it,
 * in both browsers (test/page-names.test.ts).
 */

/** A browser that opens a page of the extension in a new tab. */
type Tabs<P> = { readonly openPage: (path: string) => Promise<P> };

/** Opens a subject in a new tab, or in a page of the extension that is open. */
export type Opener<About extends readonly unknown[] = []> = {
  <P>(tabs: Tabs<P>, ...about: About): Promise<P>;
  (page: Page, ...about: About): Promise<Page>;
};

const POPUP = 'popup.html';
const OPTIONS = 'options.html';
const CONFIRM = 'confirm.html';

const OWN = /^[a-z-]+-extension:\/\/[^/]+\//;

/** Where the files of the extension are that a page belongs to. */
function ownAddress(page: Page): string {
  const [own] = OWN.exec(page.url()) ?? [];
  if (!own) throw new Error(`${page.url()} is no page of Keystamp`);
  return own;
}

function opener<About extends readonly unknown[]>(
  pathOf: (...about: About) => string,
): Opener<About> {
  function open<P>(tabs: Tabs<P>, ...about: About): Promise<P>;
  function open(page: Page, ...about: About): Promise<Page>;
  async function open<P>(where: Tabs<P> | Page, ...about: About): Promise<P | Page> {
    const path = pathOf(...about);
    if ('openPage' in where) return where.openPage(path);
    await where.goto(`${ownAddress(where)}${path}`);
    return where;
  }
  return open;
}

/** Every file with a page, for tests of what each of them guarantees. */
export const OWN_FILES = [POPUP, OPTIONS, CONFIRM] as const;
export const openFile = opener((file: (typeof OWN_FILES)[number]) => file);

/** The size of the popup at its toolbar button. */
export const POPUP_SIZE = { width: 380, height: 600 };

/** The popup in a tab of its size. */
export async function openPopup(tabs: Tabs<Page>): Promise<Page> {
  const page = await tabs.openPage(POPUP);
  await page.setViewportSize(POPUP_SIZE);
  return page;
}

/** Opens a place of the organization's records: in the popup where that is open, else in the tab. */
function recordOpener<About extends readonly unknown[]>(
  hashOf: (...about: About) => string,
): Opener<About> {
  const inTab = opener((...about: About) => `${OPTIONS}${hashOf(...about)}`);
  const inPopup = opener((...about: About) => `${POPUP}${hashOf(...about)}`);
  function open<P>(tabs: Tabs<P>, ...about: About): Promise<P>;
  function open(page: Page, ...about: About): Promise<Page>;
  async function open<P>(where: Tabs<P> | Page, ...about: About): Promise<P | Page> {
    if ('openPage' in where) return inTab(where, ...about);
    return where.url().includes(`/${POPUP}`) ? inPopup(where, ...about) : inTab(where, ...about);
  }
  return open;
}

// Wallets, activities and forms.

export const openHome = recordOpener(() => `#/`);
export const openMore = recordOpener(() => `#/more`);
export const openSearch = recordOpener(() => `#/search`);
export const openProfiles = recordOpener(() => `#/profiles`);
export const openList = recordOpener((kind: RecordKind) => `#/list/${kind}`);
export const openTable = recordOpener((kind: RecordKind) => `#/table/${kind}`);
export const openObject = recordOpener((kind: RecordKind, id: string) => `#/object/${kind}/${id}`);
export const openOperations = recordOpener(() => `#/operations`);
/** An operation's form, filled in with the record that it is about, such as `user/<id>`. */
export const openOperation = recordOpener(
  (name: string, about?: string) => `#/form/${about === undefined ? name : `${name}/${about}`}`,
);
export const openActivities = recordOpener(() => `#/activities`);
/** What was signed in this browser. */
export const openSignedHere = recordOpener(() => `#/activities/device`);
export const openApprovals = recordOpener(() => `#/activities/approvals`);
export const openActivity = recordOpener((id: string) => `#/activity/${id}`);
/** What web pages request. */
export const openRequests = recordOpener(() => `#/requests`);
/** The sealed log of what was signed and decided in this browser. */
export const openHistory = recordOpener(() => `#/history`);

/** Addresses, for tests of where something leads. */
export const isHome = (url: string): boolean => url.endsWith(`/${POPUP}`) || url.endsWith('#/');
export const AT_SITES = /#\/sites$/;
export const atList = (kind: RecordKind): RegExp => new RegExp(`#/list/${kind}$`);
export const AT_SEARCH = /#\/search$/;
export const AT_OPERATIONS = /#\/operations$/;
export const atOperation = (name: string): RegExp => new RegExp(`#/form/${name}`);
export const atObject = (kind: RecordKind): RegExp => new RegExp(`#/object/${kind}/`);

export const atGuide = (language: string, page: string): RegExp =>
  new RegExp(`/guide/${language}/${page}\\.html$`);

/** The links to what was signed in this browser. */
export const entryLinks = (page: Page): Locator => page.locator('a[href^="#/activity/"]');
/** The links to all records of a kind. */
export const recordLinks = (page: Page, kind: RecordKind): Locator =>
  page.locator(`a[href^="#/object/${kind}/"]`);
export const activityLink = (page: Page, id: string): Locator =>
  page.locator(`a[href="#/activity/${id}"]`);

// Keys, profiles and settings.

const linked = (service: string | undefined): string =>
  service === undefined ? '' : `?service=${encodeURIComponent(service)}`;

/** The settings where they begin: the set-up, if there is no vault. */
export const openSettings = opener(() => OPTIONS);
export const openSection = opener((section: Section) => `${OPTIONS}#/${section}`);
/** Profiles and keys; `service` is where the local service says it is now. */
export const openKeys = opener((service?: string) => `${OPTIONS}#/keys${linked(service)}`);
export const openSites = opener(() => `${OPTIONS}#/sites`);
export const openSecurity = opener(() => `${OPTIONS}#/security`);
export const openBackups = opener(() => `${OPTIONS}#/backup`);
export const openAppearance = opener(() => `${OPTIONS}#/appearance`);
export const openAbout = opener(() => `${OPTIONS}#/about`);
/** A new profile; `service` fills in its address. */
export const openSetUp = opener((service?: string) => `${OPTIONS}#/setup${linked(service)}`);
export const openProfile = opener((id: string) => `${OPTIONS}#/profile/${id}`);
/** Replacing the key of a profile. */
export const openRotation = opener((profileId: string) => `${OPTIONS}#/rotate/${profileId}`);
export const openKeyImport = opener(() => `${OPTIONS}#/import`);
export const openWalletImport = opener(() => `${OPTIONS}#/import-wallet`);
/** The export of a record: `wallet/<id>`, `walletAccount/<id>/<wallet>`. */
export const openExport = opener((record: string) => `${OPTIONS}#/export/${record}`);

/** The tab of one of the settings. */
export const sectionTab = (page: Page, section: Section): Locator =>
  page.locator(`[role="tab"][href="#/${section}"]`);
/** The same, if it is the one that is open. */
export const currentSection = (page: Page, section: Section): Locator =>
  page.locator(`[role="tab"][href="#/${section}"][aria-selected="true"]`);

/** Whether an address is that of the settings, which open at the installation, of any or of this copy. */
export const isSettings = (url: string, extensionId = ''): boolean =>
  url.includes(`${extensionId}/${OPTIONS}`);

// What waits for the user, in a window of its own.

export const openConfirm = opener(() => CONFIRM);
/** Where it will be, for a page that isn't one of Keystamp yet. */
export const confirmAddress = (extensionId: string): string =>
  `chrome-extension://${extensionId}/${CONFIRM}`;
export const openUnlock = opener(() => `${CONFIRM}#/unlock`);

export const isConfirm = (url: string): boolean => url.includes(`/${CONFIRM}`);
/** A window that prompts for a passkey, for one of the user's own requests. */
export const isPasskeyPrompt = (url: string): boolean => url.includes(`/${CONFIRM}#/`);
