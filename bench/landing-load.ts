import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openPhone, type Phone } from './phone.ts'
import type { Site } from './web-peers.ts'

export const KINDS = ['document', 'script', 'style', 'font', 'picture'] as const
export type Kind = (typeof KINDS)[number]

/** One cold load of a landing page without input. */
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

/** A page without network activity for this long is loaded. */
const IDLE_MS = 1500

export async function loadLanding(browser: Browser, { url, start }: Site): Promise<Load> {
  await using phone = await openPhone(browser, { slowdown: 4, slow4g: true })
  const network = watchNetwork(phone)
  await phone.page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.largestPaint = String(list.getEntries().at(-1)?.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await phone.page.goto(url)
  await phone.page.locator(start).waitFor()
  while (performance.now() - network.lastActivity() < IDLE_MS) await setTimeout(100)
  const paints = await phone.page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaintMs: Number(document.documentElement.dataset.largestPaint),
  }))
  return { ...paints, bytes: network.bytes }
}

/** Counts bytes as sent, compressed and with headers, without the icon that the browser requests by itself. */
function watchNetwork({ cdp }: Phone) {
  const bytes = { document: 0, script: 0, style: 0, font: 0, picture: 0 }
  const kinds = new Map<string, Kind>()
  let active = performance.now()
  cdp.on('Network.requestWillBeSent', () => {
    active = performance.now()
  })
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const kind = KIND_OF[type]
    if (kind && !/favicon/.test(response.url)) kinds.set(requestId, kind)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    active = performance.now()
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  return { bytes, lastActivity: () => active }
}

/** One cold load by a visitor who presses the start button as soon as it is painted, and again if nothing happens. */
export interface Start {
  /** When the press that worked happened. */
  readonly pressedMs: number
  /** When the first question is painted, with a letter that was typed into it. */
  readonly questionMs: number
}

/** Longer than the page waits for its script after a press. */
export const PRESS_AGAIN_MS = 5000

export async function startVisit(browser: Browser, { url, start, question }: Site): Promise<Start> {
  await using phone = await openPhone(browser, { slowdown: 4, slow4g: true })
  const events: { readonly name: string; readonly at: number; readonly opened: number }[] = []
  const isShown = Promise.withResolvers<void>()
  await phone.page.exposeFunction('record', (name: string, at: number, opened: number) => {
    events.push({ name, at, opened })
    if (name === 'question') isShown.resolve()
  })
  await phone.page.addInitScript(pressWhenPainted, { start, question, pressAgainMs: PRESS_AGAIN_MS })
  await phone.page.goto(url, { waitUntil: 'commit' })
  await isShown.promise
  const opened = events[0]?.opened ?? Number.NaN
  const last = (name: string) => events.findLast((event) => event.name === name)?.at ?? Number.NaN
  return { pressedMs: last('pressed') - opened, questionMs: last('question') - opened }
}

interface Selectors {
  readonly start: string
  readonly question: string
  readonly pressAgainMs: number
}

/** Runs in the page, and in the next one if the start button is a plain link. */
function pressWhenPainted({ start, question, pressAgainMs }: Selectors) {
  const { timeOrigin } = performance
  const record = (name: string) =>
    Reflect.get(window, 'record')(name, timeOrigin + performance.now(), timeOrigin)
  const control = () => document.querySelector<HTMLInputElement>(question)
  function takesAnswer() {
    if (!control()?.checkVisibility()) return false
    control()?.focus()
    document.execCommand('insertText', false, 'a')
    return control()?.value === 'a'
  }
  let pressedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    if (takesAnswer()) {
      clearInterval(timer)
      // In a task after this frame, the question is painted.
      return void requestAnimationFrame(() => window.setTimeout(() => record('question')))
    }
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
    const button = document.querySelector<HTMLElement>(start)
    if (!button || !isPainted || performance.now() - pressedAt < pressAgainMs) return
    pressedAt = performance.now()
    record('pressed')
    button.click()
  }, 20)
}
