import assert from 'node:assert/strict'
import fs from 'node:fs'
import promises, { mkdir, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { nextDescriptor } from '../../testing/open-files.ts'
import { sampleMail } from '../../testing/sample-mail.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { hashedId } from '../project-email.ts'
import { openFiles } from './open-files.ts'

const from = 'guide@kitchens.example'
const settings = () => ({ brandName: 'Brand', mailTo: ['owner@kitchens.example'] })
const id = '../../etc/passwd______'
const { project } = sampleMail({ firstName: '../x' })
const mail = (revision: number) =>
  sampleMail({}, { project: { ...project, id }, revision, isUpdate: revision > 1 })

async function setUp(t: TestContext) {
  const directory = join(await temporaryDirectory(t), 'outbox')
  return { directory, mailer: openFiles({ directory, from }, settings) }
}

it('each revision is one file, readable by the owner only and named without the visitor’s words', async (t) => {
  const { directory, mailer } = await setUp(t)
  const other = openFiles({ directory, from }, settings)
  await Promise.all([1, 2, 1, 2].map((revision) => mailer.sendProject(mail(revision))))
  await Promise.all([1, 2].map((revision) => other.sendProject(mail(revision))))
  const names = await readdir(directory)
  assert.equal(names.length, 2)
  assert.ok(names.every((name) => /^[0-9a-f]{32}-r[12]\.eml$/.test(name)))
  assert.equal((await stat(directory)).mode & 0o777, 0o700)
  for (const name of names) assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
})

it('the content is on the disk before it gets its name, and the name before the email counts as sent', async (t) => {
  const { directory, mailer } = await setUp(t)
  await mailer.check()
  const steps: string[] = []
  await using folder = await open(directory)
  const { sync } = folder
  t.mock.method(Object.getPrototypeOf(folder), 'sync', async function (this: typeof folder) {
    steps.push((await this.stat()).isDirectory() ? 'sync directory' : 'sync content')
    await sync.call(this)
  })
  const { rename } = promises
  t.mock.method(promises, 'rename', async (from: string, to: string) => {
    steps.push('rename')
    await rename(from, to)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  await mailer.sendProject(mail(1))
  assert.deepEqual(steps, ['sync content', 'rename', 'sync directory'])
})

it('an email that cannot be named is not sent and leaves no draft', async (t) => {
  const { directory, mailer } = await setUp(t)
  const inTheWay = join(directory, `${hashedId(id)}-r1.eml`)
  await mkdir(inTheWay, { recursive: true })
  await assert.rejects(mailer.sendProject(mail(1)))
  assert.deepEqual(await readdir(directory), [`${hashedId(id)}-r1.eml`])
})

it('no email leaves a file open', async (t) => {
  const { mailer } = await setUp(t)
  await mailer.sendProject(mail(1))
  const before = nextDescriptor()
  for (let revision = 1; revision <= 20; revision++) await mailer.sendProject(mail(revision))
  assert.ok(nextDescriptor() < before + 10)
})

it('erasing a project removes the files of all its revisions and no others', async (t) => {
  const { directory, mailer } = await setUp(t)
  await mailer.erase?.(id)
  for (const revision of [1, 3, 45]) await mailer.sendProject(mail(revision))
  await writeFile(join(directory, 'another.eml'), 'not ours')
  await mailer.erase?.(id)
  assert.deepEqual(await readdir(directory), ['another.eml'])
})

it('erasing fails if a file cannot be removed', async (t) => {
  const { directory, mailer } = await setUp(t)
  await mkdir(join(directory, `${hashedId(id)}-r1.eml`), { recursive: true })
  await assert.rejects(async () => mailer.erase?.(id))
})

it('a check removes the drafts of a killed process, and nothing else', async (t) => {
  const { directory, mailer } = await setUp(t)
  await mkdir(directory)
  for (const name of ['.old.tmp', '.keep', 'notes.tmp', 'old.eml']) {
    await writeFile(join(directory, name), 'half')
    await utimes(join(directory, name), 0, 0)
  }
  await writeFile(join(directory, '.new.tmp'), 'half')
  await mailer.check()
  assert.deepEqual((await readdir(directory)).toSorted(), ['.keep', '.new.tmp', 'notes.tmp', 'old.eml'])
})

it('a check that failed is repeated the next time', async (t) => {
  const { directory, mailer } = await setUp(t)
  await writeFile(directory, 'in the way')
  await assert.rejects(mailer.check())
  await rm(directory)
  await mailer.check()
})

it('a check fails while the disk has no room for an email', async (t) => {
  const { mailer } = await setUp(t)
  let freeBlocks = 127
  t.mock.method(fs, 'statfsSync', () => ({ bavail: freeBlocks, bsize: 4096 }))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  await assert.rejects(mailer.check(), /The disk is full: less than 512 KB left/)
  freeBlocks = 128
  await mailer.check()
})
