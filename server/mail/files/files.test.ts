import assert from 'node:assert/strict'
import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { nextDescriptor } from '../../testing/open-files.ts'
import { temporaryDirectory } from '../../testing/test-app.ts'
import { revisionName } from '../project-email.ts'
import { openFiles } from './files.ts'

const parties = { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] }
const mail = (revision: number) => ({
  project: {
    id: '../../etc/passwd______',
    createdAt: new Date(0),
    answers: sampleAnswers({ firstName: '../x' }),
  },
  revision,
  revisedAt: new Date(0),
  isUpdate: revision > 1,
  unknown: {},
  changed: [],
})

it('many that write the same revision at once make one file, named by nothing a visitor said', async (t) => {
  const directory = join(await temporaryDirectory(t), 'outbox')
  const mailers = [openFiles({ directory, parties }, 'Brand'), openFiles({ directory, parties }, 'Brand')]
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      mailers[index % 2]?.sendProject(mail(1 + (index % 4 > 1 ? 1 : 0))),
    ),
  )
  const names = await readdir(directory)
  assert.equal(names.length, 2)
  assert.ok(names.every((name) => /^[0-9a-f]{32}-r[12]\.eml$/.test(name)))
  assert.equal((await stat(directory)).mode & 0o777, 0o700)
  for (const name of names) assert.equal((await stat(join(directory, name))).mode & 0o777, 0o600)
})

it('an e-mail that does not get its name is not sent, and leaves nothing half-written', async (t) => {
  const directory = join(await temporaryDirectory(t), 'outbox')
  const inTheWay = join(directory, `${revisionName(mail(1))}.eml`)
  await mkdir(inTheWay, { recursive: true })
  const mailer = openFiles({ directory, parties }, 'Brand')
  await assert.rejects(mailer.sendProject(mail(1)))
  await rm(inTheWay, { recursive: true })
  assert.deepEqual(await readdir(directory), [])
  await mailer.sendProject(mail(1))
})

it('no e-mail keeps a file open', async (t) => {
  const directory = await temporaryDirectory(t)
  const mailer = openFiles({ directory, parties }, 'Brand')
  const before = nextDescriptor()
  for (let revision = 1; revision <= 20; revision++) await mailer.sendProject(mail(revision))
  assert.ok(nextDescriptor() < before + 10)
})

it('erased are also the files of revisions that a restored database does not know of', async (t) => {
  const directory = await temporaryDirectory(t)
  const mailer = openFiles({ directory, parties }, 'Brand')
  // Those between were replaced before they could be sent.
  for (const revision of [1, 3, 4, 9]) await mailer.sendProject(mail(revision))
  await writeFile(join(directory, 'another.eml'), 'not ours')
  await mailer.erase?.(mail(1).project.id, 2)
  assert.deepEqual(await readdir(directory), ['another.eml'])
  await mailer.erase?.(mail(1).project.id, 2)
})

it('erased are also the files of a project that was changed again and again before it could be sent', async (t) => {
  const directory = await temporaryDirectory(t)
  const mailer = openFiles({ directory, parties }, 'Brand')
  for (const revision of [30, 45]) await mailer.sendProject(mail(revision))
  await mailer.erase?.(mail(1).project.id, 30)
  assert.deepEqual(await readdir(directory), [])
})

it('what cannot be removed is not said to be erased', async (t) => {
  const directory = await temporaryDirectory(t)
  const mailer = openFiles({ directory, parties }, 'Brand')
  // What cannot be removed as a file can.
  await mkdir(join(directory, `${revisionName(mail(1))}.eml`))
  await assert.rejects(async () => mailer.erase?.(mail(1).project.id, 1))
})

it('what a killed process left half-written is removed, what is being written or is no draft is not', async (t) => {
  const directory = join(await temporaryDirectory(t), 'outbox')
  await mkdir(directory)
  for (const name of ['.old.tmp', '.keep', 'notes.tmp', 'old.eml']) {
    await writeFile(join(directory, name), 'half')
    await utimes(join(directory, name), 0, 0)
  }
  await writeFile(join(directory, '.new.tmp'), 'half')
  await openFiles({ directory, parties }, 'Brand').check()
  assert.deepEqual((await readdir(directory)).toSorted(), ['.keep', '.new.tmp', 'notes.tmp', 'old.eml'])
})

it('a draft that gets its name while it is looked at is no trouble', async (t) => {
  const directory = join(await temporaryDirectory(t), 'outbox')
  await mkdir(directory)
  // It is listed, and not there.
  await symlink(join(directory, 'gone'), join(directory, '.gone.tmp'))
  await openFiles({ directory, parties }, 'Brand').check()
})

it('a check that failed is made anew as soon as what was in the way is gone', async (t) => {
  const directory = join(await temporaryDirectory(t), 'outbox')
  // What cannot be removed as a file can.
  await mkdir(join(directory, '.old.tmp', 'in the way'), { recursive: true })
  await utimes(join(directory, '.old.tmp'), 0, 0)
  const mailer = openFiles({ directory, parties }, 'Brand')
  await assert.rejects(mailer.check())
  await rm(join(directory, '.old.tmp'), { recursive: true })
  await mailer.check()
})
