import { readFileSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { continueButton, countSends } from '../../e2e/visits.ts'
import { arrived, forward, walk } from '../../e2e/walker.ts'
import { LAST, pathOf, screens } from '../../questionnaire/screens.ts'
import { showing } from '../../questionnaire/test-screens.ts'
import type { Fault } from '../harness/fault.ts'
import { call } from '../harness/http-call.ts'
import { createGuide } from '../harness/server.ts'
import { atSubmit, idAskedIn, listen, press, type Scene } from './browser.ts'
import { secondBuild } from './second-build.ts'
import { visit } from './visit-fault.ts'

const MEDIA = /\.(avif|webp|jpg|png|svg|mp4|webm|vtt|woff2)$/
const HEART = showing('heart')
const SLIDE = fileURLToPath(new URL('../../web/slides/heart.tsx', import.meta.url))

/** What a page is made of goes missing or changes, and tabs and buttons are used in other ways than meant. */
export const breakPages: readonly Fault[] = [
  visit('F54', 'a tab is duplicated: it starts at / and is another project', async (scene) => {
    const first = await atSubmit(scene)
    const [second] = await Promise.all([
      first.waitForEvent('popup'),
      first.evaluate((path) => void window.open(path), pathOf(LAST)),
    ])
    listen(scene, second)
    await arrived(second, 0)
    await continueButton(second).click()
    await arrived(second, LAST)
    for (const page of [second, first]) await press(scene, page, 'success')
    if (idAskedIn(first) === idAskedIn(second)) scene.failures.push('both tabs used one id')
    return 1
  }),
  visit(
    'F55',
    'Go Home twice, and Enter, after a success: one step back, and never a second save',
    async (scene) => {
      const page = await atSubmit(scene)
      await press(scene, page, 'success')
      const sends = countSends(page)
      const home = page.getByRole('button', { name: 'Go Home', exact: true })
      await home.click()
      await arrived(page, LAST - 1)
      await page.goForward()
      await arrived(page, LAST)
      await home.press('Enter')
      await arrived(page, LAST - 1)
      await page.goForward()
      await arrived(page, LAST)
      await home.evaluate((button: HTMLButtonElement) => {
        for (let click = 0; click < 2; click++) button.click()
      })
      await pause(500)
      if (sends.length > 0) scene.failures.push(`Go Home sent ${sends.length} times`)
      return 3
    },
  ),
  visit('F61', 'another build with another questionnaire is deployed under the open page', async (scene) => {
    const page = await atSubmit(scene)
    for (let back = 0; back < 8; back++) await page.goBack()
    await arrived(page, LAST - 8)
    await deploySecondBuild(scene)
    for (let screen = LAST - 8; screen < LAST; screen++) {
      await arrived(page, screen)
      await page.getByRole('button', { name: 'Next', exact: true }).click()
    }
    await arrived(page, LAST)
    await press(scene, page, 'success')
    // Who comes now gets the new page, and is served by it.
    await press(scene, await atSubmit(scene), 'success')
    return 2
  }),
  visit(
    'F62',
    'the script of the page is gone from the server: told so as text, no reloading by itself, and who starts is told',
    async (scene) => {
      const script = await deployWithoutScript(scene)
      const { status, headers } = await call(`${scene.origin}${script}`)
      if (status !== 404 || !String(headers['content-type']).startsWith('text/plain'))
        scene.failures.push(`a missing script is answered with ${status} ${headers['content-type']}`)
      const page = await (await scene.newContext()).newPage()
      let documents = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1
      })
      await page.goto('/')
      await pause(2000)
      if (documents !== 1) scene.failures.push(`the page was loaded ${documents} times`)
      if (!(await page.locator('.masthead').isVisible())) scene.failures.push('there is nothing to be seen')
      await forward(page, 0).click()
      await page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }).waitFor()
      await pause(1000)
      if (documents !== 2) scene.failures.push(`after a press the page was loaded ${documents} times`)
      return 1
    },
  ),
  visit('F66', 'no picture, film or font arrives: every screen can be walked', async (scene) => {
    const context = await scene.newContext()
    await context.route(MEDIA, (route) => route.abort())
    const page = await context.newPage()
    listen(scene, page)
    await page.goto('/')
    await walk(page)
    await press(scene, page, 'success')
    return screens.length
  }),
  visit('F66', 'a slide throws: the error and why are shown, and Back leads out of it', async (scene) => {
    const page = await (await scene.newContext()).newPage()
    listen(scene, page)
    await page.route('**/assets/main-*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: withThrowingSlide(await response.text()) })
    })
    await page.goto('/')
    await walk(page, { to: HEART - 1 })
    await forward(page, HEART - 1).click()
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    if (!(await page.getByText('a fault in a slide').isVisible()))
      scene.failures.push('the message is not shown')
    await page.goBack()
    await arrived(page, HEART - 1)
    return 1
  }),
]

/** In the place of its words, whatever they are today, the slide says an error. */
function withThrowingSlide(script: string): string {
  const [, words = ''] = /className="lead">\s*(.+)/.exec(readFileSync(SLIDE, 'utf8')) ?? []
  const start = script.indexOf(words)
  if (words === '' || start < 0) throw new Error(`The script does not say what ${SLIDE} does: ${words}`)
  const end = script.indexOf(script.charAt(start - 1), start)
  return `${script.slice(0, start - 1)}(()=>{throw Error("a fault in a slide")})()${script.slice(end + 1)}`
}

async function deploySecondBuild(scene: Scene) {
  await deploy(scene, await secondBuild())
}

/** A copy of the build, so that the others keep theirs. */
async function deployWithoutScript(scene: Scene): Promise<string> {
  const directory = join(scene.stage.directory, 'build')
  await cp(await secondBuild(), directory, { recursive: true })
  const assets = join(directory, 'dist/site/assets')
  const scripts = (await readdir(assets)).filter((name) => /^main-.*\.js/.test(name))
  for (const name of scripts) await rm(join(assets, name))
  await deploy(scene, directory)
  return `/assets/${scripts.find((name) => name.endsWith('.js'))}`
}

/** The server ends as in a deploy, and that of another directory goes on with the same store. */
async function deploy(scene: Scene, directory: string) {
  const { DATABASE_URL = '', MAIL_URL = '' } = scene.guide.env
  const entry = join(directory, 'server/main.ts')
  const next = await createGuide(scene.stage, { DATABASE_URL, MAIL_URL }, { entry, name: 'next' })
  await scene.guide.end('SIGTERM')
  await next.start()
  scene.proxy.target = Number(new URL(next.origin).port)
}
