import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '../server/testing/install-package.ts'

export type Chromium = { readonly path: string } | { readonly missing: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds an installed Chromium or installs Debian's package. Otherwise returns the reason why there is none. */
export const findChromium = (): Chromium => find(NAMES, ['chromium'])

/** Prefers Debian's Chromium without windows, in which browser tests are faster. It has no back/forward cache. */
export const findHeadlessShell = (): Chromium => find([SHELL, ...NAMES], [SHELL, 'chromium'])

function find(names: readonly string[], packages: readonly string[]): Chromium {
  const installed = installedOf(names)
  if (installed) return { path: installed }
  if (process.getuid?.() !== 0) {
    return { missing: 'no Chromium is installed, and only root may install one (apt-get install chromium)' }
  }
  if (!packages.some(installPackage))
    return { missing: 'no Chromium is installed, and apt-get could not install one' }
  const path = installedOf(names)
  return path ? { path } : { missing: 'apt-get installed no Chromium that can be found' }
}

function installedOf(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC,
  ]
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
