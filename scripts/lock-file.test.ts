import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

// npm omits the hash of a package that was already in node_modules, and would then install it unchecked.
it('the lock file has a hash for every package, and no host', () => {
  const lock: { packages: Record<string, object> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  assert.ok(packages.length > 0)
  for (const [path, fields] of packages) {
    assert.ok('integrity' in fields, path)
    assert.ok(!('resolved' in fields), path)
  }
})
