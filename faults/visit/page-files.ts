import { readFileSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { button } from '../../e2e/support/visits.ts'
import { nextButton, waitForScreen, walk } from '../../e2e/support/walker.ts'
import { LAST, screens } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/testing/find-screens.ts'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { startServer } from '../harness/server.ts'
import { openPage, pageAtSubmit, type Scene, submitAndSee, visitFault } from './scene.ts'
import { secondBuild } from './second-build.ts'

const MEDIA = /\.(avif|webp|jpg|png|svg|mp4|webm|vtt|woff2)$/
const HEART = showing('heart')
const SLIDE = fileURLToPath(new URL('../../web/slides/heart.tsx', import.meta.url))
const SCREENS_BACK = 8

/** Files of the page are missing, replaced or broken. */
export const pageFileFaults: readonly Fault[] = [
  visitFault({
    rows: 'F61',
    name: 'a build with another questionnaire is deployed under the open page',
    async run(scene) {
      const page = await pageAtSubmit(scene)
      for (let back = 0; back < SCREENS_BACK; back++) await page.goBack()
      await waitForScreen(page, LAST - SCREENS_BACK)
      await deploy(scene, await secondBuild())
      for (let screen = LAST - SCREENS_BACK; screen < LAST; screen++) {
        await waitForScreen(page, screen)
        await button(page, 'Next').click()
      }
      await waitForScreen(page, LAST)
      await submitAndSee(scene, page, 'success')
      // A new visitor gets the new page.
      await submitAndSee(scene, await pageAtSubmit(scene), 'success')
      return 2
    },
  }),
  visitFault({
    rows: 'F62',
    name: 'the script is missing: 404 as text, no reload loop, and the visitor sees the error view',
    async run(scene) {
      const { failures } = scene.trial
      const script = await deployWithoutScript(scene)
      const { status, headers } = await httpCall(`${scene.origin}${script}`)
      if (status !== 404 || !String(headers['content-type']).startsWith('text/plain'))
        failures.push(`the response for a missing script is ${status} ${headers['content-type']}`)
      const page = await openPage(scene)
      let loads = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
      })
      await page.goto('/')
      await pause(2000)
      if (loads !== 1) failures.push(`the page was loaded ${loads} times`)
      if (!(await page.locator('.masthead').isVisible())) failures.push('the page is empty')
      await nextButton(page, 0).click()
      await page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }).waitFor()
      await pause(1000)
      if (loads !== 2) failures.push(`after a click the page was loaded ${loads} times`)
    },
  }),
  visitFault({
    rows: 'F66',
    name: 'no picture, video or font arrives: the whole visit works',
    async run(scene) {
      const context = await scene.newContext()
      await context.route(MEDIA, (route) => route.abort())
      const page = await openPage(scene, context)
      await page.goto('/')
      await walk(page)
      await submitAndSee(scene, page, 'success')
      return screens.length
    },
  }),
  visitFault({
    rows: 'F66',
    name: 'a slide throws: the error view shows the message, and Back leaves it',
    async run(scene) {
      const page = await openPage(scene)
      await page.route('**/assets/main-*.js', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: withThrowingSlide(await response.text()) })
      })
      await page.goto('/')
      await walk(page, { to: HEART - 1 })
      await nextButton(page, HEART - 1).click()
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
      if (!(await page.getByText('an error in a slide').isVisible()))
        scene.trial.failures.push('the message is not shown')
      await page.goBack()
      await waitForScreen(page, HEART - 1)
    },
  }),
]

/** Replaces the first text of the slide by an expression that throws. */
function withThrowingSlide(script: string): string {
  const [, text = ''] = /className="lead">\s*(.+)/.exec(readFileSync(SLIDE, 'utf8')) ?? []
  const start = script.indexOf(text)
  if (text === '' || start < 0) throw new Error(`The script does not contain the text of ${SLIDE}: ${text}`)
  const end = script.indexOf(script.charAt(start - 1), start)
  return `${script.slice(0, start - 1)}(()=>{throw Error("an error in a slide")})()${script.slice(end + 1)}`
}

/** Works on a copy of the build, because other faults use it too. */
async function deployWithoutScript(scene: Scene): Promise<string> {
  const directory = join(scene.trial.directory, 'build')
  await cp(await secondBuild(), directory, { recursive: true })
  const assets = join(directory, 'dist/site/assets')
  const scripts = (await readdir(assets)).filter((name) => /^main-.*\.js/.test(name))
  for (const name of scripts) await rm(join(assets, name))
  await deploy(scene, directory)
  return `/assets/${scripts.find((name) => name.endsWith('.js'))}`
}

/** Ends the server and starts the one in another directory on the same store. */
async function deploy({ trial, server, proxy }: Scene, directory: string) {
  const { DATABASE_URL = '', MAIL_URL = '' } = server.env
  await server.end('SIGTERM')
  const next = await startServer(trial, {
    env: { DATABASE_URL, MAIL_URL },
    entry: join(directory, 'server/main.ts'),
    name: 'next',
  })
  proxy.target = next.port
}
