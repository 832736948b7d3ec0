import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { createProjectStore } from '../store/create-project-store.ts'
import type { Driver } from '../store/driver.ts'
import { openFirestore } from '../store/firestore/open-firestore.ts'
import { openPostgres } from '../store/postgres/open-postgres.ts'
import type { ClaimedDelivery, ProjectStore, Saved } from '../store/project-store.ts'
import { sql } from '../store/sql/sql.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { startFirestore } from './firestore.ts'
import { startPostgres } from './postgres.ts'
import { sampleId } from './sample-id.ts'
import { temporaryDirectory } from './test-app.ts'

export interface Opened {
  readonly engine: string
  /** Opens the same database again, as another server would. */
  readonly again: () => ProjectStore
  readonly store: ProjectStore
  /** Makes every event leave through a channel, and returns its name. Firestore has one from the start. */
  readonly addChannel: () => Promise<string>
  /** Moves the clock of every store forward. */
  readonly wait: (ms: number) => void
}

const FIRESTORE_CHANNEL = 'webhook:env'

type Open = (t: TestContext) => Promise<(clock: () => Date) => Driver>

/** Runs the tests on every driver. */
export async function onEveryStore(contract: Readonly<Record<string, (opened: Opened) => Promise<void>>>) {
  const postgres = await startPostgres()
  const firestore = await startFirestore()
  after(async () => {
    if (typeof postgres !== 'string') await postgres.close()
    if (typeof firestore !== 'string') await firestore.close()
  })
  const engines: Record<string, Open | string> = {
    SQLite: async (t) => {
      const path = join(await temporaryDirectory(t), 'projects.db')
      return (clock) => openSqlite(path, { indexStatements, clock })
    },
    PostgreSQL:
      typeof postgres === 'string'
        ? postgres
        : async () => {
            const url = await postgres.newDatabase()
            return (clock) => openPostgres(url, { indexStatements, clock })
          },
    Firestore:
      typeof firestore === 'string'
        ? firestore
        : async () => {
            const place = { projectId: `guide-${randomUUID().slice(0, 8)}`, emulatorHost: firestore.host }
            return (clock) => openFirestore(place, { clock, channels: [FIRESTORE_CHANNEL] })
          },
  }
  for (const [engine, open] of Object.entries(engines)) {
    describe(`a project store in ${engine}`, { skip: typeof open === 'string' ? open : false }, () => {
      if (typeof open === 'string') return
      for (const [sentence, run] of Object.entries(contract))
        it(sentence, async (t) => run({ engine, ...opened(t, await open(t)) }))
    })
  }
}

function opened(t: TestContext, connect: (clock: () => Date) => Driver): Omit<Opened, 'engine'> {
  let time = Date.now()
  const driver = connect(() => new Date(time))
  const open = (opened: Driver) => {
    const store = createProjectStore(opened)
    t.after(() => store.close())
    return store
  }
  return {
    again: () => open(connect(() => new Date(time))),
    store: open(driver),
    async addChannel() {
      const { sql: db } = driver
      if (!db) return FIRESTORE_CHANNEL
      const id = randomUUID()
      const events = 'project.created project.updated project.status_changed project.erased'
      const add = sql`insert into desk_webhooks (id, address, events, secret, created_at)
        values (${id}, 'https://crm.example', ${events}, '', '')`
      await db.transact('webhooks', [], () => ({ result: null, write: [add] }))
      return `webhook:${id}`
    },
    wait: (ms) => {
      time += ms
    },
  }
}

export const submission = (changes = {}, id = sampleId()) => ({
  id,
  answers: sampleAnswers(changes),
  extraAnswers: {},
})

export function claimedFrom(saved: Saved): ClaimedDelivery {
  assert.equal(saved.claim.kind, 'claimed')
  if (saved.claim.kind !== 'claimed') throw new Error('not claimed')
  return saved.claim
}
