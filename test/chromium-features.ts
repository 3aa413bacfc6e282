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
/**
 * Chromium loads two pages of its address bar, which no test opens, with each window: a third of a
 * start's processor time.
 */
const OFF_FOR_TIME = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** What each Chromium that tests start leaves out, as its switch. */
export const WITHOUT_FEATURES = `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_TIME].join(',')}`;
