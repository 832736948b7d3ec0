import { readFileSync, realpathSync } from 'node:fs'

/**
 * What to tell whoever starts a server whose database is mounted without its folder, as into a container; otherwise
 * null. `mounts` is what Linux tells of them.
 */
export const loneFileWarning = (path: string, mounts = mountInfo()): string | null =>
  mountPoints(mounts).includes(realpathSync(path))
    ? `${path} is mounted alone, and SQLite keeps the newest projects in files beside it, which may go with the container: mount its folder instead.`
    : null

function mountInfo(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    // Other systems have none, and mount no files.
    return ''
  }
}

/** The fifth word of each line, in which a blank is written `\040`. */
const mountPoints = (mounts: string): readonly string[] =>
  mounts
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .map((point) => point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))))
