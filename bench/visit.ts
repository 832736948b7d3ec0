import type { Browser } from '@playwright/test'
import { startProduct } from '../e2e/support/product.ts'
import { createSandbox } from '../faults/harness/sandbox.ts'
import { LAST, pathOf } from '../questionnaire/screens.ts'
import type { Bench } from './part.ts'
import { ABOUT_PHONE, openBrowser, openPhone } from './phone.ts'
import { openSite, productSite, takeSteps, type WalkedSite } from './walked-site.ts'

/** The requests that a visit may make after the landing page: pictures, and step counts, which do not delay anything. */
const OPTIONAL = ['Image', 'Ping']

/** A whole visit, from the landing page to the last screen. */
export const visit: Bench = {
  async measure() {
    await using sandbox = await createSandbox()
    const product = await startProduct()
    sandbox.defer(() => product.stop())
    const browser = await openBrowser()
    sandbox.defer(() => browser.close())
    const site = productSite(product.url)
    const { requests, heapBytes } = await walkOnline(browser, site)
    const required = requests.filter((kind) => !OPTIONAL.includes(kind))
    const end = await walkOffline(browser, site)
    const count = (kind: string) => String(requests.filter((one) => one === kind).length)
    return {
      title: 'A whole visit',
      summary: `After the landing page, a visit ${required.length === 0 ? 'needs no further request' : `requests ${required.join(', ')}`}: offline it reaches ${end}. Its scripts hold ${(heapBytes / 1e6).toFixed(1)} MB at the end.`,
      about: `From the landing page to the last screen before Submit. ${ABOUT_PHONE} Requests are those after the landing page has loaded. The heap is what the scripts hold on the last screen after a garbage collection. For the second goal the network is cut once the landing page has loaded.`,
      goals: [
        {
          goal: 'After the landing page, only pictures and step counts are requested',
          found: required.length === 0 ? 'nothing else' : required.join(', '),
          isMet: required.length === 0,
        },
        {
          goal: 'A visit that goes offline after the landing page reaches the last screen',
          found: `reached ${end}`,
          isMet: end === pathOf(LAST),
        },
      ],
      tables: [
        {
          caption: 'Requests after the landing page, and the heap',
          columns: ['pictures', 'step counts', 'others', 'heap'],
          rows: [
            [count('Image'), count('Ping'), String(required.length), `${(heapBytes / 1e6).toFixed(1)} MB`],
          ],
        },
      ],
      charts: [],
      missing: [],
    }
  },
}

async function walkOnline(browser: Browser, site: WalkedSite) {
  await using phone = await openPhone(browser, { slowdown: 1 })
  await openSite(phone, site)
  const requests: string[] = []
  // Chromium takes the icon from its cache at every new address.
  phone.cdp.on('Network.requestWillBeSent', ({ type = 'Other', request }) => {
    if (/^data:|\/favicon\.\w+$/.test(request.url)) return
    // A drawing of which an SVG on the page uses a part.
    const isDrawing = new URL(request.url).pathname.endsWith('.svg')
    requests.push(isDrawing ? 'Image' : type)
  })
  await takeSteps(phone, site, LAST)
  await phone.cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await phone.cdp.send('Runtime.getHeapUsage')
  return { requests, heapBytes: usedSize }
}

/** Returns the path of the last screen that was reached. */
async function walkOffline(browser: Browser, site: WalkedSite): Promise<string> {
  await using phone = await openPhone(browser, { slowdown: 1 })
  await openSite(phone, site)
  await phone.page.context().setOffline(true)
  // A step that fails ends the walk.
  await takeSteps(phone, site, LAST).catch(() => {})
  return new URL(phone.page.url()).pathname
}
