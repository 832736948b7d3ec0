import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const FOLDER = new URL('.', import.meta.url)

it('a colour has its name in tokens.css, and no other sheet says one', () => {
  const sheets = readdirSync(FOLDER).filter((name) => name.endsWith('.css') && name !== 'tokens.css')
  const said = sheets.flatMap((name) => {
    const sheet = readFileSync(new URL(name, FOLDER), 'utf8')
    // Behind a dialog, browsers of 2023 know no custom property.
    const others = sheet.replace(/::backdrop \{.*?\}/gs, '')
    return (others.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []).map(
      (colour) => `${name} ${colour}`,
    )
  })
  assert.deepEqual(said, [])
})
