import { randomUUID } from 'node:crypto'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import type { OpenDatabase } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { ClaimedMessage } from '../outbox/message.ts'
import { createQueue, type Queue } from '../outbox/queue.ts'
import type { SaveSettings } from '../projects/project-services.ts'
import { type Saved, type Submission, saveProject } from '../projects/save-project.ts'
import { onEveryEngine } from './databases.ts'
import { defaultSettings } from './default-settings.ts'
import { sampleId } from './sample-id.ts'

/** A server's view of the database: its queue, and saving. */
export interface TestOutbox extends SaveSettings {
  readonly db: OpenDatabase
  readonly queue: Queue
  readonly save: (submission: Submission) => Promise<Saved>
}

export interface Opened extends TestOutbox {
  readonly engine: string
  /** Opens the same database again, as another server would. */
  readonly again: () => TestOutbox
  /** Makes every event leave through a webhook, and returns its channel. */
  readonly addWebhook: () => Promise<string>
  /** Moves the clock of every server forward. */
  readonly wait: (ms: number) => void
  readonly now: () => Date
}

const EMAIL_ONLY: SaveSettings = { latestChannels: ['specialist'], settings: () => defaultSettings }
const EVERY_EVENT = 'project.created project.updated project.status_changed project.erased'

/** Runs a list of tests on SQLite and PostgreSQL, with a clock that the test moves. */
export const onEveryOutbox = (
  title: string,
  contract: Readonly<Record<string, (opened: Opened) => Promise<void>>>,
  settings: SaveSettings = EMAIL_ONLY,
) =>
  onEveryEngine(title, (newDatabase, engine) => {
    for (const [sentence, run] of Object.entries(contract))
      it(sentence, async (t) => {
        const open = await newDatabase(t)
        let time = Date.now()
        const now = () => new Date(time)
        const again = () => testOutbox(t, open(now), settings)
        const first = again()
        await run({
          ...first,
          engine,
          again,
          now,
          addWebhook: () => addWebhook(first.db),
          wait: (ms) => {
            time += ms
          },
        })
      })
  })

/** A server's view of a database that is closed after the test. */
export function testOutbox(
  t: TestContext,
  db: OpenDatabase,
  settings: SaveSettings = EMAIL_ONLY,
): TestOutbox {
  t.after(() => db.close())
  const queue = createQueue(db)
  return { ...settings, db, queue, save: (submission) => saveProject(submission, { ...settings, db, queue }) }
}

async function addWebhook(db: OpenDatabase): Promise<string> {
  const id = randomUUID()
  const add = sql`insert into desk_webhooks (id, address, events, secret, created_at)
    values (${id}, 'https://crm.example', ${EVERY_EVENT}, '', '')`
  await db.transact('webhooks', [], () => ({ result: null, write: [add] }))
  return `webhook:${id}`
}

export const submission = (changes = {}, id = sampleId()) => ({
  id,
  answers: sampleAnswers(changes),
  extraAnswers: {},
})

/** The email's message, which the save has claimed. */
export function claimedFrom({ awaited }: Saved, channel = 'specialist'): ClaimedMessage {
  const claim = awaited.find((one) => one.channel === channel)?.claim
  if (claim?.kind !== 'claimed') throw new Error(`not claimed: ${claim?.kind}`)
  return claim.claimed
}
