import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fields } from '../../questionnaire/fields.ts'
import { loadModule } from '../testing/module-loader.ts'

it('every house style has its drawing, and every drawing its style', async () => {
  const { render } = await renderer()
  const used = fields.typeOfArchitecture.options.map((style) => {
    const html = render('HouseDrawing', { style })
    return /assets\/houses\/([\w-]+\.svg)/.exec(html)?.[1] ?? `no drawing in web/assets/houses for ${style}`
  })
  const drawings = await readdir(new URL('../assets/houses/', import.meta.url))
  assert.deepEqual(used.sort(), drawings.sort())
})

it('a house style without a drawing and a remodel type without pictures do not fail', async () => {
  const { render } = await renderer()
  assert.equal(render('HouseDrawing', { style: 'Castle' }), '<span class="house-drawing"></span>')
  assert.equal(render('Picture', { name: 'luxury', crop: 'photo', sizes: '120px', alt: '' }), '')
})

it('phones and windows in portrait get their own crops', async () => {
  const { render } = await renderer()
  const cover = { name: 'cover', crop: 'wide', phoneCrop: 'phone', uprightCrop: 'upright', sizes: '100vw' }
  const markup = render('Picture', { ...cover, alt: '' })
  const sources = [...markup.matchAll(/<source(?: media="([^"]+)")? type="image\/avif".*? srcSet="([^"]+)"/g)]
  // A browser takes the first source that matches.
  assert.deepEqual(
    sources.map(([, media, files]) => [media, files?.match(/cover\.\w+-\d+/g)]),
    [
      ['(width &lt; 44em)', ['cover.phone-390', 'cover.phone-780']],
      ['(orientation: portrait)', ['cover.upright-960', 'cover.upright-1414']],
      [undefined, ['cover.wide-960', 'cover.wide-1440', 'cover.wide-1920', 'cover.wide-2560']],
    ],
  )
})

it('every picture that the screens may request is there', async () => {
  const folder = new URL('../assets/pictures/', import.meta.url)
  const pictures: Record<string, Record<string, { widths: number[] }>> = JSON.parse(
    await readFile(new URL('pictures.json', folder), 'utf8'),
  )
  const expected = Object.entries(pictures).flatMap(([name, crops]) =>
    Object.entries(crops).flatMap(([crop, { widths }]) => [
      ...widths.map((width) => `${name}.${crop}-${width}.avif`),
      `${name}.${crop}-${widths.at(-1)}.webp`,
    ]),
  )
  assert.deepEqual((await readdir(folder)).toSorted(), [...expected, 'pictures.json'].toSorted())
})

it('the kitchens change their crop at the same breakpoint as the styles of their cards', async () => {
  const { render, kitchenOf } = await renderer()
  const markup = render('Picture', kitchenOf.card('major'))
  const [, media = ''] = markup.replaceAll('&lt;', '<').match(/media="(.+?)"/) ?? []
  const styles = await readFile(new URL('../slides/remodel-types.css', import.meta.url), 'utf8')
  assert.ok(styles.includes(`@media ${media} {\n  .trio {`), media)
})

it('every chapter has its part of the kitchen, and a screen that is added shows the last still life', async () => {
  const { ChapterDrawing } = await loadModule('/pictures/chapter-drawing.tsx')
  const idsIn = async (name: string) => {
    const drawing = await readFile(new URL(`../assets/drawings/${name}.svg`, import.meta.url), 'utf8')
    return [...drawing.matchAll(/ id="(.+?)"/g)].map(([, id]) => id ?? '')
  }
  for (const chapter of ['welcome', 'scope', 'plans', 'wishes', 'means', 'worries', 'contact', 'promise']) {
    const partsAt = (position: number) => {
      const html = renderToStaticMarkup(createElement(ChapterDrawing, { chapter, position }))
      return [...html.matchAll(/drawings\/(\w+)\.svg#([\w-]+)"/g)].map(([, file = '', id = '']) => ({
        file,
        id,
      }))
    }
    const [kitchen, { file = '' } = {}] = partsAt(1)
    assert.ok((await idsIn('kitchen')).includes(kitchen?.id ?? ''), chapter)
    const stillLives = (await idsIn(file)).filter((id) => /-\d$/.test(id))
    const shown = [...stillLives, 'added'].map((_, index) => partsAt(index + 1)[1]?.id)
    assert.deepEqual(shown, [...stillLives, stillLives.at(-1)])
  }
})

async function renderer() {
  const components = {
    ...(await loadModule('/pictures/picture.tsx')),
    ...(await loadModule('/pictures/house-drawing.tsx')),
  }
  const { kitchenOf } = await loadModule('/pictures/kitchens.ts')
  const render = (name: string, props: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(createElement(components[name], props))
  return { render, kitchenOf }
}
