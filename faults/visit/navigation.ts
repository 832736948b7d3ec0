import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { countSends, submit } from '../../e2e/visits.ts'
import { arrived } from '../../e2e/walker.ts'
import { LAST } from '../../questionnaire/screens.ts'
import type { Fault } from '../harness/fault.ts'
import { atSubmit, press, type Scene, told, visitWhole } from './browser.ts'
import { loseAnswers, visit } from './visit-fault.ts'

/** Visitors do what visitors do, and servers are replaced under them. */
export const breakVisits: readonly Fault[] = [
  visit('F50', 'the tab is closed in mid-submit', async (scene) => {
    const page = await atSubmit(scene)
    // The request is on its way when the tab closes, so the server hears of both at once.
    const closed = Promise.withResolvers<void>()
    let submission = Buffer.alloc(0)
    scene.proxy.onRequest = async (chunk, { far }) => {
      if (submission.length === 0 && !chunk.includes('PUT /api/')) return chunk
      submission = Buffer.concat([submission, chunk])
      if (!isWhole(submission)) return null
      await closed.promise
      setImmediate(() => far.resetAndDestroy())
      return submission
    }
    const id = await submit(page)
    await pause(200)
    await page.close()
    closed.resolve()
    // Nobody was there to be told; the business has it all the same.
    scene.oracle.told(id, 'success')
    await pause(1000)
    scene.proxy.mend()
    return 1
  }),
  visit('F53', 'two tabs with the same answers are two projects', async (scene) => {
    const context = await scene.newContext()
    for (const page of [await atSubmit(scene, context), await atSubmit(scene, context)])
      await press(scene, page, 'success')
    if (scene.oracle.ids().length !== 2) scene.failures.push(`${scene.oracle.ids().length} ids`)
    return 2
  }),
  visit('F56', 'Back and Forward after a success', async (scene) => {
    const page = await atSubmit(scene)
    await press(scene, page, 'success')
    const sends = countSends(page)
    await page.goBack()
    await arrived(page, LAST - 1)
    await page.goForward()
    await arrived(page, LAST)
    await hasButton(scene, page, 'Go Home')
    await page.getByRole('button', { name: 'Go Home', exact: true }).click()
    await arrived(page, LAST - 1)
    if (sends.length > 0) scene.failures.push(`it was sent ${sends.length} times more`)
    return 1
  }),
  visit(
    'F57',
    'a failure, then Back, another answer, and Submit: one record with the new words',
    async (scene) => {
      const page = await atSubmit(scene)
      loseAnswers(scene)
      await press(scene, page, 'failure')
      scene.proxy.mend()
      await page.getByText('Review your answers').click()
      await page.getByRole('link', { name: 'Change' }).last().click()
      await page.locator('[name=additionalComments]').fill('Changed my mind.')
      while (!page.url().endsWith(`sec${LAST}`))
        await page.getByRole('button', { name: 'Next', exact: true }).click()
      await arrived(page, LAST)
      await press(scene, page, 'success')
      // The first had gone, though nobody heard of it, so there is one of the new words.
      const revisions = (await scene.arrived()).map(({ revision }) => revision).sort()
      if (revisions.join() !== '1,2') scene.failures.push(`e-mails of the revisions ${revisions}`)
      return 1
    },
  ),
  visit('F58', 'away to another site, and back by the browser: everything is still there', async (scene) => {
    const page = await atSubmit(scene)
    const isKept = await awayAndBack(scene, page)
    if (!isKept) scene.failures.push('the page did not come from the back/forward cache')
    await press(scene, page, 'success')
    return 1
  }),
  visit('F58', 'away to another site in mid-submit, and back by the browser', async (scene) => {
    const page = await atSubmit(scene)
    const started = performance.now()
    const id = await submitSlowly(scene, page)
    const isKept = await awayAndBack(scene, page)
    scene.notes.push(`${isKept ? '' : 'not '}from the back/forward cache`)
    scene.proxy.mend()
    // The very page that was left tells what became of it; a new one begins at /.
    if (isKept) {
      if ((await told(scene, page, started)) === 'failure') await press(scene, page, 'success')
    } else await arrived(page, 0)
    // Either way the business has the project, once.
    scene.oracle.told(id, 'success')
    return 1
  }),
  visit('F59', 'reloaded in mid-submit: at / again, and saved once', async (scene) => {
    const page = await atSubmit(scene)
    const id = await submitSlowly(scene, page)
    await page.reload()
    scene.proxy.mend()
    await arrived(page, 0)
    if (await page.getByText('loading', { exact: true }).isVisible())
      scene.failures.push('the overlay stayed')
    scene.oracle.told(id, 'success')
    return 1
  }),
  visit('F60', 'the server is replaced in mid-visit', async (scene) => {
    const page = await atSubmit(scene)
    await scene.guide.end('SIGTERM')
    await press(scene, page, 'failure')
    await scene.guide.start()
    await press(scene, page, 'success')
    return 1
  }),
  ...['blocked', 'full'].map((how) => ({
    ...visit('F65', `storage is ${how}: the whole visit`, async (scene) => {
      const context = await scene.newContext()
      await context.addInitScript((isBlocked) => {
        Storage.prototype.setItem = () => {
          throw new DOMException('', isBlocked ? 'SecurityError' : 'QuotaExceededError')
        }
        if (!isBlocked) return
        for (const name of ['sessionStorage', 'localStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('', 'SecurityError')
            },
          })
      }, how === 'blocked')
      await visitWhole(scene, context)
      return 1
    }),
    // e2e/storage.spec.ts walks the same visits in every run.
    onlyFull: true,
  })),
  ...['1970-01-02', '2099-01-01'].map((day) =>
    visit('F68', `the visitor’s clock says ${day}`, async (scene) => {
      const context = await scene.newContext()
      await context.clock.setFixedTime(new Date(day))
      await press(scene, await atSubmit(scene, context), 'success')
      return 1
    }),
  ),
]

async function hasButton(scene: Scene, page: Page, name: string) {
  const isThere = await page.getByRole('button', { name, exact: true }).isVisible()
  if (!isThere) scene.failures.push(`no button ${name}`)
}

/** Presses Submit while answers take their time, and tells the id. */
async function submitSlowly(scene: Scene, page: Page): Promise<string> {
  scene.proxy.onAnswer = async (chunk) => pause(1500).then(() => chunk)
  return submit(page)
}

/** True when the page is the very one that was left, out of the back/forward cache. */
async function awayAndBack(scene: Scene, page: Page): Promise<boolean> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted)
    })
  })
  const elsewhere = new URL('/healthz', scene.guide.origin)
  elsewhere.hostname = 'localhost'
  await page.goto(elsewhere.href)
  // A moment later, or the answer to this very call may be lost with the page that is left.
  await page.evaluate(() => {
    setTimeout(() => history.back())
  })
  await page.waitForFunction((host) => location.host === host, new URL(scene.origin).host)
  await pause(500)
  return page.evaluate(() => document.documentElement.dataset.persisted === 'true')
}

/** A browser may send the head and the body of a request apart. */
function isWhole(request: Buffer): boolean {
  const text = request.toString('latin1')
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1])
  return text.length >= text.indexOf('\r\n\r\n') + 4 + length
}
