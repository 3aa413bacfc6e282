/** Playwright's own list (1.65): Chromium reads only the last one, which is ours. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** What takes processor time for nothing that a test sees. */
const OFF_FOR_TIME = [
  // Two pages of the address bar, which no test opens, with each window: a third of a start's time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A process kept ready for the next site; an extension's pages share theirs. A twentieth of a file's.
  'SpareRendererForSitePerProcess',
];

/** What each Chromium that tests start leaves out, as its switch. */
export const WITHOUT_FEATURES = `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_TIME].join(',')}`;
