import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const LONGEST_INSTALL_MS = 300_000

/** Brings a program that only tests need from Debian's packages, where it has them and we may. Tells whether it is there. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stdout.write(`Installing ${name} from Debian…\n`)
  // A new machine does not know yet what there is to install, and tests that run side by side ask for the same.
  const commands = 'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; apt-get install -y -qq "$0"'
  try {
    execFileSync('flock', ['/var/lock/kitchen-guide-packages', 'sh', '-c', commands, name], {
      stdio: 'ignore',
      timeout: LONGEST_INSTALL_MS,
    })
    return true
  } catch {
    return false
  }
}
