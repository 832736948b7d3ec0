import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { forward, walk } from '../e2e/walker.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { TRANSITION_MS } from '../web/ui/use-after-transition.ts'
import { LIMIT } from './names.ts'
import { openPhone } from './phone.ts'
import { STEP_MS } from './press.ts'
import { serveFolders } from './static-site.ts'
import type { WalkedSite } from './walked-site.ts'

export const BARE_SCREENS = `${LIMIT} with our screens`

/** What a step costs at least with these screens and an entry in the history each: nothing computes them any more. */
export async function openBareScreens(
  sandbox: Sandbox,
  browser: Browser,
  productUrl: string,
): Promise<WalkedSite> {
  const folder = join(sandbox.directory, 'bare-screens')
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), pageOf(await drawnBy(browser, productUrl)))
  const server = await serveFolders([folder, resolve('dist/site')])
  sandbox.defer(() => server.close())
  return {
    who: BARE_SCREENS,
    url: server.url,
    heading: '#heading:focus',
    answer: async () => {},
    forward,
  }
}

interface Drawn {
  readonly styles: string
  readonly screens: readonly string[]
}

/** The product's screens as a visitor leaves them. */
async function drawnBy(browser: Browser, productUrl: string): Promise<Drawn> {
  await using phone = await openPhone(browser, { slowdown: 1 })
  const { page } = phone
  await page.goto(productUrl)
  const screens: string[] = []
  await walk(page, {
    async onScreen() {
      await setTimeout(STEP_MS)
      screens.push(await markupOf(page, '#root'))
    },
  })
  return { styles: await markupOf(page, 'link[rel=stylesheet], style'), screens }
}

const markupOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map(({ outerHTML }) => outerHTML).join(''))

/** The screen after is made while one is read, as the product does. */
function pageOf({ styles, screens }: Drawn): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The same screens</title>${styles}<body></body>
    <script>
      const screens = ${JSON.stringify(screens).replaceAll('</', '<\\/')}
      let step = 0
      let next
      function makeNext() {
        next = document.createElement('div')
        next.innerHTML = screens[step + 1] ?? ''
      }
      document.body.innerHTML = screens[0]
      makeNext()
      onsubmit = (event) => event.preventDefault()
      onclick = (event) => {
        if (!event.target.closest('button, [role=button]')) return
        event.preventDefault()
        step += 1
        history.pushState(null, '', '/#' + step)
        const changed = document.querySelector('.app') ? ['.counter', '.tape', 'main'] : ['#root']
        for (const part of changed) document.querySelector(part).replaceWith(next.querySelector(part))
        document.querySelector('#heading').focus({ preventScroll: true })
        scrollTo(0, 0)
        setTimeout(makeNext, ${TRANSITION_MS})
      }
    </script></html>`
}
