import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { it, type TestContext } from 'node:test'
import { temporaryDirectory } from '../server/testing/temporary-directory.ts'

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

/** A copy of the sources, to break. */
async function copySources(t: TestContext): Promise<string> {
  const directory = await temporaryDirectory(t)
  for (const name of SOURCES) await cp(name, `${directory}/${name}`, { recursive: true })
  await symlink(resolve('node_modules'), `${directory}/node_modules`)
  return directory
}

const build = (cwd: string) => spawnSync(process.execPath, ['scripts/build.ts'], { cwd, encoding: 'utf8' })

it('a failed build keeps the site that is being served, and removes the folders of builds that were stopped', async (t) => {
  const cwd = await copySources(t)
  await mkdir(`${cwd}/dist/site`, { recursive: true })
  await writeFile(`${cwd}/dist/site/served.js`, '')
  const stopped = spawnSync(process.execPath, ['--version'])
  for (const pid of [stopped.pid, process.pid]) await mkdir(`${cwd}/dist/new-${pid}`)
  await appendFile(`${cwd}/web/styles/tokens.css`, '}')
  const { status, stderr } = build(cwd)
  assert.match(`${status} ${stderr}`, /^1 .*tokens\.css/s)
  assert.deepEqual(await readdir(`${cwd}/dist`, { recursive: true }), [
    `new-${process.pid}`,
    'site',
    'site/served.js',
  ])
})

it('a type error in the questions is printed, and nothing is built', async (t) => {
  const cwd = await copySources(t)
  const screens = await readFile(`${cwd}/questionnaire/screens.ts`, 'utf8')
  await writeFile(`${cwd}/questionnaire/screens.ts`, screens.replace("['email']", "['emial']"))
  const { status, stdout, stderr } = build(cwd)
  assert.match(stdout, /questionnaire\/screens\.ts\(\d+,\d+\): error TS/)
  assert.equal(`${status} ${stderr}`, '1 The site was not built. Fix the errors above and try again.\n')
  assert.equal(existsSync(`${cwd}/dist`), false)
})
