import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import type { Link } from '../harness/tcp-proxy.ts'
import { atSubmit, idAskedIn, press } from './browser.ts'
import { loseAnswers, visit } from './visit-fault.ts'

/** The page waits for 20 s; whoever is told long before that was told by somebody. */
const LEAST_SILENCE_MS = 15_000
/** Visits side by side, where there are many. */
const PAGES = 4

/** The line between browser and server breaks at Submit. */
export const breakLine: readonly Fault[] = [
  visit('F47', 'the answer is lost after everything was done', async (scene, count) => {
    const times = count('lost answers in the browser')
    const context = await scene.newContext()
    const mended = new Set<string>()
    // Every answer: a browser tries again by itself on a connection that it had kept.
    loseAnswers(scene, (id) => !mended.has(id))
    let begun = 0
    const visitOneByOne = async () => {
      while (begun++ < times) {
        const page = await atSubmit(scene, context)
        await press(scene, page, 'failure')
        mended.add(idAskedIn(page))
        await press(scene, page, 'success')
        await page.close()
      }
    }
    await Promise.all(Array.from({ length: PAGES }, visitOneByOne))
    return times
  }),
  visit('F48', 'half of the request arrives', async (scene) => {
    const page = await atSubmit(scene)
    scene.proxy.onRequest = (chunk, link) => {
      if (!chunk.includes('PUT /api/')) return chunk
      link.far.end(chunk.subarray(0, chunk.length >> 1))
      link.near.resetAndDestroy()
      return null
    }
    await press(scene, page, 'failure')
    scene.proxy.mend()
    await press(scene, page, 'success')
    return 1
  }),
  {
    alone: true,
    ...visit('F51', 'no answer at all: told within 20 s', async (scene) => {
      const page = await atSubmit(scene)
      const silent = new Set<Link>()
      // The whole of it: its body may come in a piece of its own, and would be answered as no request at all.
      scene.proxy.onRequest = (chunk, link) => {
        if (chunk.includes('PUT /api/')) silent.add(link)
        return silent.has(link) ? null : chunk
      }
      await press(scene, page, 'failure')
      if (scene.seen.longestWaitMs < LEAST_SILENCE_MS) scene.failures.push('the visitor had an answer')
      scene.proxy.mend()
      await press(scene, page, 'success')
      return 1
    }),
  },
  visit('F63', 'offline at Submit', async (scene) => {
    const context = await scene.newContext()
    const page = await atSubmit(scene, context)
    await context.setOffline(true)
    await press(scene, page, 'failure')
    await context.setOffline(false)
    await press(scene, page, 'success')
    return 1
  }),
  visit('F64', 'a flapping network: every fifth piece breaks the line', async (scene, count) => {
    const times = count('visits on a flapping network')
    for (let time = 0; time < times; time++) {
      const page = await atSubmit(scene)
      scene.proxy.onAnswer = (chunk, link) => {
        if (Math.random() > 0.2) return chunk
        link.near.resetAndDestroy()
        return null
      }
      for (let tries = 0; tries < 20 && (await press(scene, page)) === 'failure'; tries++) await pause(50)
      scene.proxy.mend()
      await page.context().close()
    }
    return times
  }),
]
