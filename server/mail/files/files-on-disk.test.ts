import assert from 'node:assert/strict'
import fs, { fstatSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { sampleId } from '../../testing/sample-id.ts'

const parties = { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] }

it('an e-mail is on the disk before it has its name, and its name is there before it is sent, also after a failure', async (t) => {
  const done: string[] = []
  let isBroken = false
  const { fsync, renameSync } = fs
  t.mock.method(fs, 'fsync', (file: number, callback: fs.NoParamCallback) => {
    const what = fstatSync(file)
    if (isBroken && what.isDirectory()) return callback(new Error('The disk is worn out'))
    fsync(file, (error) => {
      done.push(what.isDirectory() ? 'names' : what.size > 0 ? 'content' : 'nothing')
      callback(error)
    })
  })
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    renameSync(from, to)
    done.push('named')
  })
  syncBuiltinESMExports()
  // Only now: it keeps what it finds when it is loaded.
  const { openFiles } = await import('./files.ts')
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-files-'))
  t.after(() => rm(directory, { recursive: true }))
  const mailer = openFiles({ directory, parties }, 'Brand')
  const project = { id: sampleId(), createdAt: new Date(0), answers: sampleAnswers() }
  const send = (revision: number) =>
    mailer.sendProject({
      project,
      revision,
      revisedAt: new Date(0),
      isUpdate: revision > 1,
      unknown: {},
      changed: [],
    })
  for (const revision of [1, 2]) {
    await send(revision)
    assert.deepEqual(done.splice(0), ['content', 'named', 'names'])
  }
  isBroken = true
  await assert.rejects(send(3), /worn out/)
  assert.deepEqual(done.splice(0), ['content', 'named'])
  isBroken = false
  await send(3)
  assert.deepEqual(done, ['content', 'named', 'names'])
})

it('a disk without room for an e-mail cannot be used, and one with room can', async (t) => {
  let freeBlocks = 127
  t.mock.method(fs, 'statfsSync', () => ({ bavail: freeBlocks, bsize: 4096 }))
  syncBuiltinESMExports()
  const { openFiles } = await import('./files.ts')
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-files-'))
  t.after(() => rm(directory, { recursive: true }))
  const mailer = openFiles({ directory, parties }, 'Brand')
  await assert.rejects(mailer.check(), /The disk is full: less than 512 KB are left/)
  freeBlocks = 128
  await mailer.check()
})
