import assert from 'node:assert/strict'
import type { Database } from '../../db/database.ts'
import { eraseProject } from '../../projects/erase-project.ts'
import { saveProject } from '../../projects/save-project.ts'
import { hashToken } from '../../staff/people.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { claimedFrom, submission } from '../../testing/outbox.ts'
import { eventually } from '../../testing/server-process.ts'
import { createLiveUpdates } from './live-updates.ts'

/** Listens on a database of which some statements can be made to fail. */
function listenTo(db: Database) {
  const received: string[] = []
  const errors: unknown[] = []
  const state = { fails: (_statement: string) => false, reads: 0 }
  const unreliable: Database = {
    ...db,
    async all(query) {
      if (state.fails(query.parts.join(''))) throw new Error('down')
      state.reads += 1
      return db.all(query)
    },
  }
  const updates = createLiveUpdates(unreliable, (error) => void errors.push(error), 10)
  const onChange = (what: string) => void received.push(what)
  const stop = updates.listen({ onChange, session: '', onEnded() {} })
  // The first look reads four times.
  const isReady = async () => state.reads > 4
  return { received, errors, state, stop, isReady }
}

await onEveryDatabase('Live updates', {
  'report projects, messages and erasures of another server': async ({ again, desk, services, t }) => {
    const { received, stop, isReady } = listenTo(desk.db)
    t.after(stop)
    await eventually(isReady)
    const other = again()
    t.after(() => other.close())
    const one = submission({ lastName: 'Oak' })
    const { id } = one
    const claimed = claimedFrom(await saveProject(one, { ...services, db: other }))
    // Erasing would wait for an email that is being sent.
    await services.queue.markFailed(claimed, { reason: 'down', permanent: false })
    await eventually(async () => received.includes(id) && received.includes('deliveries'))
    assert.equal(received.includes('all'), false)
    await eraseProject({ id, lastName: 'Oak', who: 'grace' }, other, services.mailer)
    await eventually(async () => received.includes('all'))
  },

  'end a stream within two seconds after its session, on another server too': async (opened) => {
    const { again, ask, signIn, t } = opened
    const tokens = [await signIn(), await signIn('grace@kitchens.example')]
    const other = again()
    const updates = createLiveUpdates(other, assert.ifError)
    const ended: string[] = []
    for (const token of tokens) {
      const session = hashToken(token.replace('desk=', ''))
      t.after(updates.listen({ onChange() {}, session, onEnded: () => void ended.push(token) }))
    }
    // After the streams, which read from it.
    t.after(() => other.close())
    await ask('DELETE', 'session')
    await eventually(async () => ended.length > 0, 2000)
    assert.deepEqual(new Set(ended), new Set(tokens.slice(0, 1)))
  },

  'continue after the database was down at the start, without older changes': async ({ desk, submit, t }) => {
    const before = await submit()
    const { received, errors, state, stop, isReady } = listenTo(desk.db)
    t.after(stop)
    state.fails = () => true
    await eventually(async () => errors.length > 1)
    state.fails = () => false
    await eventually(isReady)
    const id = await submit()
    await eventually(async () => received.includes(id))
    assert.equal(received.includes(before), false)
  },

  'report a change that was read while the database failed': async ({ desk, submit, t }) => {
    const { received, errors, state, stop, isReady } = listenTo(desk.db)
    t.after(stop)
    await eventually(isReady)
    for (const table of ['desk_audit', 'messages']) {
      const first = await submit()
      await eventually(async () => received.includes(first))
      state.fails = (statement) => statement.includes(`from ${table}`)
      const id = await submit()
      errors.length = 0
      await eventually(async () => errors.length > 1)
      state.fails = () => false
      await eventually(async () => received.includes(id), 5000)
    }
  },
})
