import { setTimeout as pause } from 'node:timers/promises'
import { createSandbox } from '../faults/harness/sandbox.ts'
import { type Contestant, productAlone, productByNpm, strapi } from './contestants.ts'
import { interleaved } from './interleaved.ts'
import { load } from './load.ts'
import { memoryOf } from './memory-of.ts'
import type { Bench, Goal, Part } from './part.ts'
import { median } from './quantile.ts'
import { whyNoStrapi } from './strapi.ts'

const STARTS = 7
const ROUNDS = 3
const CONNECTIONS = 16
const IDLE_MS = 5000
const LOAD_SECONDS = 10

/** In megabytes, and milliseconds. */
interface Finding {
  readonly who: string
  readonly start: number
  readonly idle: number
  readonly loaded: number
  readonly peak: number
}

/** What it takes to have the product running, beside a CMS that does the same. */
export const memory: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const whyNot = await whyNoStrapi()
    const servers = [await productAlone(sandbox), ...(whyNot ? [] : [await strapi(sandbox)])]
    const npm = await productByNpm(sandbox)
    const starts = await interleaved([npm, ...servers], quick ? 2 : STARTS, startAndStop)
    const [npmStart = Number.NaN, ...serverStarts] = starts.map(median)
    const used = await interleaved(servers, quick ? 1 : ROUNDS, memoryUsed)
    const findings = servers.map(({ who }, index) => {
      const middle = (figure: (one: Used) => number) => median((used[index] ?? []).map(figure))
      return {
        who,
        start: serverStarts[index] ?? Number.NaN,
        idle: middle(({ idle }) => idle),
        loaded: middle(({ loaded }) => loaded),
        peak: middle(({ peak }) => peak),
      }
    })
    return { ...told(findings, { who: npm.who, start: npmStart }), missing: whyNot ? [whyNot] : [] }
  },
}

async function startAndStop({ start }: Contestant): Promise<number> {
  const { startMs, stop } = await start()
  await stop()
  return startMs
}

/** Of `npm start` only the start is measured: the memory is that of the server it starts. */
type Started = Pick<Finding, 'who' | 'start'>

type Used = Pick<Finding, 'idle' | 'loaded' | 'peak'>

async function memoryUsed({ who, start }: Contestant): Promise<Used> {
  const { origin, pid, request, stop } = await start()
  await pause(IDLE_MS)
  const idle = await memoryOf(pid)
  const until = { seconds: LOAD_SECONDS }
  const { errors, firstError } = await load({ origin, connections: CONNECTIONS, until, request, status: 201 })
  const loaded = await memoryOf(pid)
  await stop()
  if (errors > 0) throw new Error(`${who}: ${errors} submissions failed, the first with ${firstError}`)
  const none = Number.NaN
  return {
    idle: idle?.residentMb ?? none,
    loaded: loaded?.residentMb ?? none,
    peak: loaded?.peakMb ?? none,
  }
}

function told([product, peer]: readonly Finding[], npm: Started): Omit<Part, 'missing'> {
  const all = [product, peer].filter((one) => one !== undefined)
  return {
    title: 'Memory and start',
    about: `Starting: from the start of the process until it says that it is well, with a build and a store present; median of ${STARTS}, taking turns. Memory: what is resident ${IDLE_MS / 1000} s after the start, after ${LOAD_SECONDS} s of submissions by ${CONNECTIONS} connections, and the most there ever was; medians of ${ROUNDS}.`,
    goals: product && peer ? goals(product, peer, npm) : [],
    tables: [
      {
        caption: 'What it takes to have it running',
        columns: ['who', 'start', 'idle', 'after load', 'peak'],
        rows: [
          [npm.who, milliseconds(npm.start), '', '', ''],
          ...all.map((one) => [
            one.who,
            milliseconds(one.start),
            megabytes(one.idle),
            megabytes(one.loaded),
            megabytes(one.peak),
          ]),
        ],
      },
    ],
    plots: [
      {
        name: 'memory',
        title: 'Resident memory',
        unit: 'MB',
        groups: (['idle', 'loaded', 'peak'] as const).map((state) => ({
          label: state === 'loaded' ? 'after load' : state,
          bars: all.map((one) => ({ who: one.who, value: one[state] })),
        })),
      },
    ],
  }
}

const goals = (product: Finding, peer: Finding, npm: Started): readonly Goal[] => [
  less('Resident memory when idle', product.idle / peer.idle),
  less('Peak memory under load', product.peak / peer.peak),
  less('npm start until ready', npm.start / peer.start),
]

const less = (what: string, ratio: number): Goal => ({
  goal: `${what}: less than Strapi`,
  found: `${ratio.toFixed(2)} × Strapi`,
  isMet: ratio < 1,
})

const milliseconds = (value: number) => `${value.toFixed(0)} ms`
const megabytes = (value: number) => `${value.toFixed(0)} MB`
