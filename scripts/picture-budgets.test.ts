import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { it } from 'node:test'
import { maxBytes } from './picture-budgets.ts'

const PICTURES = new URL('../web/assets/pictures/', import.meta.url)

it('the strictest budget applies to a picture, with or without a hash in its name', () => {
  assert.deepEqual(
    ['cover.phone-780.avif', 'cover.wide-1440.avif', 'cover.wide-2560.avif', 'level.wide-1440.webp'].map(
      maxBytes,
    ),
    [27_500, 51_000, 100_000, 60_000],
  )
  assert.equal(maxBytes('cover.wide-1440-Bq3x_9.avif'), 51_000)
})

it('every picture of the site is within its budget', async () => {
  const files = (await readdir(PICTURES)).filter((file) => !file.endsWith('.json'))
  for (const file of files) {
    const { size } = await stat(new URL(file, PICTURES))
    assert.ok(Number.isFinite(maxBytes(file)) && size <= maxBytes(file), `${file} has ${size} bytes`)
  }
})
