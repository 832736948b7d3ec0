import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isBuilt } from '../server/site/source-hash.ts'
import { buildSite } from './build.ts'
import { MAX_FILM_BYTES, pictureBudgets } from './picture-budgets.ts'
import { replacedFiles } from './replace-site.ts'

const ASSETS = 'dist/site/assets'

interface Budget {
  readonly what: string
  readonly files: RegExp
  readonly maxBytes: number
  /** True if each file has this budget, instead of all together. */
  readonly each?: true
}

/** The budgets are a little above the current sizes. */
const budgets: readonly Budget[] = [
  { what: 'script of the visit, gzip', files: /^visit-.*\.js\.gz$/, maxBytes: 90_000 },
  { what: 'script that loads it', files: /^bootstrap-.*\.js$/, maxBytes: 4_300 },
  { what: 'scripts of the link', files: /^link-.*\.js$/, maxBytes: 2_700 },
  { what: 'styles, gzip', files: /^visit-.*\.css\.gz$/, maxBytes: 10_600 },
  { what: 'script of the desk, gzip', files: /^desk-.*\.js\.gz$/, maxBytes: 127_500 },
  { what: 'script for owners, gzip', files: /^owner-screens-.*\.js\.gz$/, maxBytes: 10_800 },
  { what: 'script for passkeys, gzip', files: /^webauthn-.*\.js\.gz$/, maxBytes: 3_000 },
  { what: 'styles of the desk, gzip', files: /^desk-.*\.css\.gz$/, maxBytes: 10_600 },
  { what: 'script of a brief, gzip', files: /^brief-.*\.js\.gz$/, maxBytes: 6_000 },
  { what: 'styles of a brief, gzip', files: /^brief-.*\.css\.gz$/, maxBytes: 4_400 },
  { what: 'fonts of the landing', files: /^(besley-regular|instrument).*\.woff2$/, maxBytes: 38_500 },
  { what: 'fonts', files: /\.woff2$/, maxBytes: 56_000 },
  ...pictureBudgets.map((budget) => ({ ...budget, each: true as const })),
  { what: 'every drawing, gzip', files: /\.svg\.gz$/, maxBytes: 3_000, each: true },
  { what: 'the film, in each format', files: /\.(webm|mp4)$/, maxBytes: MAX_FILM_BYTES, each: true },
]

const ADVICE =
  'Make the files that are OVER smaller. If you added a question or a slide, raise its budget in scripts/size.ts.'

if (!(await isBuilt())) await buildSite()
const replaced = await replacedFiles('dist')
const files = (await readdir(ASSETS, { recursive: true })).filter((file) => !(`assets/${file}` in replaced))
const sizes = await Promise.all(
  files.map(async (file) => ({ file: basename(file), bytes: (await stat(join(ASSETS, file))).size })),
)

let passed = true
for (const { what, files, maxBytes, each } of budgets) {
  const found = sizes.filter(({ file }) => files.test(file)).map(({ bytes }) => bytes)
  const bytes = each ? Math.max(...found) : found.reduce((sum, size) => sum + size, 0)
  const holds = found.length > 0 && bytes <= maxBytes
  passed &&= holds
  console.log(`${holds ? 'ok  ' : 'OVER'} ${what.padEnd(34)} ${kB(bytes)} of ${kB(maxBytes)} kB`)
}
// A script or style sheet without a budget fails too.
const isCounted = (file: string) => budgets.some(({ files }) => files.test(file) || files.test(`${file}.gz`))
for (const { file, bytes } of sizes.filter(({ file }) => /\.(js|css)$/.test(file) && !isCounted(file))) {
  passed = false
  console.log(`OVER ${file.padEnd(34)} ${kB(bytes)} of no budget`)
}
if (!passed) console.log(ADVICE)
process.exitCode = passed ? 0 : 1

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(3).padStart(9)
}
