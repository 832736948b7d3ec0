import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { type Found, findProgram } from '../../scripts/find-program.ts'
import type { Page, Size } from './page.ts'

const MAX_CALL_MS = 20_000

export const findFirefox = (): Found => findProgram('Firefox', ['firefox-esr'], ['firefox-esr'])

/** Firefox without a window, over WebDriver BiDi. */
export async function openFirefox(executablePath: string, size: Size): Promise<Page> {
  const home = await mkdtemp(join(tmpdir(), 'firefox-'))
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    env: { ...process.env, HOME: home },
    protocolTimeout: MAX_CALL_MS,
  })
  const page = await browser.newPage()
  await page.setViewport(size)
  const errors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warn', 'assert'].includes(message.type())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))

  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: (expression) => page.evaluate(expression),
    press: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    errors: async () => errors,
    async close() {
      await browser.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
