import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { query } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Mailer } from '../mail/mailer.ts'
import { LEASE_MS } from '../outbox/message.ts'
import { onEveryDatabase, tablesWith, testDesk } from '../testing/desk.ts'
import { claimedFrom, type Opened, onEveryOutbox, submission } from '../testing/outbox.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { eraseProject } from './erase-project.ts'
import { isUnchanged, saveProject } from './save-project.ts'

await onEveryDatabase('Erasing a project', {
  'leaves no trace of it, and a late retry of the visitor does not bring it back': async (opened) => {
    const { submit, ask, put, emails, ids, directory, staff, desk } = opened
    const id = await submit({ lastName: 'De la Cruz', city: 'Troy' })
    await submit({ lastName: 'De la Cruz', city: 'Utica' }, id)
    const other = await submit({ email: 'other@example.com' })
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'x' })
    assert.equal((await emails()).length, 3)
    assert.deepEqual(await tablesWith(id, desk.db), ['desk_events', 'desk_projects', 'messages', 'projects'])
    assert.equal((await ask('DELETE', `projects/${id}`)).statusCode, 400)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Cruz' })).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: ' de la cruz' })).statusCode, 204)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'De la Cruz' })).statusCode, 404)

    assert.deepEqual(await tablesWith(id, desk.db), [])
    assert.equal((await readdir(join(directory, 'outbox'))).length, 1)
    const late = sampleAnswers({ lastName: 'De la Cruz' })
    assert.equal((await put(id, late)).statusCode, 200)
    // It counts as stored, so the rate limit does not apply to it.
    assert.equal(await isUnchanged({ id, answers: late, extraAnswers: {} }, desk.db), true)
    assert.deepEqual(await tablesWith(id, desk.db), [])
    assert.equal((await emails()).length, 1)
    assert.deepEqual(await ids(), [other])
    assert.deepEqual((await staff.audit.list())[0]?.what, 'erased')
  },

  'removes its words from the search index': async ({ submit, ask, desk: { db } }) => {
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    const found =
      db.dialect === 'sqlite'
        ? sql`select rowid from desk_search where desk_search match 'troy'`
        : sql`select project_id from desk_projects where words @@ 'troy'::tsquery`
    const indexed = () => db.all(query(found, {}))
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

  'changes nothing when its email files cannot be removed, and can be repeated': async (opened) => {
    const { submit, ask, inbox, directory, staff, desk } = opened
    const id = await submit({ lastName: 'Oak' })
    const outbox = join(directory, 'outbox')
    const [name = ''] = await readdir(outbox)
    // A directory cannot be removed as a file.
    await rm(join(outbox, name))
    await mkdir(join(outbox, name))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 500)
    assert.equal((await inbox()).projects[0]?.id, id)
    assert.ok((await staff.audit.list()).every(({ what }) => what !== 'erased'))

    await rmdir(join(outbox, name))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await readdir(outbox), [])
    assert.deepEqual(await tablesWith(id, desk.db), [])
  },

  'waits for an email that is being sent': async ({ ask, services, file }) => {
    const one = submission({ lastName: 'Oak' })
    const claimed = claimedFrom(await saveProject(one, services))
    const erasing = ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })
    await pause(300)
    assert.equal((await file(one.id)).id, one.id)
    assert.equal(await services.queue.markSent(claimed), true)
    assert.equal((await erasing).statusCode, 204)
  },

  'does not wait longer than a few seconds for a mail server that hangs': async (opened) => {
    const { services, ask, desk, t } = opened
    const one = submission({ lastName: 'Oak' })
    const claimed = claimedFrom(await saveProject(one, services))
    let time = performance.now()
    t.mock.method(performance, 'now', () => {
      time += 2000
      return time
    })
    assert.equal((await ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await tablesWith(one.id, desk.db), [])
    // The visitor whose request sends this email sees success all the same.
    assert.equal(await services.queue.markSent(claimed), true)
  },

  'removes an email that is sent while it is erased': async ({ submit, desk, services, emails }) => {
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

const erase = ({ id }: { readonly id: string }, { db }: Opened) =>
  eraseProject({ id, lastName: 'Oak', who: 'grace' }, db, tameMailer().mailer)

const queued = async ({ queue }: Opened) =>
  (await Array.fromAsync(queue.unsent())).map(({ channel, event }) => `${channel.split(':')[0]} ${event}`)

await onEveryOutbox(
  'Of the messages of an erased project',
  {
    'only project.erased and the deletion of a written document are left': async (opened) => {
      const { save, queue, addWebhook } = opened
      await addWebhook()
      const one = submission({ lastName: 'Oak' })
      const saved = await save(one)
      for (const channel of ['document', 'specialist']) await queue.markSent(claimedFrom(saved, channel))
      assert.deepEqual(await queued(opened), ['webhook project.created', 'homeowner project.created'])
      await erase(one, opened)
      assert.deepEqual(await queued(opened), ['document project.erased', 'webhook project.erased'])
      // The document is complete, so nothing has to be waited for.
      assert.equal((await queue.claimDue('document', 5)).length, 1)
    },

    'the deletion of a document waits for the end of a write that is or may be under way': async (opened) => {
      const { save, queue, wait } = opened
      for (const isRetried of [false, true]) {
        const one = submission({ lastName: 'Oak' })
        const saved = await save(one)
        const document = claimedFrom(saved, 'document')
        await queue.markSent(claimedFrom(saved))
        if (isRetried) {
          await queue.markFailed(document, FAILURE)
          // Resets the attempts, as if there had been none.
          await queue.retry(one.id)
        }
        await erase(one, opened)
        // Nobody can make it leave earlier.
        assert.equal(await queue.retry('all'), 0)
        // A late outcome is not that of the deletion.
        assert.equal(await queue.markSent(document), false)
        assert.equal(await queue.markFailed(document, FAILURE), null)
        wait(LEASE_MS - 1)
        assert.deepEqual(await queue.claimDue('document', 5), [])
        wait(1)
        const [deletion] = await queue.claimDue('document', 5)
        assert.deepEqual([deletion?.message.event, deletion?.project], ['project.erased', null])
        assert.equal(deletion && (await queue.markSent(deletion)), true)
      }
    },

    'the file of a copy that is being sent is waited for': async (opened) => {
      const { save, queue } = opened
      const one = submission({ lastName: 'Oak' })
      await queue.markSent(claimedFrom(await save(one)))
      const [copy] = await queue.claimDue('homeowner', 1)
      const erasing = erase(one, opened)
      await pause(300)
      assert.equal((await queued(opened)).includes('homeowner project.created'), true)
      assert.equal(copy && (await queue.markSent(copy)), true)
      assert.equal(await erasing, 'erased')
    },

    'a webhook message that is being sent leaves before project.erased': async (opened) => {
      const { save, queue, addWebhook } = opened
      const channel = await addWebhook()
      const one = submission({ lastName: 'Oak' })
      const saved = await save(one)
      for (const awaited of ['document', 'specialist']) await queue.markSent(claimedFrom(saved, awaited))
      const [sending] = await queue.claimDue(channel, 1)
      await erase(one, opened)
      assert.deepEqual(await queue.claimDue(channel, 1), [])
      assert.equal(sending && (await queue.markSent(sending)), true)
      opened.wait(1000)
      const [erased] = await queue.claimDue(channel, 1)
      assert.deepEqual([erased?.message.event, erased?.project], ['project.erased', null])
    },

    'none is left of a suspicious project, which was told to no one': async (opened) => {
      await opened.addWebhook()
      const one = { ...submission({ lastName: 'Oak' }), suspicion: 'Too fast' }
      await opened.save(one)
      await erase(one, opened)
      assert.deepEqual(await queued(opened), [])
    },
  },
  { latestChannels: ['document', 'specialist'], settings: () => ({ homeownerCopy: true }) },
)

const FAILURE = { reason: 'down', permanent: false }

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
    assert.ok(lines.some((line) => line.includes('Erased text is still in the database files')))
    reader.close()
    const other = await submit({ lastName: 'Elm' })
    assert.equal((await ask('DELETE', `projects/${other}`, { lastName: 'Elm' })).statusCode, 204)
    assert.deepEqual(await wordsIn(directory), [])
  })
})
