import { type Beginning, KINDS, type Load, PATIENCE_MS } from './landing-load.ts'
import { LIMIT, OURS } from './names.ts'
import type { Goal, Part, Table } from './part.ts'
import { ABOUT_PHONE, ABOUT_SLOW_4G } from './phone.ts'
import { CLIENT_ONLY } from './web-peers.ts'

export const ROUNDS = 9

/** The medians of one site. */
export interface Found extends Load {
  readonly who: string
  readonly beginning: Beginning | null
}

/** What the loads come to, in words, goals, tables and plots. */
export function firstLoadPart(found: readonly Found[], missing: readonly string[]): Part {
  const named = (who: string) => {
    const one = found.find((candidate) => candidate.who === who)
    if (!one) throw new Error(`${who} was not measured`)
    return one
  }
  const [ours, limit] = [named(OURS), named(LIMIT)]
  const peers = found.filter((one) => one !== ours && one !== limit)
  const runners = peers.filter(({ who }) => who !== CLIENT_ONLY.who)
  const paint = ours.largestPaintMs / limit.largestPaintMs
  // Without a runner to compare with it is not a number, and no goal is met.
  const lightest = runners.length > 0 ? Math.min(...runners.map(({ bytes }) => bytes.script)) : Number.NaN
  const script = ours.bytes.script / lightest
  return {
    title: 'First load',
    about: `A landing that was never opened before. ${ABOUT_PHONE} ${ABOUT_SLOW_4G}, processor four times slower; medians of ${ROUNDS} loads, the sites taking turns. All come from loopback over HTTP/1.1 with brotli. *The limit* is our landing without its scripts. *client-only* is our own screens on React, React Router and the SDKs of Firestore and EmailJS in one bundle. SurveyJS and Form.io ask the same questions, with our picture on their first page and no fonts or theme of their own. Each site is loaded twice a round: once untouched, for paints and bytes, and once by a visitor who presses START HERE the moment it is painted, and every ${PATIENCE_MS / 1000} seconds while nothing follows, which gives when a press is no longer lost and when the first question is there.`,
    goals: [
      {
        goal: 'Largest paint at most 1.05 × the limit',
        found: `${paint.toFixed(2)} ×`,
        isMet: paint <= 1.05,
      },
      {
        goal: 'Script at most half of the lightest form runner',
        found: `${script.toFixed(2)} ×`,
        isMet: script <= 0.5,
      },
      sooner('START HERE works sooner than with each peer', ours, peers, ({ pressedMs }) => pressedMs),
      sooner('The first question is there sooner than with each peer', ours, peers, ({ begunMs }) => begunMs),
    ],
    tables: [timesOf(found, limit), bytesOf(found)],
    plots: [
      {
        name: 'first-load-times',
        title: 'First load on slow 4G and a slow phone',
        unit: 'ms',
        groups: [
          { label: 'Largest paint', bars: found.map((one) => ({ who: one.who, value: one.largestPaintMs })) },
          {
            label: 'First question, START HERE pressed at first sight',
            bars: found.flatMap(({ who, beginning }) => (beginning ? { who, value: beginning.begunMs } : [])),
          },
        ],
      },
      {
        name: 'first-load-bytes',
        title: 'What a first load weighs, compressed',
        unit: 'kB',
        groups: [
          { label: 'Script', bars: found.map(({ who, bytes }) => ({ who, value: bytes.script / 1000 })) },
          {
            label: 'Everything',
            bars: found.map(({ who, bytes }) => ({ who, value: totalOf(bytes) / 1000 })),
          },
        ],
      },
    ],
    missing,
  }
}

function sooner(
  goal: string,
  ours: Found,
  peers: readonly Found[],
  timeOf: (beginning: Beginning) => number,
): Goal {
  const time = ({ beginning }: Found) => (beginning ? timeOf(beginning) : Number.NaN)
  const ratios = peers.map((peer) => time(ours) / time(peer))
  return {
    goal,
    found: peers.map(({ who }, index) => `${ratios[index]?.toFixed(2)} × ${who}`).join(', ') || 'no peer',
    isMet: ratios.length > 0 && ratios.every((ratio) => ratio < 1),
  }
}

function timesOf(found: readonly Found[], limit: Found): Table {
  return {
    caption: 'Milliseconds since the address was opened',
    columns: ['', 'first paint', 'largest paint', '÷ limit', 'START HERE works', 'first question'],
    rows: found.map(({ who, firstPaintMs, largestPaintMs, beginning }) => [
      who,
      whole(firstPaintMs),
      whole(largestPaintMs),
      (largestPaintMs / limit.largestPaintMs).toFixed(2),
      beginning ? whole(beginning.pressedMs) : '',
      beginning ? whole(beginning.begunMs) : '',
    ]),
  }
}

function bytesOf(found: readonly Found[]): Table {
  return {
    caption: 'Kilobytes as sent, until the line is quiet',
    columns: ['', ...KINDS, 'together'],
    rows: found.map(({ who, bytes }) => [who, ...KINDS.map((kind) => kB(bytes[kind])), kB(totalOf(bytes))]),
  }
}

const totalOf = (bytes: Load['bytes']) => KINDS.reduce((sum, kind) => sum + bytes[kind], 0)
const kB = (bytes: number) => (bytes / 1000).toFixed(1)
const whole = (ms: number) => String(Math.round(ms))
