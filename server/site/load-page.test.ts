import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { defaultSettings } from '../testing/default-settings.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { loadPage } from './load-page.ts'
import { businessAt } from './pages.ts'

it('a missing build is reported with the command that makes it', async () => {
  const url = new URL('../no-such-build/page/page.js', import.meta.url).href
  await assert.rejects(loadPage(url), { message: 'The page has not been built yet. Run npm run build.' })
})

it('a page from an older build is refused with the command that updates it', async (t) => {
  const directory = await temporaryDirectory(t)
  const built = async (name: string, ...parts: readonly string[]) => {
    const path = `${directory}/${name}.mjs`
    await writeFile(path, parts.map((part) => `export const ${part} = () => ''\n`).join(''))
    return pathToFileURL(path).href
  }
  const whole = await built('whole', 'renderLanding', 'renderNotFound', 'renderDesk', 'renderBrief')
  const business = businessAt('', '', defaultSettings)
  assert.equal((await loadPage(whole)).renderDesk(business), '')
  const older = await built('older', 'renderLanding', 'renderNotFound')
  await assert.rejects(loadPage(older), { message: 'The built page is not valid. Run npm run build' })
})
