import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../scripts/chromium-args.ts'
import { findChromium } from '../scripts/find-chromium.ts'

/** The phone of every browser part: so large, so sharp, with motion, and a cache that is cold at first. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Lighthouse's slow 4G: 150 ms and 1.6 Mbit/s on the line, as it sets them where each request is delayed. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

export const ABOUT_PHONE =
  'Chromium without a screen, as a phone of 390 × 844 points at two pixels each, with motion as most visitors have it.'
export const ABOUT_SLOW_4G =
  "Lighthouse's slow 4G (150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up; applied as Lighthouse applies it, request by request: 562.5 ms latency, 1.475 Mbit/s down, 675 kbit/s up)"

export interface Phone extends AsyncDisposable {
  readonly page: Page
  readonly cdp: CDPSession
}

export function openBrowser(): Promise<Browser> {
  const found = findChromium()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({
    executablePath: found.path,
    args: CHROMIUM_ARGS,
    // Whoever opened it closes it with everything else, and would otherwise be ended half-way.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

interface Handicap {
  /** How many times slower the processor is. */
  readonly slowdown: number
  readonly slow4g?: true
}

/** A phone that has seen nothing yet. */
export async function openPhone(browser: Browser, { slowdown, slow4g }: Handicap): Promise<Phone> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  if (slow4g) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Thread time, so that other work on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}
