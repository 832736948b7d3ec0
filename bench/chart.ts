import { type Bar, type Chart, LIMIT, OURS } from './part.ts'

const WIDTH = 760
const MARGIN = 28
const VALUES = 96
const LETTER = 8
const ROW = 26
const BAR = 16

/** A bar chart as SVG, with the name and the value next to each bar. */
export function chartSvg({ title, unit, groups }: Chart): string {
  const max = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const longestName = Math.max(...groups.flatMap(({ bars }) => bars.map(({ name }) => name.length)))
  const left = MARGIN + longestName * LETTER + 28
  const drawn: string[] = []
  let y = 76
  for (const { label, bars } of groups) {
    drawn.push(`<text class="group" x="${MARGIN}" y="${y}">${escapeXml(label)}</text>`)
    y += 12
    for (const bar of bars) {
      drawn.push(rowOf(bar, { left, y, unit, max }))
      y += ROW
    }
    y += 34
  }
  const height = y - 14
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(asText({ unit, groups }))}</desc>
<style>${STYLE}</style>
<rect class="ground" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="3"/>
<text class="title" x="${MARGIN}" y="41">${escapeXml(title)}</text>
${drawn.join('\n')}
</svg>
`
}

interface RowLayout {
  /** Where the bars begin, right of the names. */
  readonly left: number
  readonly y: number
  readonly unit: string
  readonly max: number
}

function rowOf({ name, value }: Bar, { left, y, unit, max }: RowLayout): string {
  const width = Math.max(2, (value / max) * (WIDTH - MARGIN - left - VALUES))
  const middle = y + ROW / 2
  return `<g class="${classOf(name)}">
<text x="${left - 12}" y="${middle}" dy=".35em" text-anchor="end">${escapeXml(name)}</text>
<path d="${barPath(left, middle - BAR / 2, width)}"/>
<text class="value" x="${(left + width + 8).toFixed(1)}" y="${middle}" dy=".35em">${numberText(value)} ${escapeXml(unit)}</text>
</g>`
}

/** A bar with rounded right corners. */
function barPath(x: number, y: number, width: number): string {
  const radius = Math.min(3, width / 2)
  const straight = (width - radius).toFixed(1)
  return `M${x} ${y}h${straight}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${BAR - 2 * radius}a${radius} ${radius} 0 0 1 ${-radius} ${radius}h-${straight}z`
}

/** The colors of web/styles/tokens.css, light and dark. */
const STYLE = `
text { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #4a534c; }
.title { font: 700 20px Rockwell, Georgia, serif; fill: #1b211d; }
.group { font-weight: 600; fill: #1b211d; }
.value { font-variant-numeric: tabular-nums; }
.ground { fill: #f8f7f2; stroke: #d8d9cf; }
path { fill: #b9c4bd; }
.ours path { fill: #1f4236; }
.ours text { font-weight: 700; fill: #1b211d; }
.limit path { fill: #f2c63f; }
@media (prefers-color-scheme: dark) {
text { fill: #cfdedc; }
.title, .group, .ours text { fill: #f8f7f2; }
.ground { fill: #1b211d; stroke: #4a534c; }
path { fill: #767d74; }
.ours path { fill: #d6dec8; }
.limit path { fill: #f2c63f; }
}
`

function classOf(name: string): string {
  if (name.startsWith(OURS)) return 'ours'
  return name.startsWith(LIMIT) ? 'limit' : 'peer'
}

/** The chart as text, for screen readers. */
function asText({ unit, groups }: Pick<Chart, 'unit' | 'groups'>): string {
  return groups
    .map(
      ({ label, bars }) =>
        `${label}: ${bars.map(({ name, value }) => `${name} ${numberText(value)} ${unit}`).join(', ')}.`,
    )
    .join(' ')
}

function numberText(value: number): string {
  const digits = value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
