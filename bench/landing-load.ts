import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openPhone, type Phone } from './phone.ts'
import type { Site } from './web-peers.ts'

export const KINDS = ['document', 'script', 'style', 'font', 'picture'] as const
export type Kind = (typeof KINDS)[number]

/** One cold load of a landing that nobody touches. */
export interface Load {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly bytes: Readonly<Record<Kind, number>>
}

const KIND_OF: Readonly<Record<string, Kind>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'picture',
}

/** Nothing more comes once the line was quiet for so long after the page was there. */
const QUIET_MS = 1500

/** Loads a landing until the line is quiet, and tells when it was painted and what came over the line. */
export async function loadOf(browser: Browser, { url, start }: Site): Promise<Load> {
  await using phone = await openPhone(browser, { slowdown: 4, slow4g: true })
  const line = listenTo(phone)
  await phone.page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.largestPaint = String(list.getEntries().at(-1)?.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await phone.page.goto(url)
  await phone.page.locator(start).waitFor()
  while (performance.now() - line.lastHeard() < QUIET_MS) await setTimeout(100)
  const paints = await phone.page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaintMs: Number(document.documentElement.dataset.largestPaint),
  }))
  return { ...paints, bytes: line.bytes }
}

/** Bytes as sent: compressed, with headers. The icon, which the browser asks for itself, is left out. */
function listenTo({ cdp }: Phone) {
  const bytes = { document: 0, script: 0, style: 0, font: 0, picture: 0 }
  const kinds = new Map<string, Kind>()
  let heard = performance.now()
  cdp.on('Network.requestWillBeSent', () => {
    heard = performance.now()
  })
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const kind = KIND_OF[type]
    if (kind && !/favicon/.test(response.url)) kinds.set(requestId, kind)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    heard = performance.now()
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  return { bytes, lastHeard: () => heard }
}

/** One cold load by a visitor who presses START HERE as soon as it is painted, and again when nothing follows. */
export interface Beginning {
  readonly pressedMs: number
  readonly begunMs: number
}

/** Who is impatient presses again after this long, which is longer than a press that is kept waits for the script. */
export const PATIENCE_MS = 5000

/** Presses START HERE at first sight, and tells when the first question was there. */
export async function beginningOf(browser: Browser, { url, start, begun }: Site): Promise<Beginning> {
  await using phone = await openPhone(browser, { slowdown: 4, slow4g: true })
  const told: { readonly what: string; readonly at: number; readonly origin: number }[] = []
  const isBegun = Promise.withResolvers<void>()
  await phone.page.exposeFunction('tell', (what: string, at: number, origin: number) => {
    told.push({ what, at, origin })
    if (what === 'begun') isBegun.resolve()
  })
  await phone.page.addInitScript(pressAtFirstSight, { start, begun, patienceMs: PATIENCE_MS })
  await phone.page.goto(url, { waitUntil: 'commit' })
  await isBegun.promise
  const opened = told[0]?.origin ?? Number.NaN
  // The last press is the one that was not lost.
  const last = (what: string) => told.findLast((one) => one.what === what)?.at ?? Number.NaN
  return { pressedMs: last('pressed') - opened, begunMs: last('begun') - opened }
}

/** Runs in the page, and in the one after it where a press is a plain link. */
function pressAtFirstSight({
  start,
  begun,
  patienceMs,
}: {
  start: string
  begun: string
  patienceMs: number
}) {
  const { timeOrigin } = performance
  const tell = (what: string) => Reflect.get(window, 'tell')(what, timeOrigin + performance.now(), timeOrigin)
  let pressedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    if (document.querySelector(begun)) {
      clearInterval(timer)
      return tell('begun')
    }
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    const button = document.querySelector<HTMLElement>(start)
    if (!button || !isPainted || performance.now() - pressedAt < patienceMs) return
    pressedAt = performance.now()
    tell('pressed')
    button.click()
  }, 20)
}
