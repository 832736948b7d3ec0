import { createSandbox } from '../faults/harness/sandbox.ts'
import { LAST } from '../questionnaire/screens.ts'
import { type Bar, type Bench, type Goal, LIMIT, OURS, type Part, timesPeers } from './part.ts'
import { ABOUT_PHONE, openBrowser, openPhone } from './phone.ts'
import { type Press, STEP_MS } from './press.ts'
import { median, quantile, takeTurns } from './statistics.ts'
import { openWalkedSites, walkSite } from './walked-site.ts'

const ROUNDS = 3
/** Of a peer's p95. */
const GOAL = 0.55
const SLOWDOWNS = [1, 4] as const
const PROCESSOR = { 1: 'full processor speed', 4: 'processor four times slower' } as const

/** From a press on Next to the next screen. */
export const step: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const { sites, missing } = await openWalkedSites(sandbox)
    const browser = await openBrowser()
    sandbox.defer(() => browser.close())
    const steps = quick ? 6 : LAST
    const runs = sites.flatMap((site) => SLOWDOWNS.map((slowdown) => ({ site, slowdown })))
    const presses = await takeTurns(runs, quick ? 1 : ROUNDS, async ({ site, slowdown }) => {
      await using phone = await openPhone(browser, { slowdown })
      return await walkSite(phone, site, steps)
    })
    const findings = runs.map(({ site, slowdown }, index) => ({
      name: site.name,
      slowdown,
      presses: (presses[index] ?? []).flat(),
    }))
    return partOf(findings, missing)
  },
}

interface Finding {
  readonly name: string
  readonly slowdown: (typeof SLOWDOWNS)[number]
  readonly presses: readonly Press[]
}

const paintedMs = ({ presses }: Finding, share: number) =>
  quantile(
    presses.map((press) => press.paintedMs),
    share,
  )

const workMs = ({ presses }: Finding) => median(presses.map((press) => press.workMs))

type Compared = readonly [ours: number, peers: readonly Bar[]]

function compare(findings: readonly Finding[], measure: (one: Finding) => number): Compared {
  const bars = findings.map((one) => ({ name: one.name, value: measure(one) }))
  const ours = bars.find(({ name }) => name === OURS)?.value ?? Number.NaN
  return [ours, bars.filter(({ name }) => name !== OURS && name !== LIMIT)]
}

const painted = (findings: readonly Finding[]) => compare(findings, (one) => paintedMs(one, 0.95))
const worked = (findings: readonly Finding[]) => compare(findings, workMs)

function goalOf(goal: string, factor: number, [ours, peers]: Compared): Goal {
  const isMet = peers.length > 0 && peers.every(({ value }) => ours <= factor * value)
  return { goal, found: timesPeers(ours, peers), isMet }
}

function partOf(all: readonly Finding[], missing: readonly string[]): Part {
  const bySpeed = SLOWDOWNS.map((slowdown) => ({
    processor: PROCESSOR[slowdown],
    findings: all.filter((one) => one.slowdown === slowdown),
  }))
  return {
    title: 'A step',
    summary: `p95 from the press to the next screen painted: ${bySpeed.map(({ processor, findings }) => `${timesPeers(...painted(findings))} (${processor})`).join(', ')}. Main thread: ${bySpeed.map(({ findings }) => timesPeers(...worked(findings))).join(', ')}.`,
    about: `From the press on the button to the next screen painted and focused, for all ${LAST} steps, ${ROUNDS} walks each; the sites take turns. ${ABOUT_PHONE} *The limit* is a page that only changes one line of text. *Main thread* is thread time until ${STEP_MS / 1000} s after the press, with the transition and the preparation of the screen after. SurveyJS asks the same questions; a slide is only its title there.`,
    goals: bySpeed.flatMap(({ processor, findings }) => [
      goalOf(`p95 painted at most ${GOAL} × every peer, ${processor}`, GOAL, painted(findings)),
      goalOf(`Main thread at most as long as every peer's, ${processor}`, 1, worked(findings)),
    ]),
    tables: bySpeed.map(({ processor, findings }) => ({
      caption: `Milliseconds of a step, ${processor}`,
      columns: ['', 'painted p50', 'painted p95', 'main thread, median'],
      rows: findings.map((one) => [
        one.name,
        paintedMs(one, 0.5).toFixed(1),
        paintedMs(one, 0.95).toFixed(1),
        workMs(one).toFixed(1),
      ]),
    })),
    charts: [
      {
        name: 'step',
        title: 'From a press on Next to the next screen painted',
        unit: 'ms',
        groups: bySpeed.flatMap(({ processor, findings }) =>
          [0.5, 0.95].map((share) => ({
            label: `p${share * 100}, ${processor}`,
            bars: findings.map((one) => ({ name: one.name, value: paintedMs(one, share) })),
          })),
        ),
      },
    ],
    missing,
  }
}
