import { createSandbox } from '../faults/harness/sandbox.ts'
import { type LoadResult, load } from './load.ts'
import type { Bench, Goal, Part } from './part.ts'
import { median, takeTurns } from './statistics.ts'
import { type Candidate, submitCandidates } from './submit-candidates.ts'

const CONNECTIONS = [1, 16, 64] as const
/** The goal compares these. */
const BUSY = [16, 64] as const
const ROUNDS = 3
const SECONDS = 3
const WARM_UP_SECONDS = 1.5
const UNCOUNTED_SECONDS = 0.5
const TIMES_STRAPI_ON_SQLITE = 4

/** By the number of connections. */
type Figures = ReadonlyMap<number, LoadResult>

interface Finding extends Pick<Candidate, 'name' | 'isPeer'> {
  readonly figures: Figures
}

/** How many projects a second visitors can submit. */
export const submit: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const { candidates, missing } = await submitCandidates(sandbox)
    const rounds = await takeTurns(candidates, quick ? 1 : ROUNDS, (one) => measureOne(one, quick))
    const findings = candidates.map(({ name, isPeer }, index) => ({
      name,
      isPeer,
      figures: medians(rounds[index] ?? []),
    }))
    return { ...partOf(findings), missing }
  },
}

/** Each candidate runs alone, on an empty database. */
async function measureOne({ start }: Candidate, quick: boolean): Promise<Figures> {
  const { origin, request, stop } = await start()
  const measure = (connections: number, seconds: number) =>
    load({ origin, connections, warmUpSeconds: UNCOUNTED_SECONDS, seconds: quick ? 0.5 : seconds, request })
  try {
    await measure(Math.max(...CONNECTIONS), WARM_UP_SECONDS)
    const figures = new Map<number, LoadResult>()
    for (const connections of CONNECTIONS) figures.set(connections, await measure(connections, SECONDS))
    return figures
  } finally {
    await stop()
  }
}

function medians(rounds: readonly Figures[]): Figures {
  return new Map(
    CONNECTIONS.map((connections) => {
      const middle = (figure: (one: LoadResult) => number) =>
        median(rounds.flatMap((round) => round.get(connections) ?? []).map(figure))
      return [
        connections,
        {
          requestsPerSecond: middle((one) => one.requestsPerSecond),
          p50Ms: middle((one) => one.p50Ms),
          p99Ms: middle((one) => one.p99Ms),
        },
      ]
    }),
  )
}

const rateOf = ({ figures }: Finding, connections: number) =>
  figures.get(connections)?.requestsPerSecond ?? Number.NaN

function partOf(findings: readonly Finding[]): Omit<Part, 'missing'> {
  const peer = findings.find(({ isPeer }) => isPeer)
  return {
    title: 'Submit',
    summary: `Submissions a second at ${BUSY.join(' and ')} connections: ${findings.map((one) => `${one.name} ${BUSY.map((count) => rateOf(one, count).toFixed(0)).join(' and ')}`).join('; ')}.`,
    about: `Each connection submits the same answers under new ids, one after the other: ${SECONDS} s at ${CONNECTIONS.join(', ')} connections after ${WARM_UP_SECONDS} s of warm-up. Responses in the first ${UNCOUNTED_SECONDS} s are not counted, because all connections start at once. Each candidate runs alone on an empty database; they take turns, and the figures are medians of ${ROUNDS} rounds. The product responds after the project is committed and the email is sent. Strapi uses its own SQLite settings and sends no email. The client shares the cores of the machine with the server.`,
    goals: peer ? findings.filter(({ isPeer }) => !isPeer).map((one) => goalOf(one, peer)) : [],
    tables: [
      {
        caption: 'Submissions a second, and the time of one',
        columns: ['', ...CONNECTIONS.flatMap((count) => [`${count} conn. /s`, 'p50', 'p99'])],
        rows: findings.map(({ name, figures }) => [
          name,
          ...CONNECTIONS.flatMap((connections) => {
            const { requestsPerSecond, p50Ms, p99Ms } = figures.get(connections) ?? NOTHING
            return [requestsPerSecond.toFixed(0), `${p50Ms.toFixed(1)} ms`, `${p99Ms.toFixed(1)} ms`]
          }),
        ]),
      },
    ],
    charts: [
      {
        name: 'submit',
        title: 'Submissions a second',
        unit: '/s',
        groups: CONNECTIONS.map((connections) => ({
          label: connections === 1 ? '1 connection' : `${connections} connections`,
          bars: findings.map((one) => ({ name: one.name, value: rateOf(one, connections) })),
        })),
      },
    ],
  }
}

const NOTHING: LoadResult = { requestsPerSecond: Number.NaN, p50Ms: Number.NaN, p99Ms: Number.NaN }

function goalOf(one: Finding, peer: Finding): Goal {
  const ratios = BUSY.map((connections) => rateOf(one, connections) / rateOf(peer, connections))
  const factor = one.name.includes('SQLite') ? TIMES_STRAPI_ON_SQLITE : 1
  return {
    goal: `${one.name}: at least ${factor} × Strapi at ${BUSY.join(' and ')} connections`,
    found: ratios.map((ratio) => `${ratio.toFixed(2)} ×`).join(', '),
    isMet: ratios.every((ratio) => ratio >= factor),
  }
}
