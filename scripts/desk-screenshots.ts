import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { addMember, openDesk } from '../e2e/support/desk.ts'
import type { Product } from '../e2e/support/product.ts'

/** The inbox, and the first project in it, with sample projects: the desk's picture in the README. */
export async function photographDesk(browser: Browser, product: Product, file: string): Promise<void> {
  await product.command('sample', '60')
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await openDesk(page, product, { as: await addMember(product) })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.getByRole('row').nth(5).waitFor()
  const inbox = await page.screenshot()
  await page.getByRole('row').nth(2).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Called' }).waitFor()
  const project = await page.screenshot()
  await page.close()

  const tiles = [inbox, project].map(async (picture, place) => ({
    input: await sharp(picture).resize(720, 450).toBuffer(),
    left: 16 + place * 736,
    top: 16,
  }))
  await sharp({ create: { width: 1488, height: 482, channels: 3, background: '#d8d9cf' } })
    .composite(await Promise.all(tiles))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(file)
}
