import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'

it('README.md names every package that the tests install', async () => {
  const readme = (await readFile('README.md', 'utf8')).toLowerCase()
  const [sentence = ''] = /it installs[^.]*if they are missing/.exec(readme) ?? []
  const packages = new Set<string>()
  for await (const file of glob('{server,scripts,faults}/**/*.ts'))
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/installPackage\('(\w+)'\)/g))
      packages.add(name)
  assert.ok(packages.size > 0)
  assert.deepEqual(
    [...packages].filter((name) => !sentence.includes(name)),
    [],
  )
})
