/** The lists under the address bar: pages of their own, made anew with every window, which nobody here ever opens. */
const NEVER_SEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright turns off itself; of two such lists Chromium reads only the last one. */
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

/** How tests, faults, bench and pictures start Chromium, beside what Playwright says itself. */
export const CHROMIUM_ARGS = [
  // As root, and in containers, Chromium's own sandbox cannot start; the pages are ours alone.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${[...NEVER_SEEN, ...OFF_IN_PLAYWRIGHT].join()}`,
]
