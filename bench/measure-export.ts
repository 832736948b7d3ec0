import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../server/testing/server-process.ts'
import { memoryOf } from './memory-of.ts'

const COMMAND = fileURLToPath(new URL('../server/cli/projects.ts', import.meta.url))
const LINE_END = 10
const LOOK_MS = 20

export interface Export {
  /** From the first byte to the last. */
  readonly rowsPerSecond: number
  /** NaN where the system does not say. */
  readonly peakMb: number
}

/** `npm run projects` to its end, into a reader that only counts lines. */
export async function measureExport(databaseUrl: string, format: 'json' | 'csv'): Promise<Export> {
  const child = startProcess(process.execPath, [COMMAND, ...(format === 'csv' ? ['--csv'] : [])], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peakMb = Number.NaN
  const looking = setInterval(async () => {
    peakMb = (await memoryOf(child.pid ?? 0))?.peakMb ?? peakMb
  }, LOOK_MS)

  let lines = 0
  let [first, last] = [0, 0]
  child.stdout?.on('data', (chunk: Buffer) => {
    last = performance.now()
    first ||= last
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines++
  })
  const [code] = await once(child, 'close')
  clearInterval(looking)
  if (code !== 0) throw new Error(`The export ended with ${code}`)
  const rows = format === 'csv' ? lines - 1 : lines
  return { rowsPerSecond: (rows / (last - first)) * 1000, peakMb }
}
