import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const MAX_INSTALL_MS = 300_000

/** Installs a Debian package that only tests need. False where that is not possible. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stdout.write(`Installing ${name} from Debian…\n`)
  // Updates the package list only if it is missing or old; the lock is for tests that install the same package at once.
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$0"'
  const commands = `${install} || { apt-get update -qq && ${install}; }`
  try {
    execFileSync('flock', ['/var/lock/kitchen-guide-packages', 'sh', '-c', commands, name], {
      stdio: 'ignore',
      timeout: MAX_INSTALL_MS,
    })
    return true
  } catch {
    return false
  }
}
