import { createSandbox } from '../faults/harness/sandbox.ts'
import { LAST } from '../questionnaire/screens.ts'
import { BARE_SCREENS, openBareScreens } from './bare-screens.ts'
import { interleaved } from './interleaved.ts'
import { longestTaskMs } from './longest-task.ts'
import { LIMIT, OURS } from './names.ts'
import type { Bench, Goal, Part, Table } from './part.ts'
import { ABOUT_PHONE, openBrowser, openPhone } from './phone.ts'
import { type Press, STEP_MS } from './press.ts'
import { median, quantile } from './quantile.ts'
import { openWalkedSites, walkSite } from './walked-site.ts'

/** From a press on Next to the next screen. */
export const step: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const walked = await openWalkedSites(sandbox)
    const browser = await openBrowser()
    sandbox.defer(() => browser.close())
    const sites = [...walked.sites, await openBareScreens(sandbox, browser, walked.productUrl)]
    const steps = quick ? 6 : LAST
    const runs = sites.flatMap((site) => SLOWDOWNS.map((slowdown) => ({ site, slowdown })))
    const presses = await interleaved(runs, quick ? 1 : ROUNDS, async ({ site, slowdown }) => {
      await using phone = await openPhone(browser, { slowdown })
      // Awaited here: the phone is put away with the return.
      return await walkSite(phone, site, steps)
    })
    // Walks of their own, since tracing has its price.
    const longest = await interleaved(runs, 1, async ({ site, slowdown }) => {
      await using phone = await openPhone(browser, { slowdown })
      return await longestTaskMs(browser, phone, () => walkSite(phone, site, steps))
    })
    const found = runs.map(({ site, slowdown }, index) => ({
      who: site.who,
      slowdown,
      presses: (presses[index] ?? []).flat(),
      longestTaskMs: longest[index]?.[0] ?? Number.NaN,
    }))
    return partOf(found, walked.missing)
  },
}

const ROUNDS = 3
const SLOWDOWNS = [1, 4] as const
type Slowdown = (typeof SLOWDOWNS)[number]

interface Found {
  readonly who: string
  readonly slowdown: Slowdown
  readonly presses: readonly Press[]
  readonly longestTaskMs: number
}

function partOf(found: readonly Found[], missing: readonly string[]): Part {
  return {
    title: 'A step',
    about: `From a press on the button that leads on to the next screen painted and ready for the focus, all ${LAST} steps, ${ROUNDS} walks each, the sites taking turns. ${ABOUT_PHONE} *Painted* is by marks of our own: from the click's time stamp to a task after the first frame that shows the next screen, ours only with its heading in focus. *Event Timing* is the browser's own figure for the same click, which it rounds to 8 ms and does not give below 16. A press falls anywhere between two ticks of the 60 Hz clock, so even *the limit*, a page that changes one line of text, needs up to a frame. *The limit with our screens* has our screens' markup and styles ready and puts the next one in, with an entry in the history and nothing else. *Main thread* is thread time until ${STEP_MS / 1000} s after the press, with the movement and the making of the screen after. *Longest task* comes from a traced walk of its own. SurveyJS turns pages with the same questions, a slide being its title alone.`,
    goals: [
      within(found, 1, 16.7),
      within(found, 4, 50),
      ...SLOWDOWNS.map((slowdown) => ahead(found, slowdown)),
    ],
    tables: SLOWDOWNS.map((slowdown) => tableOf(found, slowdown)),
    plots: [
      {
        name: 'step',
        title: 'From a press on Next to the next screen painted',
        unit: 'ms',
        groups: SLOWDOWNS.flatMap((slowdown) =>
          [0.5, 0.95].map((share) => ({
            label: `p${share * 100}, ${PROCESSOR[slowdown]}`,
            bars: found
              .filter((one) => one.slowdown === slowdown)
              .map((one) => ({ who: one.who, value: paintedMs(one, share) })),
          })),
        ),
      },
    ],
    missing,
  }
}

const PROCESSOR = { 1: 'processor as it is', 4: 'processor four times slower' } as const

function within(found: readonly Found[], slowdown: Slowdown, most: number): Goal {
  const ours = eventMs(foundOf(found, OURS, slowdown), 0.95)
  return {
    goal: `p95 of Event Timing at most ${most} ms, ${PROCESSOR[slowdown]}`,
    found: `${ours} ms (${[LIMIT, BARE_SCREENS].map((who) => `${who} ${eventMs(foundOf(found, who, slowdown), 0.95)} ms`).join(', ')})`,
    isMet: ours <= most,
  }
}

function ahead(found: readonly Found[], slowdown: Slowdown): Goal {
  const ours = paintedMs(foundOf(found, OURS, slowdown), 0.95)
  const peers = found.filter(
    (one) => one.slowdown === slowdown && one.who !== OURS && !one.who.startsWith(LIMIT),
  )
  const ratios = peers.map((peer) => ours / paintedMs(peer, 0.95))
  return {
    goal: `p95 painted ahead of SurveyJS, ${PROCESSOR[slowdown]}`,
    found: ratios.length > 0 ? ratios.map((ratio) => `${ratio.toFixed(2)} ×`).join(', ') : 'no peer',
    isMet: ratios.length > 0 && ratios.every((ratio) => ratio < 1),
  }
}

function tableOf(found: readonly Found[], slowdown: Slowdown): Table {
  return {
    caption: `Milliseconds of a step, ${PROCESSOR[slowdown]}`,
    columns: [
      '',
      'painted p50',
      'painted p95',
      'Event Timing p50',
      'Event Timing p95',
      'frames, most',
      'longest task',
      'main thread, median',
    ],
    rows: found
      .filter((one) => one.slowdown === slowdown)
      .map((one) => [
        one.who,
        paintedMs(one, 0.5).toFixed(1),
        paintedMs(one, 0.95).toFixed(1),
        eventText(eventMs(one, 0.5)),
        eventText(eventMs(one, 0.95)),
        String(Math.max(...one.presses.map(({ frames }) => frames))),
        one.longestTaskMs.toFixed(1),
        median(one.presses.map(({ work }) => work.taskMs)).toFixed(1),
      ]),
  }
}

function foundOf(found: readonly Found[], who: string, slowdown: Slowdown): Found {
  const one = found.find((candidate) => candidate.who === who && candidate.slowdown === slowdown)
  if (!one) throw new Error(`${who} was not measured`)
  return one
}

const paintedMs = ({ presses }: Found, share: number) =>
  quantile(
    presses.map((press) => press.paintedMs),
    share,
  )

/** What the browser does not tell is below 16, the next lower of its steps. */
const UNTOLD_MS = 8
const eventMs = ({ presses }: Found, share: number) =>
  quantile(
    presses.map((press) => press.eventMs ?? UNTOLD_MS),
    share,
  )
const eventText = (ms: number) => (ms === UNTOLD_MS ? 'below 16' : String(ms))
