import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Fault } from '../harness/fault.ts'
import { createServer, type Server } from '../harness/server.ts'
import { testBrokenStore } from './broken-store.ts'

const PAGE = 4096

/** How a good file is damaged: after a clean shutdown, and beside a log after a kill. */
const damages: readonly {
  readonly signal: 'SIGTERM' | 'SIGKILL'
  readonly name: string
  readonly damage: (good: Buffer) => Buffer
}[] = [
  { signal: 'SIGTERM', name: 'a text file', damage: () => Buffer.alloc(2 * PAGE, 'not a database') },
  { signal: 'SIGTERM', name: 'half a file', damage: (good) => good.subarray(0, good.length >> 1) },
  { signal: 'SIGTERM', name: 'a page and a half missing', damage: (good) => good.subarray(0, -1.5 * PAGE) },
  { signal: 'SIGTERM', name: 'a header of zeros', damage: (good) => Buffer.from(good).fill(0, 0, PAGE) },
  {
    signal: 'SIGTERM',
    name: 'a damaged page in the middle',
    damage(good) {
      const middle = Math.floor(good.length / PAGE / 2) * PAGE
      return Buffer.from(good).fill('damage', middle, middle + PAGE)
    },
  },
  { signal: 'SIGKILL', name: 'an empty file beside a log', damage: () => Buffer.alloc(0) },
]

/** The message names the file and says what to do. */
const REFUSAL = /projects\.db.*(?:left untouched|restore it first)/s

export const corruptFile: Fault = {
  rows: 'F14',
  name: `SQLite: a corrupt file at start-up, in each of ${damages.length} ways: refused and left untouched`,
  async run(trial) {
    const { failures } = trial
    const server = await createServer(trial)
    const { database } = server
    const files = [database, `${database}-wal`, `${database}-shm`]
    const signals = (['SIGTERM', 'SIGKILL'] as const).values()

    const breakIt = async () => {
      const signal = signals.next().value ?? 'SIGKILL'
      await server.end(signal)
      const good = new Map(files.filter((file) => existsSync(file)).map((file) => [file, readFileSync(file)]))
      if (good.has(`${database}-wal`) !== (signal === 'SIGKILL'))
        failures.push(`unexpected files after ${signal}`)
      const restore = () => {
        for (const file of files) rmSync(file, { force: true })
        for (const [file, bytes] of good) writeFileSync(file, bytes)
      }
      for (const { name, damage } of damages.filter((one) => one.signal === signal)) {
        restore()
        writeFileSync(database, damage(readFileSync(database)))
        const before = contentsOf(files.slice(0, 2))
        const message = await refusalOf(server)
        if (message === null) failures.push(`${name}: the server started`)
        else if (!REFUSAL.test(message)) failures.push(`${name}: the message does not help: ${message}`)
        else if (!contentsOf(files.slice(0, 2)).equals(before)) failures.push(`${name}: the file was changed`)
        await server.end('SIGKILL')
      }
      return async () => {
        restore()
        await server.start()
      }
    }
    const result = await testBrokenStore(trial, { server, breakIt, runs: 2, expect: ['unknown'] })
    return { ...result, runs: damages.length }
  },
}

const contentsOf = (files: readonly string[]) =>
  Buffer.concat(files.map((file) => (existsSync(file) ? readFileSync(file) : Buffer.from('none'))))

/** What the server logs instead of starting, or null if it starts. */
async function refusalOf(server: Server): Promise<string | null> {
  const { length } = await server.log()
  try {
    await server.start()
    return null
  } catch {
    return (await server.log()).slice(length)
  }
}
