/** Each window would create these pages for the suggestions below the address bar, which no test opens. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Playwright's own list, repeated here because Chromium reads only the last `--disable-features`. */
const OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** The arguments with which tests, faults, benchmarks and scripts start Chromium, in addition to Playwright's own. */
export const CHROMIUM_ARGS = [
  // Chromium's sandbox cannot start as root or in containers. It only opens our own pages here.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${[...ADDRESS_BAR_PAGES, ...OFF_IN_PLAYWRIGHT].join()}`,
]
