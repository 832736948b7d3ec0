import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import type { Filter, Inbox, ProjectDetails } from '../../desk/api.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { versionFor } from '../../questionnaire/testing/version-for.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { hashPassword } from '../desk/auth/passwords.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import type { Driver } from '../store/driver.ts'
import { openPostgres } from '../store/postgres/open-postgres.ts'
import { raw, type Statement, sql } from '../store/sql/sql.ts'
import type { SqlDatabase } from '../store/sql/sql-database.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { startPostgres } from './postgres.ts'
import { sampleId } from './sample-id.ts'
import { type TestOptions, temporaryDirectory, testApp } from './test-app.ts'

export const PASSWORD = 'paint the ceiling twice'
// Hashed once, because hashing is slow.
const password = hashPassword(PASSWORD)

export const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000)

/** Opens the same database once more, as another server would. */
type Again = () => Driver

export type Opened = Awaited<ReturnType<typeof testDesk>> & { readonly again: Again; readonly t: TestContext }

/** Runs a list of tests on SQLite and PostgreSQL. */
export async function onEveryDatabase(
  title: string,
  contract: Readonly<Record<string, (opened: Opened) => Promise<void>>>,
) {
  const postgres = await startPostgres()
  after(async () => {
    if (typeof postgres !== 'string') await postgres.close()
  })
  const engines: Record<string, ((t: TestContext) => Promise<Again>) | string> = {
    SQLite: async (t) => {
      const path = join(await temporaryDirectory(t), 'projects.db')
      return () => openSqlite(path, { indexStatements })
    },
    PostgreSQL:
      typeof postgres === 'string'
        ? postgres
        : async () => {
            const url = await postgres.newDatabase()
            return () => openPostgres(url, { indexStatements })
          },
  }
  for (const [name, open] of Object.entries(engines)) {
    describe(`${title} on ${name}`, { skip: typeof open === 'string' ? open : false }, () => {
      if (typeof open === 'string') return
      for (const [sentence, run] of Object.entries(contract)) {
        it(sentence, async (t) => {
          const again = await open(t)
          await run({ ...(await testDesk(t, { driver: again() })), again, t })
        })
      }
    })
  }
}

/** The real server with a desk for two people: Ada, an owner, and Grace, a specialist. */
export async function testDesk(t: TestContext, options: TestOptions = {}) {
  const opened = await testApp(t, options)
  const { app, services } = opened
  const desk = services.desk
  if (!desk) throw new Error('No desk')
  for (const [name, email] of [
    ['Ada', 'ada@kitchens.example'],
    ['Grace', 'grace@kitchens.example'],
  ] as const) {
    const token = await desk.people.add({ name, email })
    if (token) await desk.people.choosePassword(token, email, await password)
  }

  /** Begins a session without checking the password, which takes long on purpose. */
  const signIn = async (email = 'ada@kitchens.example') => {
    const token = await desk.sessions.begin({ email, password: await password })
    await desk.audit.add(email, 'signed in')
    return `desk=${token}`
  }
  const call =
    (cookie: string) =>
    (
      method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload?: object,
      headers: Record<string, string> = {},
    ) =>
      app.inject({
        method,
        url: `/api/desk/${path}`,
        headers: { cookie, ...headers },
        ...(payload ? { payload } : {}),
      })

  /** Changes rows as no route does, such as their times. */
  const write = (...statements: readonly Statement[]) =>
    desk.db.transact('test', [], () => ({ result: null, write: statements }))

  const ask = call(await signIn())
  return {
    ...opened,
    desk,
    signIn,
    call,
    ask,
    write,
    /** Submits a project as a visitor does, from a source. Options of older versions are accepted. */
    async submit(changes: Partial<Answers> = {}, id = sampleId(), source = '') {
      const answers = sampleAnswers(changes)
      const answer = await opened.put(id, answers, {
        [VERSION_HEADER]: versionFor(answers),
        [SOURCE_HEADER]: source,
      })
      if (answer.statusCode >= 300) throw new Error(`Not submitted: ${answer.body}`)
      return id
    },
    async inbox(filter: Filter = {}): Promise<Inbox> {
      return (await ask('GET', `projects?${new URLSearchParams({ ...filter })}`)).json()
    },
    async file(id: string): Promise<ProjectDetails> {
      return (await ask('GET', `projects/${id}`)).json()
    },
  }
}

/** The tables in which a text occurs. */
export async function tablesWith(text: string, db: SqlDatabase): Promise<readonly string[]> {
  const tables = await db.all(
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name not like 'desk_search_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await db.all(raw(`select * from ${String(name)}`))
    if (JSON.stringify(rows).includes(text)) found.push(String(name))
  }
  return found.toSorted()
}
