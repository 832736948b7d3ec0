import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Fault } from '../harness/fault.ts'
import type { Link } from '../harness/tcp-proxy.ts'
import { loseResponses, pageAtSubmit, submitAndSee, submittedId, visitFault } from './scene.ts'

/** The page waits 20 s for a response. */
const LEAST_WAIT_MS = 15_000
const PAGES = 4

/** The connection between browser and server fails at Submit. */
export const connectionFaults: readonly Fault[] = [
  visitFault({
    rows: 'F47',
    name: 'the response is lost after everything was done',
    short: true,
    async run(scene) {
      const times = scene.trial.count(1000, 3)
      const context = await scene.newContext()
      const repaired = new Set<string>()
      // Every response: a browser retries by itself on a kept connection.
      loseResponses(scene, (id) => !repaired.has(id))
      await pLimit(PAGES).map(Array.from({ length: times }), async () => {
        const page = await pageAtSubmit(scene, context)
        await submitAndSee(scene, page, 'failure')
        repaired.add(submittedId(page))
        await submitAndSee(scene, page, 'success')
        await page.close()
      })
      return times
    },
  }),
  visitFault({
    rows: 'F48',
    name: 'half of the request arrives',
    short: true,
    async run(scene) {
      const page = await pageAtSubmit(scene)
      scene.proxy.onRequest = (chunk, link) => {
        if (!chunk.includes('PUT /api/')) return chunk
        link.server.end(chunk.subarray(0, chunk.length >> 1))
        link.client.resetAndDestroy()
        return null
      }
      await submitAndSee(scene, page, 'failure')
      scene.proxy.repair()
      await submitAndSee(scene, page, 'success')
    },
  }),
  visitFault({
    rows: 'F51',
    name: 'no response at all: the visitor sees the failure within 20 s',
    alone: true,
    async run(scene) {
      const page = await pageAtSubmit(scene)
      const silent = new Set<Link>()
      // The body may arrive in a chunk of its own.
      scene.proxy.onRequest = (chunk, link) => {
        if (chunk.includes('PUT /api/')) silent.add(link)
        return silent.has(link) ? null : chunk
      }
      await submitAndSee(scene, page, 'failure')
      const { longestWaitMs } = scene.trial.visitors.seen
      if (longestWaitMs < LEAST_WAIT_MS) scene.trial.failures.push('the visitor got a response')
      scene.proxy.repair()
      await submitAndSee(scene, page, 'success')
    },
  }),
  visitFault({
    rows: 'F63',
    name: 'offline at Submit',
    async run(scene) {
      const context = await scene.newContext()
      const page = await pageAtSubmit(scene, context)
      await context.setOffline(true)
      await submitAndSee(scene, page, 'failure')
      await context.setOffline(false)
      await submitAndSee(scene, page, 'success')
    },
  }),
  visitFault({
    rows: 'F64',
    name: 'a flapping network: every fifth chunk breaks the connection',
    async run(scene) {
      const times = scene.trial.count(100)
      for (let time = 0; time < times; time++) {
        const page = await pageAtSubmit(scene)
        scene.proxy.onResponse = (chunk, link) => {
          if (Math.random() > 0.2) return chunk
          link.client.resetAndDestroy()
          return null
        }
        for (let tries = 0; tries < 20 && (await submitAndSee(scene, page)) === 'failure'; tries++)
          await pause(50)
        scene.proxy.repair()
        await page.context().close()
      }
      return times
    },
  }),
]
