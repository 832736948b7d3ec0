import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Fault, NotHere } from '../harness/fault.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage } from '../harness/stage.ts'
import { brokenStore } from './broken-store.ts'
import { needsRoot, smallDisk } from './small-disk.ts'

/** What could be written a moment ago can only be read, and later be written again; the server stays up. */
export const readOnly: readonly Fault[] = [
  {
    rows: 'F12',
    name: 'the disk of the e-mail files is remounted read-only, and writable again',
    needs: needsRoot,
    async run() {
      await using stage = await createStage()
      const { disk } = await smallDisk(stage)
      const { guide, arrived } = await guideOnFiles(stage, { MAIL_URL: `file:${join(disk, 'outbox')}` })
      const remount = async (how: 'ro' | 'rw') => void execFileSync('mount', ['-o', `remount,${how}`, disk])
      const breakIt = async () => {
        await remount('ro')
        return () => remount('rw')
      }
      return await brokenStore({ guide, arrived, breakIt, showsNotReady: true })
    },
  },
  {
    rows: 'F12',
    name: 'the files of the database are made immutable while open, and mutable again',
    needs: needsRoot,
    async run() {
      await using stage = await createStage()
      const { guide, database, arrived } = await guideOnFiles(stage)
      const files = [database, `${database}-wal`]
      const breakIt = async () => {
        // Else nobody could remove them.
        stage.after(() => change('-i', files))
        change('+i', files)
        return async () => change('-i', files)
      }
      return await brokenStore({ guide, arrived, breakIt, showsNotReady: true })
    },
  },
]

function change(attribute: '+i' | '-i', files: readonly string[]) {
  try {
    execFileSync('chattr', [attribute, ...files], { stdio: 'ignore' })
  } catch {
    throw new NotHere('a file cannot be made immutable on the disk here')
  }
}
