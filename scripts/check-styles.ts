// Checks that type and space are on the scales of tokens.css, that layouts change at few widths, that modules are in their
// layer, and that components and modules name the same classes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The allowed conditions of media queries. */
const QUERIES = [
  // The three layouts: phone, tablet and desktop. A tall, narrow window gets the tablet layout.
  'width < 44em',
  '44em <= width',
  '44em <= width < 64em',
  'width < 64em',
  '64em <= width',
  'max-aspect-ratio: 4 / 5',
  'orientation: portrait',
  // 320 pixels, or large text on a phone.
  'width < 22.5em',
  // A phone in landscape, or a window at 400 %.
  'height < 35em',
  '35em <= height',
  // The tables of the desk and the chart of houses are wider than a small laptop, and the filter is wider still.
  'width < 75em',
  '75em <= width',
  '64em <= width < 75em',
  '90em <= width',
  // All text is larger in large windows.
  '105em <= width',
  '137.5em <= width',
  'pointer: coarse',
  'forced-colors: active',
  'prefers-reduced-motion: reduce',
  'prefers-reduced-motion: no-preference',
]

const SCALED = /^ *(font|font-size|(?:margin|padding|inset)[a-z-]*|(?:row-|column-)?gap): (.+);$/
/** Points are not included, because only print styles use them. */
const LENGTH = /(?<![\w.-])-?(?!0[a-z])\d*\.?\d+(?:px|r?em|ch|lh|[sdl]?v[wh]|cq\w+)\b/
/** A size of the scale that shrinks in narrow windows, so that the longest word fits. */
const FITTED = /min\(var\(--t\d+\), [\d.]+vw\)/
/** What the modules of components put their rules in. */
const LAYER = /^@layer (components|modes) \{$/

const problems = globSync('web/**/*.css').flatMap((name) => {
  const lines = readFileSync(name, 'utf8').split('\n')
  const isWrong = (line: string, index: number) =>
    hasUnknownQuery(line) ||
    (name.endsWith('.module.css') && /^[^\s}/]/.test(line) && !LAYER.test(line)) ||
    (isOffScale(line, name) && !lines[index - 1]?.includes('/* off the scale: '))
  return lines.flatMap((line, index) => (isWrong(line, index) ? `${name}:${index + 1}: ${line.trim()}` : []))
})
for (const problem of problems) console.error(problem)
for (const problem of unknownClasses()) {
  console.error(problem)
  process.exitCode = 1
}
if (problems.length > 0) {
  console.error('Use tokens.css and the queries of scripts/check-styles.ts, or add /* off the scale: why */')
  process.exitCode = 1
}

function isOffScale(line: string, name: string): boolean {
  const [, property, value = ''] = SCALED.exec(line) ?? []
  const size = property === 'font' ? value.split('/')[0] : value
  return !name.endsWith('/tokens.css') && LENGTH.test((size ?? '').replace(FITTED, ''))
}

function hasUnknownQuery(line: string): boolean {
  if (!/^ *@media/.test(line)) return false
  return [...line.matchAll(/\((.+?)\)/g)].some(([, query = '']) => !QUERIES.includes(query))
}

/** TypeScript does not know the classes of a module. */
function unknownClasses(): readonly string[] {
  const used = new Map<string, Set<string>>()
  for (const name of globSync('web/**/*.tsx')) {
    const code = readFileSync(name, 'utf8')
    for (const [, variable = '', path = ''] of code.matchAll(/import (\w+) from '(.+\.module\.css)'/g)) {
      const module = join(name, '..', path)
      const classes = [...code.matchAll(new RegExp(`(?<!/)\\b${variable}\\.(\\w+)`, 'g'))].map(
        ([, one = '']) => one,
      )
      used.set(module, new Set([...(used.get(module) ?? []), ...classes]))
    }
  }
  return globSync('web/**/*.module.css').flatMap((module) => {
    const selectors = readFileSync(module, 'utf8').replaceAll(
      /\/\*.*?\*\/|:global\([^)]*\)|(?<=: )[^;{}]+;/gs,
      '',
    )
    const defined = new Set([...selectors.matchAll(/\.([A-Za-z]\w*)/g)].map(([, one = '']) => one))
    const wrong = (used.get(module) ?? new Set()).symmetricDifference(defined)
    return [...wrong].map((one) => `${module}: .${one} is ${defined.has(one) ? 'never used' : 'not defined'}`)
  })
}
