import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { atSubmit, press, visitWhole } from './browser.ts'
import { visit } from './visit-fault.ts'

/** Browsers that slept, or lack what others have. Nothing of a visit needs it, so the short form has none of them. */
export const oddBrowsers: readonly Fault[] = [
  visit('F69', 'the device sleeps for eight hours before Submit', async (scene) => {
    const context = await scene.newContext()
    await context.clock.install()
    const page = await atSubmit(scene, context)
    const device = await context.newCDPSession(page)
    await device.send('Page.setWebLifecycleState', { state: 'frozen' })
    // No connection outlives it.
    scene.proxy.cutAll()
    await pause(1000)
    await device.send('Page.setWebLifecycleState', { state: 'active' })
    await page.clock.fastForward('08:00:00')
    await press(scene, page, 'success')
    return 1
  }),
  visit('F70', 'no crypto.subtle, and no workers: the whole visit', async (scene) => {
    const context = await scene.newContext()
    await context.addInitScript(() => {
      Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
      for (const name of ['Worker', 'SharedWorker'])
        Object.defineProperty(window, name, {
          value: () => {
            throw new DOMException('', 'SecurityError')
          },
        })
    })
    await visitWhole(scene, context)
    return 1
  }),
].map((fault) => ({ ...fault, onlyFull: true }))
