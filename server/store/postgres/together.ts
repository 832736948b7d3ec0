import type { PoolClient } from 'pg'
import { fieldNames } from '../../../questionnaire/fields.ts'
import type { DatabaseTime } from '../database-time.ts'
import type { Delivery } from '../delivery.ts'
import type { Decision } from '../driver.ts'
import { erasedHash, indexStatements } from '../sql/project-index.ts'
import { assigned, deliveryColumns, quoted } from '../sql/schema.ts'
import { asWrite, BEGIN, commit, inOneTrip, prepared, type Write } from './transaction.ts'

/** To be made, unless a project of its id is there or was erased. */
export interface NewProject {
  readonly id: string
  readonly decide: (now: Date) => Decision<unknown>['write']
}

/** How a delivery that was leased is to be from now on. */
export interface Replacement {
  readonly leased: Delivery
  readonly next: Delivery
}

/** Beyond some megabytes, what is left goes alone: nobody else is to wait for whoever sends novels. */
const MOST_LETTERS = 4_000_000

// The rows of many visitors go as JSON, in one statement. None waits for a lock that somebody else has. None joins
// a table: a plan is kept, and one that was made while the table was empty would go on reading all of it.

const LOCK = `select id, coalesce($2::timestamptz, clock_timestamp()) as "now" from json_array_elements_text($1) as id
  where pg_try_advisory_xact_lock(hashtextextended(id, 0))`

/** After the lock, in a statement of its own: the lock's sees what was there before it. */
const KNOWN = `select id from json_to_recordset($1) as asked (id text, hash text) where coalesce(
  (select true from projects where projects.id = asked.id),
  (select true from desk_erased where desk_erased.hash = asked.hash), false)`

const projectColumns = quoted(['id', 'createdAt', ...fieldNames])
const deliveryNames = ['projectId', ...deliveryColumns]

const INSERT = `with
  made as (insert into projects (${projectColumns}) select ${projectColumns} from json_populate_recordset(null::projects, $1)),
  queued as (insert into deliveries (${quoted(deliveryNames)})
    select ${quoted(deliveryNames)} from json_populate_recordset(null::deliveries, $2))
  select 1`

/**
 * Those that are still leased as they were: a lease is nobody else's, an edit has another revision, and one that
 * was held meanwhile has no next attempt.
 */
const REPLACE = `insert into deliveries (${quoted(deliveryNames)}) select ${deliveryNames.map((name) => `(next)."${name}"`).join(', ')}
  from json_to_recordset($1) as replacement (token text, revision integer, next deliveries)
  where (select kept."leaseToken" = token and kept.revision = replacement.revision and kept."nextAttemptAt" is not null
    from deliveries kept where kept."projectId" = (next)."projectId" for update skip locked)
  on conflict ("projectId") do update set ${assigned(deliveryColumns)} returning "projectId" as id`

/** Makes what is new in one transaction, and tells what that was. */
export async function madeTogether(
  client: PoolClient,
  asked: readonly NewProject[],
  time: DatabaseTime,
): Promise<ReadonlySet<NewProject>> {
  const ids = asked.map(({ id }) => id)
  const hashes = ids.map((id) => ({ id, hash: erasedHash(id) }))
  const [, locked, known] = await inOneTrip(client, () => [
    client.query(BEGIN),
    client.query<{ id: string; now: Date }>(prepared(LOCK), [JSON.stringify(ids), time.override()]),
    client.query<{ id: string }>(prepared(KNOWN), [JSON.stringify(hashes)]),
  ])
  const free = new Set(locked.rows.map(({ id }) => id))
  for (const { id } of known.rows) free.delete(id)
  const now = locked.rows[0]?.now ?? time.now()
  time.told(now)

  const made = new Set<NewProject>()
  const rows: Record<'projects' | 'deliveries', string[]> = { projects: [], deliveries: [] }
  const index: Write[] = []
  let letters = 0
  for (const one of asked) {
    // The second of an id that was asked for twice is not new.
    if (letters > MOST_LETTERS || !free.delete(one.id)) continue
    const write = one.decide(now)
    if (!write?.answers) continue
    made.add(one)
    const { id } = one
    const project = JSON.stringify({ id, createdAt: now, ...write.answers })
    letters += project.length
    rows.projects.push(project)
    rows.deliveries.push(JSON.stringify(write.delivery))
    const saved = { id, createdAt: now, answers: write.answers }
    index.push(...indexStatements(saved, { dialect: 'postgres', kind: 'new', now }).map(asWrite))
  }
  const values = [rows.projects, rows.deliveries].map((all) => `[${all.join()}]`)
  await commit(client, made.size > 0 ? [[INSERT, values], ...index] : [], prepared)
  return made
}

/** In one trip; tells those that were replaced. */
export async function replacedTogether(
  client: PoolClient,
  asked: readonly Replacement[],
): Promise<ReadonlySet<Replacement>> {
  const replacements = asked.map(({ leased, next }) => ({
    token: leased.leaseToken,
    revision: leased.revision,
    next,
  }))
  const { rows } = await client.query<{ id: string }>(prepared(REPLACE), [JSON.stringify(replacements)])
  const ids = new Set(rows.map(({ id }) => id))
  return new Set(asked.filter(({ leased }) => ids.has(leased.projectId)))
}
