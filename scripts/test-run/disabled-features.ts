/**
 * Chromium's features that Playwright disables. Chromium follows only the last `--disable-features`, so the switch of
 * the tests repeats those of Playwright. A test compares them. Its features of Edge are left out.
 */
const OF_PLAYWRIGHT = [
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
]

/**
 * The suggestions of the address bar. For each new context, a full Chromium loads them as two web pages, which takes
 * a second of CPU time, as much as a page of the site.
 */
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** The switch with the features that Chromium leaves out in browser tests. */
export const DISABLED_FEATURES = `--disable-features=${[...OF_PLAYWRIGHT, ...OF_THE_ADDRESS_BAR].join(',')}`
