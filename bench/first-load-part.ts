import { KINDS, type Load, PRESS_AGAIN_MS, type Start } from './landing-load.ts'
import { aheadOfPeers, LIMIT, OURS, type Part, type Table, timesPeers } from './part.ts'
import { ABOUT_PHONE, ABOUT_SLOW_4G } from './phone.ts'
import { CLIENT_ONLY } from './web-peers.ts'

export const ROUNDS = 9
/** Of the best peer's time to the first question. */
const GOAL = 0.6

/** The medians of one site. */
export interface Finding extends Load {
  readonly name: string
  readonly start: Start | null
}

export function firstLoadPart(found: readonly Finding[], missing: readonly string[]): Part {
  const named = (name: string) => {
    const one = found.find((candidate) => candidate.name === name)
    if (!one) throw new Error(`${name} was not measured`)
    return one
  }
  const [ours, limit] = [named(OURS), named(LIMIT)]
  const peers = found.filter((one) => one !== ours && one !== limit)
  const formPeers = peers.filter(({ name }) => name !== CLIENT_ONLY.name)
  const paint = ours.largestPaintMs / limit.largestPaintMs
  // NaN without a peer, so that the goal is not met.
  const lightest = formPeers.length > 0 ? Math.min(...formPeers.map(({ bytes }) => bytes.script)) : Number.NaN
  const script = ours.bytes.script / lightest
  const question = questionMs(ours) / Math.min(...peers.map(questionMs))
  return {
    title: 'First load',
    summary: `On slow 4G and a slow phone, the landing page is painted after ${seconds(ours.largestPaintMs)}, and the first question takes an answer after ${seconds(questionMs(ours))}: ${timesPeers(
      questionMs(ours),
      peers.map((peer) => ({ name: peer.name, value: questionMs(peer) })),
    )}. The script has ${kB(ours.bytes.script)} kB, everything ${kB(totalOf(ours.bytes))} kB.`,
    about: `The landing page, opened for the first time. ${ABOUT_PHONE} ${ABOUT_SLOW_4G}, processor four times slower; medians of ${ROUNDS} loads, the sites take turns. All are served from loopback over HTTP/1.1 with brotli. *The limit* is our landing page without its scripts. *client-only* is our own screens with React, React Router and the SDKs of Firestore and EmailJS in one bundle. SurveyJS and Form.io ask the same questions, with our picture on their first page and no fonts or theme of their own. Each site is loaded twice a round: once untouched, for paints and bytes, and once by a visitor who presses the start button as soon as it is painted, and again every ${PRESS_AGAIN_MS / 1000} seconds while nothing happens. The first question counts once it has accepted a typed letter and is painted.`,
    goals: [
      {
        goal: 'Largest paint at most 1.05 × the limit',
        found: `${paint.toFixed(2)} ×`,
        isMet: paint <= 1.05,
      },
      {
        goal: 'Script at most half of the lightest form product',
        found: `${script.toFixed(2)} ×`,
        isMet: script <= 0.5,
      },
      aheadOfPeers(
        'The start button works sooner than on every peer',
        pressedMs(ours),
        peers.map((peer) => ({ name: peer.name, value: pressedMs(peer) })),
      ),
      {
        goal: `The first question appears after at most ${GOAL} × the time of the best peer`,
        found: `${question.toFixed(2)} ×`,
        isMet: question <= GOAL,
      },
    ],
    tables: [timesOf(found, limit), bytesOf(found)],
    charts: [
      {
        name: 'first-load-times',
        title: 'First load on slow 4G and a slow phone',
        unit: 'ms',
        groups: [
          {
            label: 'Largest paint',
            bars: found.map((one) => ({ name: one.name, value: one.largestPaintMs })),
          },
          {
            label: 'First question, start button pressed at once',
            bars: found.flatMap(({ name, start }) => (start ? { name, value: start.questionMs } : [])),
          },
        ],
      },
      {
        name: 'first-load-bytes',
        title: 'Size of a first load, compressed',
        unit: 'kB',
        groups: [
          { label: 'Script', bars: found.map(({ name, bytes }) => ({ name, value: bytes.script / 1000 })) },
          {
            label: 'Everything',
            bars: found.map(({ name, bytes }) => ({ name, value: totalOf(bytes) / 1000 })),
          },
        ],
      },
    ],
    missing,
  }
}

const questionMs = ({ start }: Finding) => start?.questionMs ?? Number.NaN
const pressedMs = ({ start }: Finding) => start?.pressedMs ?? Number.NaN

function timesOf(found: readonly Finding[], limit: Finding): Table {
  return {
    caption: 'Milliseconds since the address was opened',
    columns: ['', 'first paint', 'largest paint', '÷ limit', 'start button works', 'first question'],
    rows: found.map(({ name, firstPaintMs, largestPaintMs, start }) => [
      name,
      whole(firstPaintMs),
      whole(largestPaintMs),
      (largestPaintMs / limit.largestPaintMs).toFixed(2),
      start ? whole(start.pressedMs) : '',
      start ? whole(start.questionMs) : '',
    ]),
  }
}

function bytesOf(found: readonly Finding[]): Table {
  return {
    caption: 'Kilobytes as sent',
    columns: ['', ...KINDS, 'total'],
    rows: found.map(({ name, bytes }) => [name, ...KINDS.map((kind) => kB(bytes[kind])), kB(totalOf(bytes))]),
  }
}

const totalOf = (bytes: Load['bytes']) => KINDS.reduce((sum, kind) => sum + bytes[kind], 0)
const kB = (bytes: number) => (bytes / 1000).toFixed(1)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const whole = (ms: number) => String(Math.round(ms))
