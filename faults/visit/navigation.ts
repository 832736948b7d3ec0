import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { button, continueButton, recordSends, submit } from '../../e2e/support/visits.ts'
import { waitForScreen } from '../../e2e/support/walker.ts'
import { LAST, pathOf } from '../../questionnaire/screens.ts'
import type { Fault } from '../harness/fault.ts'
import {
  loseResponses,
  pageAtSubmit,
  recordSubmissions,
  type Scene,
  seeOutcome,
  submitAndSee,
  submittedId,
  visitFault,
} from './scene.ts'

/** Ways to press Submit more than once before the response. Chromium presses a button once if Enter is held down. */
const presses: readonly {
  readonly name: string
  readonly times: number
  readonly press: (page: Page, submit: Locator) => Promise<unknown>
}[] = [
  {
    name: 'fifty clicks at once',
    times: 50,
    press: (_page, submitButton) =>
      submitButton.evaluate((element: HTMLElement) => {
        for (let click = 0; click < 50; click++) element.click()
      }),
  },
  {
    name: 'Enter and a click',
    times: 2,
    async press(page, submitButton) {
      await submitButton.focus()
      await Promise.all([page.keyboard.press('Enter'), submitButton.click({ force: true })])
    },
  },
  {
    name: 'Enter twenty times',
    times: 20,
    async press(page, submitButton) {
      await submitButton.focus()
      for (let time = 0; time < 20; time++) await page.keyboard.press('Enter')
    },
  },
]

/** What visitors do with buttons, tabs and the history. */
export const navigationFaults: readonly Fault[] = [
  ...presses.map(({ name, times, press }) =>
    visitFault({
      rows: 'F52',
      name: `${name} on Submit: one request`,
      async run(scene) {
        const page = await pageAtSubmit(scene)
        // The response waits, because a later press would reach the dialog.
        const pressed = Promise.withResolvers<void>()
        scene.proxy.onResponse = (chunk) => pressed.promise.then(() => chunk)
        const sends = recordSends(page)
        const started = performance.now()
        await press(page, button(page, 'Submit'))
        pressed.resolve()
        await seeOutcome(scene, page, { started, expected: 'success' })
        if (sends.length !== 1) scene.trial.failures.push(`${sends.length} requests`)
        return times
      },
    }),
  ),
  visitFault({
    rows: 'F50',
    name: 'the tab is closed during Submit',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      // The server receives the request and the closed connection at the same time.
      const closed = Promise.withResolvers<void>()
      let request = Buffer.alloc(0)
      scene.proxy.onRequest = async (chunk, link) => {
        if (request.length === 0 && !chunk.includes('PUT /api/')) return chunk
        request = Buffer.concat([request, chunk])
        if (!isComplete(request)) return null
        await closed.promise
        setImmediate(() => link.server.resetAndDestroy())
        return request
      }
      const id = await submit(page)
      await pause(200)
      await page.close()
      closed.resolve()
      // No visitor sees it, but the business must have the project.
      scene.trial.oracle.saw(id, 'success')
      await pause(1000)
      scene.proxy.repair()
    },
  }),
  visitFault({
    rows: 'F53 F54',
    name: 'two tabs, one of them duplicated: three projects',
    async run(scene) {
      const context = await scene.newContext()
      const first = await pageAtSubmit(scene, context)
      const second = await pageAtSubmit(scene, context)
      const [duplicate] = await Promise.all([
        first.waitForEvent('popup'),
        first.evaluate((path) => void window.open(path), pathOf(LAST)),
      ])
      recordSubmissions(scene.trial, duplicate)
      await waitForScreen(duplicate, 0)
      await continueButton(duplicate).click()
      await waitForScreen(duplicate, LAST)
      const pages = [duplicate, first, second]
      for (const page of pages) await submitAndSee(scene, page, 'success')
      if (new Set(pages.map(submittedId)).size !== 3) scene.trial.failures.push('two tabs used one id')
      return 3
    },
  }),
  visitFault({
    rows: 'F55 F56',
    name: 'Go Home by click, by Enter and twice, and Back and Forward, after a success: no second request',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      await submitAndSee(scene, page, 'success')
      const sends = recordSends(page)
      const home = button(page, 'Go Home')
      for (const leave of [() => page.goBack(), () => home.click(), () => home.press('Enter')]) {
        await leave()
        await waitForScreen(page, LAST - 1)
        await page.goForward()
        await waitForScreen(page, LAST)
      }
      await home.evaluate((element: HTMLElement) => {
        for (let click = 0; click < 2; click++) element.click()
      })
      await pause(500)
      if (sends.length > 0) scene.trial.failures.push(`${sends.length} more requests`)
      return 4
    },
  }),
  visitFault({
    rows: 'F57',
    name: 'a failure, then Back, another answer, and Submit: one record with the new answer',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      loseResponses(scene)
      await submitAndSee(scene, page, 'failure')
      scene.proxy.repair()
      await page.getByText('Review your answers').click()
      await page.getByRole('link', { name: 'Change' }).last().click()
      await page.locator('[name=additionalComments]').fill('Changed my mind.')
      while (!page.url().endsWith(pathOf(LAST))) await button(page, 'Next').click()
      await waitForScreen(page, LAST)
      await submitAndSee(scene, page, 'success')
      // The first e-mail had been sent although the visitor saw a failure.
      const revisions = (await scene.server.emails()).map(({ revision }) => revision).sort()
      if (revisions.join() !== '1,2') scene.trial.failures.push(`e-mails for revisions ${revisions}`)
    },
  }),
  visitFault({
    rows: 'F58',
    name: 'to another site and back: everything is still there',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      if (!(await leaveAndReturn(scene, page)))
        scene.trial.failures.push('the page did not come from the back/forward cache')
      await submitAndSee(scene, page, 'success')
    },
  }),
  visitFault({
    rows: 'F58',
    name: 'to another site during Submit, and back',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      const started = performance.now()
      const id = await submitSlowly(scene, page)
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
    rows: 'F59',
    name: 'a reload during Submit: back at the start, and saved once',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      const id = await submitSlowly(scene, page)
      await page.reload()
      scene.proxy.repair()
      await waitForScreen(page, 0)
      if (await page.getByText('loading', { exact: true }).isVisible())
        scene.trial.failures.push('the overlay stayed')
      scene.trial.oracle.saw(id, 'success')
    },
  }),
  visitFault({
    rows: 'F60',
    name: 'the server is replaced during a visit',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      await scene.server.end('SIGTERM')
      await submitAndSee(scene, page, 'failure')
      await scene.server.start()
      await submitAndSee(scene, page, 'success')
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

/** Presses Submit while responses are slow, and returns the id. */
function submitSlowly({ proxy }: Scene, page: Page): Promise<string> {
  proxy.onResponse = (chunk) => pause(1500).then(() => chunk)
  return submit(page)
}

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

/** A browser may send the head and the body of a request separately. */
function isComplete(request: Buffer): boolean {
  const text = request.toString('latin1')
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1])
  return text.length >= text.indexOf('\r\n\r\n') + 4 + length
}
