// Every screen on a phone, a tablet and a wide screen, and the README's pictures: from them, and of the desk.

import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startProduct } from '../e2e/support/product.ts'
import { walk } from '../e2e/support/walker.ts'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { LAST } from '../questionnaire/screens.ts'
import { firstAsking, showing } from '../questionnaire/testing/find-screens.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { CHROMIUM_ARGS } from './chromium-args.ts'
import { photographDesk } from './desk-screenshots.ts'
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
const product = await startProduct({ SITE_DOMAIN: 'RenegadeRemodelers.com' })
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
await photographDesk(browser, product, 'docs/desk.jpg')
await browser.close()
await product.stop()

const [HOME, HOUSES] = [firstAsking('yearBuilt'), firstAsking('typeOfArchitecture')]
const [EMAIL, REASONS] = [firstAsking('email'), firstAsking('remodellingReasons')]
await montage('docs/visit.jpg', 'wide', [0, HOME, HOUSES, showing('remodel-types')], 2, 720)
await montage('docs/visit-phone.jpg', 'phone', [0, EMAIL, HOUSES, REASONS, showing('problems'), LAST], 6, 240)
console.log(`All screens are in ${FOLDER}, the README's pictures in docs/.`)

async function photograph(page: Page, size: Size, index: number) {
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.mouse.move(0, 0)
  // A step goes faster than its pictures come.
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.decode())))
  await page.screenshot({ path: fileOf(size, index) })
}

async function montage(file: string, size: Size, screens: readonly number[], columns: number, width: number) {
  const height = Math.round((width * SIZES[size].height) / SIZES[size].width)
  const gap = 16
  const tiles = screens.map(async (index, place) => ({
    input: await sharp(fileOf(size, index)).resize(width, height).toBuffer(),
    left: gap + (place % columns) * (width + gap),
    top: gap + Math.floor(place / columns) * (height + gap),
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

function fileOf(size: Size, index: number): string {
  return `${FOLDER}/${size}-${String(index).padStart(2, '0')}.png`
}
