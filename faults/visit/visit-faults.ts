import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import pLimit from 'p-limit'
import { button, continueButton, openVisitAt, submit } from '../../e2e/support/visits.ts'
import { waitForScreen, walk } from '../../e2e/support/walker.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import type { Link } from '../../server/testing/tcp-proxy.ts'
import type { Fault } from '../harness/fault.ts'
import { type Server, startServer } from '../harness/server.ts'
import {
  loseResponses,
  newPage,
  pageAtSubmit,
  type Scene,
  seeOutcome,
  submitAndSee,
  submittedId,
  visitFault,
} from './scene.ts'
import { buildAgain, copyProduct } from './second-build.ts'

/** The page waits 20 s for a response. */
const MIN_WAIT_MS = 15_000
const PAGES = 4
const SCREEN_AT_BUILD = 2
const SCREEN_AT_RESTART = 10

/** Faults in the visitor's browser. The browser tests in e2e/visit have those that need no proxy. */
export const visitFaults: readonly Fault[] = [
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
    rows: 'F51',
    name: 'no response at all: the visitor sees the failure within 20 s',
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
      if (longestWaitMs < MIN_WAIT_MS) scene.trial.failures.push('the visitor got a response')
      scene.proxy.repair()
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
  visitFault({
    rows: 'F01 F59',
    name: 'the server is killed while the last question sends early, and every other page is loaded again',
    short: true,
    env: { SEND_EARLY: 'on' },
    async run(scene) {
      const times = scene.trial.count(20, 2)
      for (let time = 0; time < times; time++) {
        const page = await newPage(scene)
        await openVisitAt(page, LAST_WITH_QUESTIONS, sampleAnswers())
        await button(page, 'Next').click()
        await pause(Math.random() * 60)
        await scene.server.end('SIGKILL')
        await scene.server.start()
        if (time % 2 > 0) {
          await page.reload()
          await continueButton(page).click()
        }
        for (let screen = LAST_WITH_QUESTIONS + 1; screen < LAST; screen++) {
          await waitForScreen(page, screen)
          await button(page, 'Next').click()
        }
        await submitAndSee(scene, page, 'success')
        await page.context().close()
      }
      return times
    },
  }),
  visitFault({
    rows: 'F58',
    name: 'to another site during Submit, and back',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      const started = performance.now()
      scene.proxy.onResponse = (chunk) => pause(1500).then(() => chunk)
      const id = await submit(page)
      const isCached = await leaveAndReturn(scene, page)
      scene.trial.notes.push(`${isCached ? '' : 'not '}from the back/forward cache`)
      scene.proxy.repair()
      if (!isCached) await waitForScreen(page, 0)
      else if ((await seeOutcome(scene, page, { started })) === 'failure')
        await submitAndSee(scene, page, 'success')
      // In both cases the business has the project once.
      scene.trial.oracle.saw(id, 'success')
    },
  }),
  visitFault({
    rows: 'F60 F61',
    name: 'the site is built again with another questionnaire, and restarted, under the open page',
    short: true,
    async run(scene) {
      const { trial } = scene
      const directory = join(trial.directory, 'product')
      await copyProduct(directory)
      const server = await deploy(scene, scene.server, directory)
      const page = await newPage(scene)
      page.on('response', (response) => {
        if (response.status() >= 400) trial.failures.push(`${response.status()} ${response.url()}`)
      })
      await page.goto('/')
      await walk(page, { to: SCREEN_AT_BUILD })
      await buildAgain(directory)
      // A new visitor, while the server still sends the old page.
      await submitAndSee(scene, await pageAtSubmit(scene), 'success')
      await walk(page, { to: SCREEN_AT_RESTART })
      await deploy(scene, server, directory)
      await walk(page)
      await submitAndSee(scene, page, 'success')
      // A new visitor gets the new page.
      await submitAndSee(scene, await pageAtSubmit(scene), 'success')
      return 3
    },
  }),
  visitFault({
    rows: 'F68',
    name: "the visitor's clock says 1970 or 2099",
    async run(scene) {
      const days = ['1970-01-02', '2099-01-01']
      for (const day of days) {
        const context = await scene.newContext()
        await context.clock.setFixedTime(new Date(day))
        await submitAndSee(scene, await pageAtSubmit(scene, context), 'success')
      }
      return days.length
    },
  }),
]

/** Returns whether the page came back from the back/forward cache. */
async function leaveAndReturn(scene: Scene, page: Page): Promise<boolean> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted)
    })
  })
  await page.goto(`http://localhost:${scene.server.port}/healthz`)
  // Delayed, because the reply to this call may be lost with the page.
  await page.evaluate(() => {
    setTimeout(() => history.back())
  })
  await page.waitForFunction((host) => location.host === host, new URL(scene.origin).host)
  await pause(500)
  return page.evaluate(() => document.documentElement.dataset.persisted === 'true')
}

/** Ends a server and starts the one in a directory on the same store. */
async function deploy({ trial, proxy }: Scene, running: Server, directory: string): Promise<Server> {
  const { DATABASE_URL = '', MAIL_URL = '' } = running.env
  await running.end('SIGTERM')
  const next = await startServer(trial, {
    env: { DATABASE_URL, MAIL_URL },
    entry: join(directory, 'server/main.ts'),
    name: 'next',
  })
  proxy.target = next.port
  return next
}
