import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'

/** As code or as a link, from the root of the project on. */
const NAMED =
  /(?<=[`(])(?:art|bench|desk|docs|e2e|faults|questionnaire|scripts|server|web)\/[\w./-]*\w\.\w+(?=[`)#])/g

it('every file that the documents name is there', async () => {
  const named: string[] = []
  for await (const document of glob(['*.md', 'docs/**/*.md'])) {
    const text = await readFile(document, 'utf8')
    named.push(...[...text.matchAll(NAMED)].map(([file]) => `${document}: ${file}`))
  }
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter((one) => !existsSync(one.split(': ')[1] ?? '')),
    [],
  )
})
