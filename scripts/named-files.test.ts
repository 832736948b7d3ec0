import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'

const FOLDERS = '{art,bench,desk,docs,e2e,faults,questionnaire,scripts,server,web}'
/** A file name as code or in a link, with or without its folders. */
const NAMED = /(?<=[`(]|\.\/)\w[\w./-]*\.(?:ts|tsx|css|md)(?=[`)#])/g

it('every file that the documents name exists', async () => {
  const files = await Array.fromAsync(
    glob([`${FOLDERS}/**/*`, '*'], { exclude: ['bench/peers/**/node_modules'] }),
  )
  const exists = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`))
  const named: string[] = []
  for await (const document of glob(['*.md', 'docs/**/*.md', 'art/*.md'])) {
    const text = await readFile(document, 'utf8')
    named.push(...[...text.matchAll(NAMED)].map(([name]) => `${document}: ${name}`))
  }
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter((one) => !exists(one.split(': ')[1] ?? '')),
    [],
  )
})
