import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '../server/testing/test-app.ts'

const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'questionnaire',
  'desk',
  'web',
  'server',
  'scripts',
]

it('a build that fails leaves the one that is served, and of others only those that still go on', async (t) => {
  const cwd = await temporaryDirectory(t)
  for (const name of SOURCES) await cp(name, `${cwd}/${name}`, { recursive: true })
  await symlink(resolve('node_modules'), `${cwd}/node_modules`)
  await mkdir(`${cwd}/dist/site`, { recursive: true })
  await writeFile(`${cwd}/dist/site/served.js`, '')
  const stopped = spawnSync(process.execPath, ['--version'])
  for (const pid of [stopped.pid, process.pid]) await mkdir(`${cwd}/dist/new-${pid}`)
  await appendFile(`${cwd}/web/styles/tokens.css`, '}')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd, encoding: 'utf8' })
  assert.match(`${status} ${stderr}`, /^1 .*tokens\.css/s)
  assert.deepEqual(await readdir(`${cwd}/dist`, { recursive: true }), [
    `new-${process.pid}`,
    'site',
    'site/served.js',
  ])
})
