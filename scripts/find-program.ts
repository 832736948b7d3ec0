import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { installPackage } from '../server/testing/install-package.ts'

export type Found = { readonly path: string } | { readonly missing: string }

/**
 * Finds a program by its names or paths, in this order, or installs the first available Debian package. Otherwise returns
 * the reason.
 */
export function findProgram(title: string, names: readonly string[], packages: readonly string[]): Found {
  const installed = installedOf(names)
  if (installed) return { path: installed }
  if (process.getuid?.() !== 0) {
    const command = `apt-get install ${packages.at(-1)}`
    return { missing: `${title} is not installed, and only root can install it (${command})` }
  }
  if (!packages.some(installPackage))
    return { missing: `${title} is not installed, and apt-get could not install it` }
  const path = installedOf(names)
  return path ? { path } : { missing: `apt-get installed ${title}, but it cannot be found` }
}

function installedOf(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (isAbsolute(name) ? name : folders.map((folder) => join(folder, name))))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
