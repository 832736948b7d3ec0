import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Fault } from '../harness/fault.ts'
import type { Guide } from '../harness/server.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage } from '../harness/stage.ts'
import { brokenStore } from './broken-store.ts'

const PAGE = 4096

/** What becomes of a file that was whole. */
type Corruption = readonly [name: string, corrupt: (whole: Buffer) => Buffer]

/** In files that were closed in order, and in one beside a log, because the server was killed. */
const corruptions: Readonly<Record<'SIGTERM' | 'SIGKILL', readonly Corruption[]>> = {
  SIGTERM: [
    ['a text', () => Buffer.alloc(2 * PAGE, 'not a database')],
    ['half a file', (whole) => whole.subarray(0, whole.length >> 1)],
    ['half a page less', (whole) => whole.subarray(0, whole.length - PAGE / 2)],
    ['a head of zeros', (whole) => Buffer.from(whole).fill(0, 0, PAGE)],
    [
      'another page in the middle',
      (whole) => {
        const middle = Math.floor(whole.length / PAGE / 2) * PAGE
        return Buffer.from(whole).fill('damage', middle, middle + PAGE)
      },
    ],
  ],
  SIGKILL: [['an empty file beside a log', () => Buffer.alloc(0)]],
}

const WAYS = Object.values(corruptions).flat().length

export const corruptFile: Fault = {
  rows: 'F14',
  name: `a corrupt file at the start, in each of ${WAYS} ways: refused, and left as it is`,
  async run() {
    await using stage = await createStage()
    const { guide, database, arrived } = await guideOnFiles(stage)
    const files = [database, `${database}-wal`, `${database}-shm`]
    const failures: string[] = []
    const ends = (['SIGTERM', 'SIGKILL'] as const).values()
    const breakIt = async () => {
      const signal = ends.next().value ?? 'SIGKILL'
      await guide.end(signal)
      const kept = new Map(files.filter((file) => existsSync(file)).map((file) => [file, readFileSync(file)]))
      if (kept.has(`${database}-wal`) !== (signal === 'SIGKILL')) failures.push(`${signal}: not as meant`)
      const restore = () => {
        for (const file of files) rmSync(file, { force: true })
        for (const [file, bytes] of kept) writeFileSync(file, bytes)
      }
      for (const [name, corrupt] of corruptions[signal]) {
        restore()
        writeFileSync(database, corrupt(readFileSync(database)))
        const before = contents(files.slice(0, 2))
        const told = await refusal(guide)
        if (told === null) failures.push(`${name}: it started`)
        else if (!TOLD.test(told)) failures.push(`${name}: nobody was told why: ${told}`)
        else if (!contents(files.slice(0, 2)).equals(before)) failures.push(`${name}: it was changed`)
        await guide.end('SIGKILL')
      }
      return async () => {
        restore()
        await guide.start()
      }
    }
    const result = await brokenStore({ guide, arrived, breakIt, runs: 2, meanwhile: ['unknown'] })
    return { ...result, runs: WAYS, failures: [...result.failures, ...failures] }
  },
}

const contents = (files: readonly string[]) =>
  Buffer.concat(files.map((file) => (existsSync(file) ? readFileSync(file) : Buffer.from('none'))))

/** What it says instead of starting, or null when it starts. */
async function refusal(guide: Guide): Promise<string | null> {
  const { length } = await guide.logged()
  try {
    await guide.start()
    return null
  } catch {
    return (await guide.logged()).slice(length)
  }
}

/** Which file it is, and what became of it or what to do. */
const TOLD = /projects\.db.*(?:left untouched|restore it first)/s
