import { connect } from 'node:net'
import { readConfig } from '../../server/config/config.ts'
import { openProjectStore } from '../../server/store/open-store.ts'
import type { Fault } from '../harness/fault.ts'
import { exportedFrom } from '../harness/recovery.ts'
import { createGuide, type Guide } from '../harness/server.ts'
import { createStage } from '../harness/stage.ts'
import { wrongLog } from './hostile-after.ts'
import { acceptedTalks, refusedTalks, type Talk } from './raw-requests.ts'

const LONGEST_TALK_MS = 20_000

export const hostileWire: Fault = {
  rows: '3.1 3.10',
  name: 'broken HTTP on the wire',
  async run() {
    await using stage = await createStage()
    const guide = await createGuide(stage)
    await guide.start()
    const failures: string[] = []
    let longestWaitMs = 0
    const accepted = acceptedTalks()
    const talks = [...refusedTalks(), ...accepted]
    await Promise.all(
      talks.map(async (one) => {
        const { ms, wrong } = await talked(guide, one)
        longestWaitMs = Math.max(longestWaitMs, ms)
        failures.push(...wrong)
      }),
    )
    if (!guide.isRunning()) failures.push('the server ended')
    const store = await openProjectStore(readConfig(guide.env).storage)
    const kept = await exportedFrom(store)
    await store.close()
    const ids = new Set(kept.map(({ id }) => id ?? ''))
    const wanted = new Set(accepted.map(([, bytes]) => /projects\/([\w-]+)/.exec(bytes)?.[1] ?? ''))
    const smuggled = ids.difference(wanted).size
    if (smuggled > 0) failures.push(`${smuggled} that are refused were kept`)
    failures.push(...(await wrongLog(guide, ids)))
    const lost = wanted.difference(ids).size
    return { runs: talks.length, lost, doubled: 0, wrongText: 0, longestWaitMs, failures }
  },
}

async function talked(guide: Guide, [name, bytes, ...answers]: Talk) {
  const started = performance.now()
  const said = await saidTo(guide, bytes)
  const ms = performance.now() - started
  if (said === null) return { ms, wrong: [`${name}: the line was kept open`] }
  const statuses = [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = '']) => status)
  const wrong = []
  if (!new RegExp(`^(?:${answers.join('|')})$`).test(statuses.join(' ')))
    wrong.push(`${name}: ${statuses.join(' ').slice(0, 100)}`)
  return { ms, wrong }
}

/** Everything that comes back until the line is ended; null when it is not. */
function saidTo({ origin }: Guide, bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = ''
    const { port, hostname } = new URL(origin)
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')))
    const late = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, LONGEST_TALK_MS)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(said)
    })
  })
}
