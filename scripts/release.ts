// Releases a version: npm run release -- 1.2.3. Runs every test, then writes the version, commits and tags it.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { OperatorError } from '../server/lib/errors.ts'
import { version as current } from '../server/lib/product.ts'
import { exitWithError } from './exit-with-error.ts'
import { run } from './run.ts'

const UNRELEASED = '## Unreleased'

/** The changelog in which what is unreleased belongs to this version. Throws if nothing is, or the version is not newer. */
export function releaseIn(
  changelog: string,
  { version, current, day }: { readonly version: string; readonly current: string; readonly day: string },
): string {
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isNewer(version, current))
    throw new OperatorError(`The new version must be three numbers such as 1.2.3, and newer than ${current}.`)
  const [, changes = ''] = changelog.split(/^## .*$/m)
  if (!changelog.includes(`\n${UNRELEASED}\n`) || changes.trim() === '')
    throw new OperatorError(`CHANGELOG.md has nothing below "${UNRELEASED}". Describe the changes first.`)
  return changelog.replace(`\n${UNRELEASED}\n`, `\n${UNRELEASED}\n\n## ${version}, ${day}\n`)
}

function isNewer(version: string, current: string): boolean {
  const [ours, theirs] = [version, current].map((one) => one.split('.').map(Number))
  const difference = ours?.map((part, index) => part - (theirs?.[index] ?? 0)).find((part) => part !== 0)
  return (difference ?? 0) > 0
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

function expectClean() {
  if (git('status', '--porcelain') !== '')
    throw new OperatorError('The working tree has changes. Commit or remove them first.')
}

async function release(version: string) {
  const day = new Date().toISOString().slice(0, 10)
  const changelog = releaseIn(readFileSync('CHANGELOG.md', 'utf8'), { version, current, day })
  expectClean()
  const commit = git('rev-parse', 'HEAD')
  if ((await run('npm', ['test'])).code !== 0) throw new OperatorError('Not released: a test failed.')
  expectClean()
  if (git('rev-parse', 'HEAD') !== commit)
    throw new OperatorError('Not released: there is a new commit, which has not been tested.')
  // Also writes the lock file.
  execFileSync('npm', ['version', '--no-git-tag-version', version])
  writeFileSync('CHANGELOG.md', changelog)
  git(
    'commit',
    '--quiet',
    '--message',
    `Release ${version}`,
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
  )
  git('tag', '--annotate', '--message', `Release ${version}`, `v${version}`)
  console.log(`Released ${version}. Publish it with: git push --follow-tags`)
}

if (import.meta.main) await release(process.argv[2] ?? '').catch(exitWithError)
