import type { Browser } from '@playwright/test'
import { createSandbox } from '../faults/harness/sandbox.ts'
import { LAST, pathOf } from '../questionnaire/screens.ts'
import { interleaved } from './interleaved.ts'
import { LIMIT, OURS } from './names.ts'
import type { Bench, Part, Table } from './part.ts'
import { ABOUT_PHONE, openBrowser, openPhone, type Phone } from './phone.ts'
import { type Work, workOf } from './press.ts'
import { median } from './quantile.ts'
import { openSite, openWalkedSites, takeSteps, type WalkedSite } from './walked-site.ts'

/** A whole visit, from the landing to the last screen. */
export const visit: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const { sites, missing } = await openWalkedSites(sandbox)
    const browser = await openBrowser()
    sandbox.defer(() => browser.close())
    const runners = sites.filter(({ who }) => who !== LIMIT)
    const walks = await interleaved(runners, quick ? 1 : ROUNDS, (site) => walkOf(browser, site))
    const ours = runners.find(({ who }) => who === OURS)
    const offline = ours ? await offlineEnd(browser, ours) : ''
    return partOf(walks.flat(), { offline, missing })
  },
}

const ROUNDS = 3

interface Walk {
  readonly who: string
  /** The landing and all steps, without the answering, which the bench does in its own way. */
  readonly work: Work
  readonly heapBytes: number
  /** What was asked for after the landing had settled, by the browser's name of its kind. */
  readonly requests: readonly string[]
}

async function walkOf(browser: Browser, site: WalkedSite): Promise<Walk> {
  await using phone = await openPhone(browser, { slowdown: 1 })
  await openSite(phone, site)
  const landing = await workOf(phone)
  const requests = listRequests(phone)
  const presses = await takeSteps(phone, site, LAST)
  await phone.cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await phone.cdp.send('Runtime.getHeapUsage')
  const work = presses.reduce((sum, press) => plus(sum, press.work), landing)
  return { who: site.who, work, heapBytes: usedSize, requests: [...requests] }
}

/** The icon, which Chromium takes from its cache at every new address, and what is no request at all are left out. */
function listRequests({ cdp }: Phone): readonly string[] {
  const kinds: string[] = []
  cdp.on('Network.requestWillBeSent', ({ type = 'Other', request }) => {
    if (!/^data:|\/favicon\.\w+$/.test(request.url)) kinds.push(type)
  })
  return kinds
}

/** Takes the network away once the landing has settled, walks on, and tells how far that led. */
async function offlineEnd(browser: Browser, site: WalkedSite): Promise<string> {
  await using phone = await openPhone(browser, { slowdown: 1 })
  await openSite(phone, site)
  await phone.page.context().setOffline(true)
  const place = () => new URL(phone.page.url()).pathname
  // A step that cannot be taken is what is looked for. Awaited here: the phone is put away with the return.
  return await takeSteps(phone, site, LAST).then(place, () => `no further than ${place()}`)
}

/** What a visit may ask for after its landing: pictures, and the count of steps that nobody waits for. */
const NO_NEED = ['Image', 'Ping']

function partOf(
  walks: readonly Walk[],
  { offline, missing }: { offline: string; missing: readonly string[] },
): Part {
  const who = [...new Set(walks.map((walk) => walk.who))]
  const needed = walks.filter((walk) => walk.who === OURS).flatMap(({ requests }) => requests.filter(isNeed))
  return {
    title: 'A whole visit',
    about: `From the landing to the last screen before Submit, medians of ${ROUNDS} visits, beside SurveyJS with the same questions and no pictures but the landing's. ${ABOUT_PHONE} The main thread's work is thread time of the landing and of all ${LAST} steps, with movements and what is made ahead; the answering is left out. The heap is what script holds after a garbage collection on the last screen. Requests are those after the landing has settled. For the last goal the network is taken away at that moment, and the visit walked on.`,
    goals: [
      {
        goal: 'After the landing, pictures and the count of steps only',
        found: needed.length === 0 ? 'nothing else' : needed.join(', '),
        isMet: needed.length === 0,
      },
      {
        goal: 'None of them is needed to go on: offline after the landing, the visit is walked to its end',
        found: `walked to ${offline}`,
        isMet: offline === pathOf(LAST),
      },
    ],
    tables: [tableOf(who.map((name) => walks.filter((walk) => walk.who === name)))],
    plots: [
      {
        name: 'visit',
        title: 'A whole visit on the main thread',
        unit: 'ms',
        groups: WORKS.map(([label, workIn]) => ({
          label,
          bars: who.map((name) => ({
            who: name,
            value: median(walks.filter((walk) => walk.who === name).map(({ work }) => workIn(work))),
          })),
        })),
      },
    ],
    missing,
  }
}

const WORKS: readonly (readonly [string, (work: Work) => number])[] = [
  ['Script', ({ scriptMs }) => scriptMs],
  ['Style and layout', ({ styleMs, layoutMs }) => styleMs + layoutMs],
  ['Everything', ({ taskMs }) => taskMs],
]

function tableOf(each: readonly (readonly Walk[])[]): Table {
  return {
    caption: 'The main thread in milliseconds, the heap in megabytes, and requests after the landing',
    columns: ['', 'script', 'style and layout', 'everything', 'heap', 'pictures', 'step counts', 'others'],
    rows: each.map((walks) => {
      const over = (value: (walk: Walk) => number) => median(walks.map(value))
      const asked = (isOne: (kind: string) => boolean) =>
        String(over(({ requests }) => requests.filter(isOne).length))
      return [
        walks[0]?.who ?? '',
        ...WORKS.map(([, workIn]) => over(({ work }) => workIn(work)).toFixed(0)),
        (over(({ heapBytes }) => heapBytes) / 1e6).toFixed(1),
        asked((kind) => kind === 'Image'),
        asked((kind) => kind === 'Ping'),
        asked(isNeed),
      ]
    }),
  }
}

const isNeed = (kind: string) => !NO_NEED.includes(kind)

function plus(one: Work, other: Work): Work {
  return {
    taskMs: one.taskMs + other.taskMs,
    scriptMs: one.scriptMs + other.scriptMs,
    styleMs: one.styleMs + other.styleMs,
    layoutMs: one.layoutMs + other.layoutMs,
  }
}
