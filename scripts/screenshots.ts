// Takes screenshots of every screen on a phone, a tablet and a desktop, and creates the pictures of the README.

import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { addMember, openDesk, submitProject } from '../e2e/support/desk.ts'
import { startProduct } from '../e2e/support/product.ts'
import { walk } from '../e2e/support/walker.ts'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { LAST } from '../questionnaire/screens.ts'
import { firstAsking, showing } from '../questionnaire/testing/find-screens.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { CHROMIUM_ARGS } from './chromium-args.ts'

import { findChromium } from './find-chromium.ts'

const FOLDER = 'test-results/screenshots'
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1440, height: 900 },
}
type Size = keyof typeof SIZES

const found = findChromium()
if ('missing' in found) throw new Error(found.missing)
if (!(await isBuilt())) await buildSite()

await mkdir(FOLDER, { recursive: true })
const product = await startProduct({ SITE_URL: 'https://RenegadeRemodelers.com' })
const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_ARGS })
for (const size of Object.keys(SIZES) as readonly Size[]) {
  const page = await browser.newPage({
    viewport: SIZES[size],
    isMobile: size === 'phone',
    reducedMotion: 'reduce',
  })
  await page.goto(product.url)
  await walk(page, { given: sampleAnswers(), onScreen: (index) => photograph(page, size, index) })
  await page.close()
}
await photographDesk()
await browser.close()
await product.stop()

const [HOME, HOUSES] = [firstAsking('yearBuilt'), firstAsking('typeOfArchitecture')]
const [EMAIL, REASONS] = [firstAsking('email'), firstAsking('remodellingReasons')]
await montage('docs/visit.jpg', 'wide', [0, HOME, HOUSES, showing('remodel-types')])
await montage('docs/visit-phone.jpg', 'phone', [0, EMAIL, HOUSES, REASONS, showing('problems'), LAST])
await montage('docs/desk.jpg', 'wide', ['inbox', 'project'])
console.log(`All screens are in ${FOLDER}, the README's pictures in docs/.`)

async function photograph(page: Page, size: Size, index: number) {
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.mouse.move(0, 0)
  // The pictures may load later than the step.
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode())))
  await page.screenshot({ path: fileOf(size, index) })
}

/** The inbox with sample projects, and the second project in it. A homeowner's project hides the first steps. */
async function photographDesk() {
  await product.sample('60')
  await submitProject(product)
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: SIZES.wide,
    reducedMotion: 'reduce',
  })
  await openDesk(page, product, { as: await addMember(product) })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()
  await page.screenshot({ path: fileOf('wide', 'inbox') })
  await page.getByRole('row').nth(2).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Called' }).waitFor()
  await page.screenshot({ path: fileOf('wide', 'project') })
  await page.close()
}

/** Arranges small copies of screenshots in a grid. */
async function montage(file: string, size: 'phone' | 'wide', screens: readonly (number | string)[]) {
  const { columns, width } = size === 'phone' ? { columns: 6, width: 240 } : { columns: 2, width: 720 }
  const height = Math.round((width * SIZES[size].height) / SIZES[size].width)
  const gap = 16
  const tiles = screens.map(async (screen, position) => ({
    input: await sharp(fileOf(size, screen)).resize(width, height).toBuffer(),
    left: gap + (position % columns) * (width + gap),
    top: gap + Math.floor(position / columns) * (height + gap),
  }))
  const rows = Math.ceil(screens.length / columns)
  const canvas = {
    width: gap + columns * (width + gap),
    height: gap + rows * (height + gap),
    channels: 3 as const,
    background: '#d8d9cf',
  }
  await sharp({ create: canvas })
    .composite(await Promise.all(tiles))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(file)
}

function fileOf(size: Size, screen: number | string): string {
  return `${FOLDER}/${size}-${String(screen).padStart(2, '0')}.png`
}
