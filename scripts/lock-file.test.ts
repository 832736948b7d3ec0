import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

// npm leaves the hash away where a package lay in its folder already, and then installs whatever a mirror gives.
it('knows each package by its content, and from no host', () => {
  const lock: { packages: Record<string, object> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  assert.ok(packages.length > 0)
  for (const [path, fields] of packages) {
    assert.ok('integrity' in fields, path)
    assert.ok(!('resolved' in fields), path)
  }
})
