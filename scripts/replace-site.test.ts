import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { temporaryDirectory } from '../server/testing/temporary-directory.ts'
import { replaceSite } from './replace-site.ts'

const DAY_MS = 24 * 3600_000

async function setUp(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const dist = join(directory, 'dist')
  return {
    dist,
    /** Builds a site of these files on a day. */
    async build(day: number, page: string, files: readonly string[]) {
      const folder = join(directory, 'new')
      await rm(folder, { recursive: true, force: true })
      await mkdir(join(folder, 'site/assets'), { recursive: true })
      await mkdir(join(folder, 'page'))
      for (const file of files) await writeFile(join(folder, 'site/assets', file), page)
      await writeFile(join(folder, 'page/page.js'), page)
      await replaceSite(folder, dist, day * DAY_MS)
    },
    assets: async () => (await readdir(join(dist, 'site/assets'))).toSorted(),
    page: () => readFile(join(dist, 'page/page.js'), 'utf8'),
  }
}

it('the files of an earlier build stay for a week after they were replaced', async (t) => {
  const { build, assets, page } = await setUp(t)
  await build(0, 'first', ['a.js', 'font.woff2', 'logo.svg'])
  await build(30, 'second', ['b.js', 'font.woff2'])
  assert.deepEqual(await assets(), ['a.js', 'b.js', 'font.woff2', 'logo.svg'])
  assert.equal(await page(), 'second')
  await build(36, 'third', ['c.js', 'font.woff2', 'logo.svg'])
  assert.deepEqual(await assets(), ['a.js', 'b.js', 'c.js', 'font.woff2', 'logo.svg'])
  await build(38, 'fourth', ['d.js', 'font.woff2'])
  assert.deepEqual(await assets(), ['b.js', 'c.js', 'd.js', 'font.woff2', 'logo.svg'])
})

it('a build that cannot be put in place as a whole leaves the page and its files', async (t) => {
  const { dist, build, assets, page } = await setUp(t)
  await build(0, 'first', ['a.js'])
  await mkdir(join(dist, 'site/assets/b.js'))
  await assert.rejects(build(1, 'second', ['b.js']), { code: 'EISDIR' })
  assert.equal(await page(), 'first')
  assert.deepEqual(await assets(), ['a.js', 'b.js'])
})
