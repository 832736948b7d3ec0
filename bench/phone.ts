import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../scripts/chromium-args.ts'
import { findChromium } from '../scripts/find-chromium.ts'

/** The phone that all browser parts emulate, with an empty cache. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Lighthouse's slow 4G (150 ms, 1.6 Mbit/s), with its factors for throttling by request. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

export const ABOUT_PHONE = 'Headless Chromium emulates a phone of 390 × 844 points at two pixels each.'
export const ABOUT_SLOW_4G =
  "Lighthouse's slow 4G (150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, with its factors for throttling by request)"

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
    // The sandbox closes the browser together with everything else.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

interface Throttling {
  /** How many times slower the processor is. */
  readonly slowdown: number
  readonly slow4g?: true
}

/** A new phone with an empty cache. */
export async function openPhone(browser: Browser, { slowdown, slow4g }: Throttling): Promise<Phone> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  if (slow4g) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Thread time does not count other work on the machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() }
}
