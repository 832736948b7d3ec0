import { type Found, findProgram } from './find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds an installed Chromium or installs Debian's package. Otherwise returns the reason. */
export const findChromium = (): Found => find(NAMES, ['chromium'])

/** Prefers Debian's headless shell, which makes browser tests faster. It has no back/forward cache. */
export const findHeadlessShell = (): Found => find([SHELL, ...NAMES], [SHELL, 'chromium'])

const find = (names: readonly string[], packages: readonly string[]) =>
  findProgram(
    'Chromium',
    [...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []), ...names, ...MAC],
    packages,
  )
