import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { startProduct } from '../e2e/support/product.ts'
import { answerScreen, nextButton, sampleAnswer } from '../e2e/support/walker.ts'
import type { Sandbox } from '../faults/harness/sandbox.ts'
import { fieldsOf, LAST, screens } from '../questionnaire/screens.ts'
import { LIMIT, OURS } from './part.ts'
import type { Phone } from './phone.ts'
import { type Press, press } from './press.ts'
import { type StaticSite, serveFolders } from './static-site.ts'
import { openWebPeers, SURVEYJS } from './web-peers.ts'

export interface WalkedSite {
  readonly name: string
  readonly url: string
  /** A selector for the heading of the current screen; ours must have the focus. */
  readonly heading: string
  /** Answers every question of a screen. */
  readonly answer: (page: Page, index: number) => Promise<void>
  readonly nextButton: (page: Page, index: number) => ReturnType<typeof nextButton>
}

/** Opens a site and takes its first steps. */
export async function walkSite(phone: Phone, site: WalkedSite, steps: number): Promise<readonly Press[]> {
  await openSite(phone, site)
  return takeSteps(phone, site, steps)
}

/** Opens a site and waits until it has loaded everything. */
export async function openSite(
  { page }: Phone,
  { url, nextButton: nextButtonOf }: WalkedSite,
): Promise<void> {
  await page.goto(url)
  await nextButtonOf(page, 0).waitFor()
  await page.waitForLoadState('networkidle')
  await setTimeout(IDLE_MS)
}

export async function takeSteps(phone: Phone, site: WalkedSite, steps: number): Promise<readonly Press[]> {
  const presses: Press[] = []
  for (let index = 0; index < steps; index++) {
    const button = site.nextButton(phone.page, index)
    await button.waitFor()
    await site.answer(phone.page, index)
    presses.push(await press(phone, button, site.heading))
  }
  return presses
}

/** Long enough for a landing page to preload files. */
const IDLE_MS = 1000

/** The product, a page that only changes its heading, and SurveyJS if it can be installed. */
export async function openWalkedSites(sandbox: Sandbox) {
  const product = await startProduct()
  sandbox.defer(() => product.stop())
  const limit = await openLimit(sandbox)
  const peers = await openWebPeers([SURVEYJS])
  sandbox.defer(() => peers.close())
  const sites: WalkedSite[] = [
    productSite(product.url),
    {
      name: LIMIT,
      url: limit.url,
      heading: 'h1:focus',
      answer: async () => {},
      nextButton: (page) => page.getByRole('button'),
    },
    ...peers.sites.map(({ name, url, start }) => ({
      name,
      url,
      heading: '.sd-page__title',
      answer: answerSurvey,
      nextButton: (page: Page, index: number) =>
        page.locator(index === 0 ? start : '.sd-navigation__next-btn'),
    })),
  ]
  return { sites, missing: peers.missing }
}

export const productSite = (url: string): WalkedSite => ({
  name: OURS,
  url,
  heading: '#heading:focus',
  answer: answerScreen,
  nextButton,
})

/** Uses the model of SurveyJS, because only the change of pages is measured. */
async function answerSurvey(page: Page, index: number): Promise<void> {
  const screen = screens[index]
  if (!screen) return
  const answers = fieldsOf(screen).map((name) => [`${name}${index}`, sampleAnswer(name)] as const)
  await page.evaluate((given) => {
    const survey = Reflect.get(window, 'survey')
    for (const [name, answer] of given) survey.setValue(name, answer)
  }, answers)
}

/** A page on which one line of text changes and gets the focus. */
async function openLimit(sandbox: Sandbox): Promise<StaticSite> {
  const folder = join(sandbox.directory, 'limit')
  await mkdir(folder)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta name="viewport" content="width=device-width"><title>The limit</title>
    <h1 tabindex="-1">Step 0 of ${LAST}</h1><button>Next</button>
    <script>
      let step = 0
      const heading = document.querySelector('h1')
      document.querySelector('button').onclick = () => {
        heading.textContent = 'Step ' + ++step + ' of ${LAST}'
        heading.focus()
      }
    </script>`,
  )
  const site = await serveFolders([folder])
  sandbox.defer(() => site.close())
  return site
}
