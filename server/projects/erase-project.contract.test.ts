import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { sql } from '../../store/sql/sql.ts'
import { onEveryDatabase, tablesWith, testDesk } from '../../testing/desk.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { eraseProject } from './erase.ts'

await onEveryDatabase('Erasing a project', {
  'leaves no trace of it, and a late retry of the visitor does not bring it back': async (opened) => {
    const { submit, ask, put, emails, inbox, directory, desk } = opened
    const id = await submit({ lastName: 'De la Cruz', city: 'Troy' })
    await submit({ lastName: 'De la Cruz', city: 'Utica' }, id)
    const other = await submit({ email: 'other@example.com' })
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'x' })
    assert.equal((await emails()).length, 3)
    assert.deepEqual(await tablesWith(id, desk.db), [
      'deliveries',
      'desk_events',
      'desk_projects',
      'projects',
    ])
    assert.equal((await ask('DELETE', `projects/${id}`)).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Cruz' })).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: ' de la cruz' })).statusCode, 204)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'De la Cruz' })).statusCode, 404)
    assert.equal((await ask('POST', `deliveries/${id}/retry`)).statusCode, 404)

    assert.deepEqual(await tablesWith(id, desk.db), [])
    assert.equal((await readdir(join(directory, 'outbox'))).length, 1)
    const late = sampleAnswers({ lastName: 'De la Cruz' })
    assert.equal((await put(id, late)).statusCode, 200)
    // It counts as stored, so the rate limit does not apply to it.
    assert.equal(await opened.services.store.isUnchanged({ id, answers: late, extraAnswers: {} }), true)
    assert.deepEqual(await tablesWith(id, desk.db), [])
    assert.equal((await emails()).length, 1)
    assert.deepEqual(
      (await inbox()).projects.map((project) => project.id),
      [other],
    )
    assert.deepEqual((await desk.audit.list())[0]?.what, 'erased')
  },

  'removes its words from the search index': async ({ submit, ask, desk: { db } }) => {
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    const indexed = () =>
      db.all(
        db.dialect === 'sqlite'
          ? sql`select rowid from desk_search where desk_search match 'troy'`
          : sql`select project_id from desk_projects where words @@ 'troy'::tsquery`,
      )
    assert.equal((await indexed()).length, 1)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await indexed(), [])
  },

  'works without a name when the last name has no visible characters': async ({ ask, submit, file }) => {
    const id = await submit({ lastName: '\u3164' })
    assert.equal((await file(id)).hasLastName, false)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Elm' })).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: '' })).statusCode, 204)
  },

  'changes nothing when its e-mail files cannot be removed, and can be repeated': async (opened) => {
    const { submit, ask, inbox, directory, desk } = opened
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    await submit({ lastName: 'Oak', city: 'Utica' }, id)
    const outbox = join(directory, 'outbox')
    const [name = ''] = await readdir(outbox)
    // A directory cannot be removed as a file.
    await rm(join(outbox, name))
    await mkdir(join(outbox, name))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 500)
    assert.equal((await inbox()).projects[0]?.id, id)
    assert.equal(
      (await desk.audit.list()).some(({ what }) => what === 'erased'),
      false,
    )

    await rmdir(join(outbox, name))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await readdir(outbox), [])
    assert.deepEqual(await tablesWith(id, desk.db), [])
  },

  'waits for an e-mail that is being sent': async ({ ask, services: { store }, file }) => {
    const one = submission({ lastName: 'Oak' })
    const claimed = claimedFrom(await store.save(one))
    const erasing = ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })
    await pause(300)
    assert.equal((await file(one.id)).id, one.id)
    assert.equal(await store.markSent(claimed), true)
    assert.equal((await erasing).statusCode, 204)
    assert.equal(await store.markSent(claimed), false)
  },

  'does not wait longer than a few seconds for a mail server that hangs': async ({
    services,
    ask,
    desk,
    t,
  }) => {
    const one = submission({ lastName: 'Oak' })
    claimedFrom(await services.store.save(one))
    const began = Date.now()
    let time = performance.now()
    t.mock.method(performance, 'now', () => {
      time += 2000
      return time
    })
    assert.equal((await ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.ok(Date.now() - began < 20_000)
    assert.deepEqual(await tablesWith(one.id, desk.db), [])
    // The visitor whose request waits for this e-mail gets the same answer as a late retry.
    assert.deepEqual(await services.store.claim(one.id), { kind: 'sent' })
  },

  'removes an e-mail that is sent while it is erased': async ({ submit, desk, services, emails }) => {
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    let isFirst = true
    const mailer: Mailer = {
      ...services.mailer,
      async erase(...given) {
        await services.mailer.erase?.(...given)
        if (isFirst) await submit({ lastName: 'Oak', city: 'Utica' }, id)
        isFirst = false
      },
    }
    assert.equal(await eraseProject({ id, lastName: 'Oak', who: 'grace' }, desk.db, mailer), 'erased')
    assert.deepEqual(await emails(), [])
    assert.deepEqual(await tablesWith(id, desk.db), [])
  },
})

describe('Erasing a project on SQLite', () => {
  const WORDS = ['quillfeather', 'zanzibar', 'vexillology', 'wyvern']

  /** The words that are in the files of the database. */
  async function wordsIn(directory: string) {
    const names = (await readdir(directory)).filter((name) => name.startsWith('projects.db'))
    const files = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
    return WORDS.filter((word) => files.some((text) => text.toLowerCase().includes(word)))
  }

  async function setUp(t: TestContext) {
    const opened = await testDesk(t)
    const { submit, ask } = opened
    await submit()
    const id = await submit({ lastName: 'Oak', email: 'quillfeather@example.com', city: 'Wyvern' })
    await submit({ lastName: 'Oak', streetAddress: '1 Zanzibar Road' }, id)
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'Vexillology' })
    await submit()
    assert.deepEqual(await wordsIn(opened.directory), WORDS)
    return { ...opened, erase: () => ask('DELETE', `projects/${id}`, { lastName: 'Oak' }) }
  }

  it('leaves none of its words in the files of the database', async (t) => {
    const { erase, directory } = await setUp(t)
    assert.equal((await erase()).statusCode, 204)
    assert.deepEqual(await wordsIn(directory), [])
  })

  it('works while a reader holds the log, and the next erasure removes the words', async (t) => {
    const { erase, directory, submit, ask, lines } = await setUp(t)
    const reader = new DatabaseSync(join(directory, 'projects.db'), { readOnly: true })
    t.after(() => reader.isOpen && reader.close())
    reader.exec('begin; select * from projects')
    assert.equal((await erase()).statusCode, 204)
    assert.deepEqual(await wordsIn(directory), WORDS)
    assert.ok(lines.some((line) => line.includes('Erased words are still in the files')))
    reader.close()
    const other = await submit({ lastName: 'Elm' })
    assert.equal((await ask('DELETE', `projects/${other}`, { lastName: 'Elm' })).statusCode, 204)
    assert.deepEqual(await wordsIn(directory), [])
  })
})
