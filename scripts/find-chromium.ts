import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from '../server/test-package.ts'

export type Chromium = { readonly path: string } | { readonly missing: string }

/** Debian's Chromium without its windows and bars, which no test looks at: the browser tests take three quarters of the time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium, else Debian's package when that can be installed, else the reason why there is none. */
export function findChromium(): Chromium {
  const installed = installedChromium()
  if (installed) return { path: installed }
  if (process.getuid?.() !== 0) {
    return { missing: 'no Chromium is installed, and only root may install one (apt-get install chromium)' }
  }
  if (!installPackage(SHELL) && !installPackage('chromium'))
    return { missing: 'no Chromium is installed, and apt-get could not install one' }
  const path = installedChromium()
  return path ? { path } : { missing: 'apt-get installed no Chromium that can be found' }
}

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
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
