import { createSandbox } from '../faults/harness/sandbox.ts'
import { interleaved } from './interleaved.ts'
import { type Loaded, load } from './load.ts'
import type { Bench, Goal, Part } from './part.ts'
import { median } from './quantile.ts'
import { type SubmitContestant, submitContestants } from './submit-contestants.ts'

const CONNECTIONS = [1, 16, 64] as const
const BUSY = [16, 64] as const
const ROUNDS = 3
const SECONDS = 3
const WARM_UP_SECONDS = 1.5
const UNCOUNTED_SECONDS = 0.5
const LEAST_OF_THE_LIMIT = 0.8
const MOST_OF_THE_LIMITS_P99 = 2
const LEAST_OF_STRAPI = 10

/** By how many connections there were. */
type Figures = ReadonlyMap<number, Pick<Loaded, 'requestsPerSecond' | 'p50Ms' | 'p99Ms'>>

interface Finding {
  readonly contestant: SubmitContestant
  readonly figures: Figures
}

/** How many visitors can press Submit at once. */
export const submit: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const { contestants, missing } = await submitContestants(sandbox)
    const rounds = await interleaved(contestants, quick ? 1 : ROUNDS, (one) => measured(one, quick))
    const findings = contestants.map((contestant, index) => ({
      contestant,
      figures: medians(rounds[index] ?? []),
    }))
    return { ...told(findings), missing }
  },
}

/** Each alone on the machine, on an empty store of its own. */
async function measured({ who, start }: SubmitContestant, quick: boolean) {
  const { origin, request, stop } = await start()
  const asked = (connections: number, seconds: number) =>
    load({
      origin,
      connections,
      uncountedSeconds: UNCOUNTED_SECONDS,
      until: { seconds },
      request,
      status: 201,
    })
  try {
    await asked(Math.max(...CONNECTIONS), quick ? 0.5 : WARM_UP_SECONDS)
    const found = new Map<number, Loaded>()
    for (const connections of CONNECTIONS) {
      const loaded = await asked(connections, quick ? 0.5 : SECONDS)
      if (loaded.errors > 0) throw new Error(`${who}: ${loaded.errors} failed, ${loaded.firstError}`)
      found.set(connections, loaded)
    }
    return found
  } finally {
    await stop()
  }
}

function medians(rounds: readonly ReadonlyMap<number, Loaded>[]): Figures {
  const middle = (connections: number, figure: (one: Loaded) => number) =>
    median(rounds.flatMap((round) => round.get(connections) ?? []).map(figure))
  return new Map(
    CONNECTIONS.map((connections) => [
      connections,
      {
        requestsPerSecond: middle(connections, (one) => one.requestsPerSecond),
        p50Ms: middle(connections, (one) => one.p50Ms),
        p99Ms: middle(connections, (one) => one.p99Ms),
      },
    ]),
  )
}

function told(findings: readonly Finding[]): Omit<Part, 'missing'> {
  const ours = findings.filter(({ contestant }) => contestant.kind === 'ours')
  const peer = findings.find(({ contestant }) => contestant.kind === 'peer')
  const limitOf = ({ contestant: { store } }: Finding) =>
    findings.find(({ contestant }) => contestant.kind === 'limit' && contestant.store === store)
  return {
    title: 'Submit',
    about: `The same answers submitted over kept connections in a closed loop, each under a new id, each in a durable commit before it is answered: ${SECONDS} s at 1, 16 and 64 connections after ${WARM_UP_SECONDS} s to warm up, not counting what is answered in the first ${UNCOUNTED_SECONDS} s of each, since all connections ask at the same instant, each contestant alone on an empty store, taking turns, medians of ${ROUNDS} rounds. The limit parses the same JSON and commits the same rows, and does nothing else: it neither checks, nor e-mails, nor files for the desk. Visitors share commits there too: with SQLite those of one turn of the event loop, with PostgreSQL as they do in the product. The product answers only when the e-mail has gone as well, so it commits twice, and writes a file that is synced or speaks SMTP in between; “bare, with e-mail” is the limit that also writes such a file. Strapi keeps its SQLite as it sets that up itself, and e-mails nobody. The client shares the machine's cores with whoever is measured.`,
    goals: ours.flatMap((one) => [
      ...goalsOf(one, limitOf(one)),
      ...(peer && one.contestant.store === 'SQLite' ? [againstPeer(one, peer)] : []),
    ]),
    tables: [
      {
        caption: 'Submissions a second, and how long one took',
        columns: ['who', ...CONNECTIONS.flatMap((count) => [`${count} conn. /s`, '× limit', 'p50', 'p99'])],
        rows: findings.map((finding) => rowOf(finding, limitOf(finding))),
      },
    ],
    plots: [...new Set(findings.map(({ contestant }) => contestant.store))].map((store) => ({
      name: `submit-${store.toLowerCase()}`,
      title: `Submissions a second, ${store}`,
      unit: '/s',
      groups: CONNECTIONS.map((connections) => ({
        label: connections === 1 ? '1 connection' : `${connections} connections`,
        bars: findings
          .filter(({ contestant }) => contestant.store === store)
          .map(({ contestant, figures }) => ({
            who: contestant.who,
            value: figures.get(connections)?.requestsPerSecond ?? Number.NaN,
          })),
      })),
    })),
  }
}

function goalsOf(one: Finding, limit: Finding | undefined): readonly Goal[] {
  return BUSY.flatMap((connections) => {
    const [mine, least] = [one.figures.get(connections), limit?.figures.get(connections)]
    if (!mine || !least) return []
    const speed = mine.requestsPerSecond / least.requestsPerSecond
    const wait = mine.p99Ms / least.p99Ms
    const who = `${one.contestant.who}, ${connections} connections`
    return [
      {
        goal: `${who}: ≥ ${LEAST_OF_THE_LIMIT} × the limit's submissions a second`,
        found: `${speed.toFixed(2)} ×`,
        isMet: speed >= LEAST_OF_THE_LIMIT,
      },
      {
        goal: `${who}: p99 ≤ ${MOST_OF_THE_LIMITS_P99} × the limit's`,
        found: `${wait.toFixed(1)} ×`,
        isMet: wait <= MOST_OF_THE_LIMITS_P99,
      },
    ]
  })
}

function againstPeer(one: Finding, peer: Finding): Goal {
  const ratios = BUSY.map(
    (connections) =>
      (one.figures.get(connections)?.requestsPerSecond ?? 0) /
      (peer.figures.get(connections)?.requestsPerSecond ?? Number.NaN),
  )
  return {
    goal: `${one.contestant.who}: ≥ ${LEAST_OF_STRAPI} × Strapi at ${BUSY.join(' and ')} connections`,
    found: ratios.map((ratio) => `${ratio.toFixed(2)} ×`).join(', '),
    isMet: ratios.every((ratio) => ratio >= LEAST_OF_STRAPI),
  }
}

const rowOf = ({ contestant, figures }: Finding, limit: Finding | undefined) => [
  contestant.who,
  ...CONNECTIONS.flatMap((connections) => {
    const mine = figures.get(connections)
    const least = limit?.figures.get(connections)
    if (!mine) return ['', '', '', '']
    return [
      mine.requestsPerSecond.toFixed(0),
      least ? (mine.requestsPerSecond / least.requestsPerSecond).toFixed(2) : '',
      `${mine.p50Ms.toFixed(1)} ms`,
      `${mine.p99Ms.toFixed(1)} ms`,
    ]
  }),
]
