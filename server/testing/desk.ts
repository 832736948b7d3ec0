import { it, type TestContext } from 'node:test'
import type { Inbox, ProjectDetails } from '../../desk/api.ts'
import type { Filter } from '../../desk/filters.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { versionFor } from '../../questionnaire/testing/version-for.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { query, queryAs, text } from '../db/rows.ts'
import { raw, type Statement, sql } from '../db/sql.ts'
import { onEveryEngine } from './databases.ts'
import { sampleId } from './sample-id.ts'
import { type TestOptions, testApp } from './test-app.ts'

export const PASSWORD = 'paint the ceiling twice'
/** Its hash of the lowest cost, because the real one takes long on purpose. */
const PASSWORD_HASH = 'argon2id$8$1$AAAAAAAAAAAAAAAAAAAAAA$rKddoXHrLgZSYhaTwjyV1nuFfchdmYqIgMt3NGkf4Ss'

export const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000)

/** Opens the same database once more, as another server would. */
type Again = () => OpenDatabase

export type Opened = Awaited<ReturnType<typeof testDesk>> & { readonly again: Again; readonly t: TestContext }

/** Runs a list of tests on SQLite and PostgreSQL, with the real server. */
export const onEveryDatabase = (
  title: string,
  contract: Readonly<Record<string, (opened: Opened) => Promise<void>>>,
) =>
  onEveryEngine(title, (newDatabase) => {
    for (const [sentence, run] of Object.entries(contract))
      it(sentence, async (t) => {
        const open = await newDatabase(t)
        const again = () => open()
        await run({ ...(await testDesk(t, { db: again() })), again, t })
      })
  })

/** The real server with a desk for two people: Ada, an owner, and Grace, a specialist. */
export async function testDesk(t: TestContext, options: TestOptions = {}) {
  const opened = await testApp(t, options)
  const { app, services } = opened
  const { staff, desk } = services
  for (const [name, email] of [
    ['Ada', 'ada@kitchens.example'],
    ['Grace', 'grace@kitchens.example'],
  ] as const) {
    const token = await staff.people.add({ name, email })
    if (token) await staff.people.choosePassword(token, email, PASSWORD_HASH)
  }

  /** Begins a session without checking the password, which takes long on purpose. */
  const signIn = async (email = 'ada@kitchens.example') => {
    const token = await staff.sessions.begin({ email, password: PASSWORD_HASH })
    await staff.audit.add(email, 'signed in')
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
  const inbox = async (filter: Filter = {}): Promise<Inbox> =>
    (await ask('GET', `projects?${new URLSearchParams({ ...filter })}`)).json()
  return {
    ...opened,
    staff,
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
    inbox,
    /** The ids of the projects in the inbox. */
    async ids(filter: Filter = {}): Promise<readonly string[]> {
      return (await inbox(filter)).projects.map(({ id }) => id)
    },
    /** The newest entries of the audit list, newest first. */
    async audited(count?: number): Promise<readonly string[]> {
      const entries = (await staff.audit.list()).slice(0, count)
      return entries.map(({ who, what, detail }) => `${who} ${what} ${detail}`)
    },
    async file(id: string): Promise<ProjectDetails> {
      return (await ask('GET', `projects/${id}`)).json()
    },
  }
}

/** The tables in which a text occurs. */
export async function tablesWith(words: string, db: Database): Promise<readonly string[]> {
  const statement =
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name not like 'desk_search_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`
  const found = []
  for (const { name } of await db.all(query(statement, { name: text }))) {
    const rows = await db.all(queryAs(raw(`select * from ${name}`), (row) => row))
    if (JSON.stringify(rows).includes(words)) found.push(name)
  }
  return found.toSorted()
}
