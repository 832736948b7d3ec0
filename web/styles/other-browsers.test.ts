import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

// What Safari, Firefox and phones do otherwise, and no browser of the tests shows.

it('each row of the desk has the target of its own name, and the last one not that of the page', () => {
  assert.match(ruleOf('.project-table tbody tr', '../desk/styles/list.css'), /\btransform: /)
})

it('the line above a row stays while the row is hovered', () => {
  assert.match(ruleOf('.project-table', '../desk/styles/list.css'), /\bborder-spacing: 0;/)
})

it('a message is as high as its words, and not as the window', () => {
  assert.match(ruleOf('.message[open]', 'overlays.css'), /\bdisplay: flex;/)
})

it('a pull at the top of a screen does not load the visit anew', () => {
  assert.match(ruleOf('  html', 'step.css'), /\boverscroll-behavior-y: contain;/)
})

it('a knob has a ring of its own where no door can carry it, and a heading has none there', () => {
  const ringless = ['base.css', 'choices.css'].flatMap((sheet) => {
    const styles = readFileSync(new URL(sheet, import.meta.url), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    return [...styles.matchAll(/([^{}]+)\{[^}]*outline: none/g)].map(([, selectors = '']) => selectors)
  })
  const ofKnobs = ringless.filter((selectors) => selectors.includes('.knob'))
  assert.equal(ofKnobs.length, 1)
  // One that such a browser does not know takes the others of its rule with it.
  for (const selectors of ofKnobs) assert.match(selectors, /^[^,]*\.knob:focus-visible:not\(:has\([^,]*$/)
})

function ruleOf(selector: string, sheet: string): string {
  const styles = readFileSync(new URL(sheet, import.meta.url), 'utf8')
  return styles.split(`\n${selector} {`)[1]?.split('}')[0] ?? ''
}
