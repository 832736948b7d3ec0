import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { moduleLoader } from '../test-modules.ts'

it('a phone is offered its own crop alone, and a tablet held upright one that is larger', async (t) => {
  const load = await moduleLoader(t)
  const { Picture } = await load('/pictures/picture.tsx')
  const cover = { name: 'cover', crop: 'wide', phoneCrop: 'phone', uprightCrop: 'upright', sizes: '100vw' }
  const markup = renderToStaticMarkup(createElement(Picture, { ...cover, alt: '' }))
  const sources = [...markup.matchAll(/<source(?: media="([^"]+)")? type="image\/avif".*? srcSet="([^"]+)"/g)]
  // A browser takes the first that fits.
  assert.deepEqual(
    sources.map(([, media, files]) => [media, files?.match(/cover\.\w+-\d+/g)]),
    [
      ['(max-width: 43.75em)', ['cover.phone-390', 'cover.phone-780']],
      ['(orientation: portrait)', ['cover.upright-960', 'cover.upright-1414']],
      [undefined, ['cover.wide-960', 'cover.wide-1440', 'cover.wide-1920', 'cover.wide-2560']],
    ],
  )
})

it('the kitchens change their crop where the styles change their place', async (t) => {
  const load = await moduleLoader(t)
  const { Picture } = await load('/pictures/picture.tsx')
  const { kitchenOf } = await load('/pictures/kitchens.ts')
  const markup = renderToStaticMarkup(createElement(Picture, kitchenOf.card('major')))
  const [, media = ''] = markup.replaceAll('&lt;', '<').match(/media="(.+?)"/) ?? []
  const styles = await readFile(new URL('../styles/remodel-types.css', import.meta.url), 'utf8')
  assert.ok(styles.includes(`@media ${media} {\n  .trio {`), media)
})
