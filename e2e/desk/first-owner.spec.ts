import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../server/testing/compile-cache.ts'
import { endProcess, freePort, startOnTerminal } from '../../server/testing/server-process.ts'
import { expectAccessible } from '../support/axe-violations.ts'
import { PASSWORD } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

const SERVER = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

test('the first owner opens the link on the terminal, and then has a name, a password and an inbox', async ({
  page,
  expectErrors,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: it needs a terminal
  test.skip(process.platform !== 'linux', 'Only Linux has this version of script')
  expectErrors(/422.*first-owner/)
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-'))
  const port = String(await freePort())
  const env = { PATH: process.env.PATH, ...compileCache, PORT: port, npm_lifecycle_event: 'start' }
  const { child, shown } = startOnTerminal(SERVER, { cwd: directory, env })
  const link = () => /http:\S+#first=\S+/.exec(shown())?.[0] ?? ''
  await expect.poll(link, { timeout: 45_000 }).not.toBe('')

  await page.goto(link())
  await expect(heading(page)).toHaveText('You are the first owner')
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Dana Ruiz')
  await page.getByLabel('Email').fill('dana@kitchens.example')
  await button(page, 'Continue').click()
  await expect(heading(page)).toHaveText('Choose your password')
  await expect(heading(page)).toBeFocused()
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()

  await page.goto('about:blank')
  await page.goto(link())
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Email').fill('eve@example.com')
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
  await expectAccessible(page)
  await endProcess(child, 'SIGTERM')
  await rm(directory, { recursive: true, force: true })
})
