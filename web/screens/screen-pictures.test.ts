import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadModule } from '../testing/module-loader.ts'

it('every picture that a screen shows is among those that are fetched in advance', async () => {
  const { ScreenHost } = await loadModule('/screens/screen-host.tsx')
  const { ScreenPictures } = await loadModule('/screens/screen-pictures.tsx')
  const { VisitProvider } = await loadModule('/visit/use-visit.tsx')
  const { serverVisit } = await loadModule('/visit/server-visit.ts')
  // Vite's copy of the module, which the components compare with.
  const { screens } = await loadModule('../questionnaire/screens.ts')
  const picturesIn = (component: unknown, props: object) => {
    const element = createElement(component as () => null, props)
    const html = renderToStaticMarkup(createElement(VisitProvider, { visit: serverVisit() }, element))
    return new Set(html.match(/\/assets\/[\w/.-]+\.(avif|webp|svg)/g))
  }
  let found = 0
  for (const [index, screen] of screens.entries()) {
    const shown = index === 0 ? new Set<string>() : picturesIn(ScreenHost, { index })
    assert.deepEqual([...shown.difference(picturesIn(ScreenPictures, { screen }))], [], `screen ${index}`)
    found += shown.size
  }
  assert.ok(found > screens.length)
})
