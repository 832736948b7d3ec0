// Runs Lighthouse several times on the landing page, as a slow phone. The median of each score must reach its goal.

import { execFileSync } from 'node:child_process'
import { median } from '../bench/statistics.ts'
import { startProduct } from '../e2e/support/product.ts'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { findChromium } from './find-chromium.ts'

const RUNS = 5
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const MAX_LAYOUT_SHIFT = 0.02
// It is not a dependency, because its 150 packages would slow down every install.
const LIGHTHOUSE = 'lighthouse@13.5.0'

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>
  readonly audits: Readonly<Record<string, { readonly numericValue: number }>>
}

const chromium = findChromium()
if ('missing' in chromium) throw new Error(chromium.missing)
if (!(await isBuilt())) await buildSite()

const product = await startProduct()
const reports = Array.from({ length: RUNS }, () => measure(product.url, chromium.path))
await product.stop()

let passed = true
for (const [category, goal] of Object.entries(GOALS)) {
  check(
    category,
    median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
    (score) => score >= goal,
  )
}
check(
  'layout shift',
  median(reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1)),
  (shift) => shift <= MAX_LAYOUT_SHIFT,
)
for (const audit of ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']) {
  console.log(
    `     ${audit.padEnd(26)} ${Math.round(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)))} ms`,
  )
}
process.exitCode = passed ? 0 : 1

function measure(url: string, chromePath: string): Report {
  const json = execFileSync(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'],
    {
      env: { ...process.env, CHROME_PATH: chromePath },
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  return JSON.parse(json.toString())
}

function check(name: string, value: number, isGood: (value: number) => boolean) {
  passed &&= isGood(value)
  console.log(`${isGood(value) ? 'ok  ' : 'LOW '} ${name.padEnd(26)} ${value}`)
}
