import { randomBytes, randomInt } from 'node:crypto'
import { type Status, statuses } from '../../desk/status.ts'
import { type Answers, answersFrom } from '../../questionnaire/answers.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { filed } from '../store/filing.ts'
import { joined, raw, type Statement, sql } from '../store/sql.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { removal } from './erase.ts'

const AT_ONCE = 50
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Makes projects to try the desk with. They are marked, their e-mails count as sent, and nobody is told. */
export async function makeSamples(db: SqlDatabase, count: number, now: Date): Promise<void> {
  for (let made = 0; made < count; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => sample(db.dialect, now))
    await db.transact('samples', [], () => ({ result: null, write: some.flat() }))
  }
}

/** Removes every sample and nothing else; returns how many. */
export async function removeSamples(db: SqlDatabase): Promise<number> {
  let removed = 0
  while (true) {
    const some = sql`select project from desk_files where sample = 1 order by seq limit ${AT_ONCE}`
    const count = await db.transact('samples', [some], ([rows = []]) => ({
      result: rows.length,
      write: rows.flatMap((row) => removal(String(row.project), db.dialect)),
    }))
    removed += count
    if (count === 0) return removed
  }
}

function sample(dialect: SqlDatabase['dialect'], now: Date): readonly Statement[] {
  const id = randomBytes(16).toString('base64url')
  // Most came lately, some long ago.
  const age = Math.random() ** 3 * 120 * DAY
  const createdAt = new Date(now.getTime() - age)
  const answers = sampleAnswers()
  const at = createdAt.toISOString()
  const columns = raw(['id', ...fieldNames, 'createdAt'].map((name) => `"${name}"`).join(', '))
  const values = joined(
    [id, ...fieldNames.map((name) => answers[name]), at].map((value) => sql`${value}`),
    ', ',
  )
  return [
    sql`insert into projects (${columns}) values (${values})`,
    sql`insert into deliveries ("projectId", "sentRevision", "queuedAt", attempts, "sentAt") values (${id}, 1, ${at}, 1, ${at})`,
    ...filed({ id, createdAt, answers }, { dialect, as: 'sample', now }),
    ...progress(id, createdAt, now),
  ]
}

/** The older a project, the further it usually is. */
function progress(id: string, createdAt: Date, now: Date): readonly Statement[] {
  const days = (now.getTime() - createdAt.getTime()) / DAY
  const furthest = Math.min(statuses.length - 1, Math.floor(Math.random() * (1 + days / 4)))
  const status: Status = statuses[furthest] ?? 'New'
  if (status === 'New') return []
  const waited = Math.round(5 + Math.random() ** 2 * 300)
  const contactedAt = new Date(Math.min(createdAt.getTime() + waited * MINUTE, now.getTime())).toISOString()
  const reason = status === 'Lost' ? oneOf(['Went with a cousin', 'Budget', 'Too far away', 'Not now']) : ''
  const event = (version: number, kind: string, a: string, b: string, c: string) =>
    sql`insert into desk_events (project, version, at, kind, a, b, c) values (${id}, ${version}, ${contactedAt}, ${kind}, ${a}, ${b}, ${c})`
  return [
    sql`update desk_files set status = ${status}, lost_reason = ${reason}, contacted_at = ${contactedAt},
      waited = ${waited}, waiting = 0, version = 2 where project = ${id}`,
    event(1, 'contact', oneOf(['Called', 'Left a message', 'E-mailed']), '', ''),
    event(2, 'status', 'New', status, reason),
  ]
}

function sampleAnswers(): Answers {
  const [firstName, lastName] = [oneOf(FIRST), oneOf(LAST)]
  const [city, state, zipCode] = oneOf(PLACES)
  const type = oneOf(Object.values(remodelTypes))
  const words: Partial<Record<FieldName, string>> = {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${randomInt(1000)}@example.com`.toLowerCase(),
    emailAddress: '',
    renegadeRemodelersEmailAddress: '',
    streetAddress: `${randomInt(1, 2000)} ${oneOf(STREETS)}`,
    city,
    state,
    zipCode,
    yearBuilt: String(randomInt(1900, 2020)),
    typeOfKitchenRemodel: type.answer,
    newKitchenImportantFeature: oneOf(WISHES),
    newKitchenOtherFeature: oneOf(WISHES),
    timeFrame: oneOf(['This spring', 'Within six months', 'As soon as possible', 'Next year', 'No hurry']),
    budget: oneOf([
      '$20,000',
      '30k',
      '40-50k',
      'about 60 000',
      '$75,000',
      'under 100k',
      '120k+',
      'Not sure yet',
    ]),
    additionalComments: oneOf([
      '',
      'A sample, made to try the desk.',
      'We have two dogs.',
      'Please write, do not call.',
    ]),
  }
  return answersFrom((name) => {
    const given = words[name]
    if (given !== undefined) return given
    const field = fieldNamed(name)
    return 'options' in field ? oneOf(field.options) : ''
  })
}

function oneOf<T>(list: readonly T[]): T {
  const chosen = list[randomInt(list.length)]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}

const FIRST = ['Alma', 'Bram', 'Cora', 'Dov', 'Edda', 'Fitz', 'Greta', 'Hale', 'Ines', 'Jory', 'Kit', 'Lark']
const LAST = [
  'Sampleton',
  'Trialby',
  'Mockridge',
  'Testerman',
  'Demoford',
  'Exemplar',
  'Fictley',
  'Pretendson',
]
const STREETS = ['Maple Street', 'Oak Avenue', 'Willow Lane', 'Cedar Court', 'Birch Road', 'Juniper Drive']
const PLACES = [
  ['Springfield', 'IL', '62701'],
  ['Fairview', 'OH', '44126'],
  ['Riverton', 'NJ', '08077'],
  ['Greenville', 'SC', '29601'],
  ['Salem', 'OR', '97301'],
] as const
const WISHES = [
  'An island where two of us can cook at once.',
  'Drawers instead of doors, and light over the sink.',
  'Room for the whole family at the table.',
  'A pantry that closes, and a floor that forgives.',
  'It has to work for a wheelchair.',
  'More counter, less clutter.',
]
