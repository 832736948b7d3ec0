import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { remodelTypeKeys } from '../../questionnaire/business.ts'

it('only tokens.css contains colors', () => {
  const sheets = globSync('web/**/*.css').filter((name) => !name.endsWith('/tokens.css'))
  const found = sheets.flatMap((name) => {
    const sheet = readFileSync(name, 'utf8')
    // Browsers of 2023 do not know custom properties in ::backdrop.
    const others = sheet.replace(/::backdrop \{.*?\}/gs, '')
    return (others.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []).map((color) => `${name} ${color}`)
  })
  assert.deepEqual(found, [])
})

it('every remodel type has its colors', () => {
  const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  for (const type of remodelTypeKeys)
    assert.ok(
      tokens.includes(`[data-remodel="${type}"]`),
      `[data-remodel="${type}"] in web/styles/tokens.css`,
    )
})

it('the theme colors of the page and of its manifest are those of tokens.css', () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const colorOf = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(read('tokens.css'))?.[1]
  const { theme_color, background_color } = JSON.parse(read('../public/site.webmanifest'))
  const [, ofPage] = /name="theme-color" content="(#\w+)"/.exec(read('../pages/document.tsx')) ?? []
  assert.deepEqual(
    [ofPage, theme_color.toLowerCase(), background_color.toLowerCase()],
    [colorOf('green'), colorOf('green'), colorOf('paper')],
  )
})
