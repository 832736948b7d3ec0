import puppeteer from 'puppeteer-core'
import { type Found, findProgram } from '../../scripts/find-program.ts'
import { MAX_CALL_MS, type Page, type Size } from './page.ts'

export const findFirefox = (): Found => findProgram('Firefox', ['firefox-esr'], ['firefox-esr'])

/** Firefox without a window, over WebDriver BiDi. */
export async function openFirefox(
  executablePath: string,
  size: Size,
  started: AsyncDisposableStack,
): Promise<Page> {
  const limits = { timeout: MAX_CALL_MS, protocolTimeout: MAX_CALL_MS }
  const browser = started.use(await puppeteer.launch({ browser: 'firefox', executablePath, ...limits }))
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
  }
}
