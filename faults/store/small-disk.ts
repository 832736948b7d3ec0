import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from '../harness/stage.ts'

/** A disk of three megabytes that can be filled and emptied. */
export async function smallDisk(stage: Stage) {
  const disk = join(stage.directory, 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'kitchen-guide-faults', disk])
  stage.after(() => execFileSync('umount', ['-l', disk]))
  const filler = join(disk, 'filler')
  return {
    disk,
    async fill(leftBytes = 0) {
      for (const bytes of [1 << 16, 1 << 12, 1 << 9]) growUntilFull(filler, bytes)
      const { bavail } = statfsSync(disk)
      if (bavail > 0) throw new Error(`The disk has room for ${bavail} blocks more`)
      truncateSync(filler, statSync(filler).size - leftBytes)
      return async () => rmSync(filler)
    },
  }
}

function growUntilFull(filler: string, bytes: number) {
  const chunk = Buffer.alloc(bytes)
  for (let time = 0; time < 10_000; time++) {
    try {
      writeFileSync(filler, chunk, { flag: 'a' })
    } catch {
      return
    }
  }
}

export const needsRoot = () => (process.getuid?.() === 0 ? null : 'only root may mount a small disk')
