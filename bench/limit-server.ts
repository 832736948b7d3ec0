import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fastify } from 'fastify'
import MailComposer from 'nodemailer/lib/mail-composer'
import { Pool } from 'pg'
import { answersFrom, noAnswers } from '../questionnaire/answers.ts'
import { BRAND_NAME } from '../questionnaire/business.ts'
import type { Project } from '../questionnaire/project.ts'
import { projectEmail } from '../server/mail/project-email.ts'
import { createDelivery } from '../server/store/delivery.ts'
import { saveDelivery, saveProject } from '../server/store/sql/project-statements.ts'
import { createTable, tables } from '../server/store/sql/schema.ts'
import { textOf } from '../server/store/sql/sql.ts'
import { openFile } from '../server/store/sqlite/database-file.ts'
import { bodies } from './submissions.ts'

/**
 * The least that a submission can cost: the same JSON parsed, the same project and delivery in one durable
 * commit, and nothing else. No check, no desk, and an e-mail's file only where there is an outbox to put it.
 * `limit-server.ts http|fastify DATABASE_URL PORT [OUTBOX]`.
 */
const [framework = '', databaseUrl = '', port = '', outbox = ''] = process.argv.slice(2)
const commitProject = databaseUrl.startsWith('sqlite:')
  ? openSqlite(databaseUrl.slice('sqlite:'.length))
  : await openPostgres(databaseUrl)
const email = await emailLikeOurs()
if (outbox) mkdirSync(outbox)
const listen = { host: '127.0.0.1', port: Number(port) }

if (framework === 'fastify') {
  const app = fastify()
  app.get('/healthz', async () => 'ok')
  app.put<{ Params: { id: string }; Body: Readonly<Record<string, unknown>> }>(
    '/api/projects/:id',
    async (request, reply) => {
      await save(projectFrom(request.params.id, request.body))
      return reply.code(201).send({})
    },
  )
  await app.listen(listen)
} else {
  createServer((request, response) => {
    if (request.method === 'GET') {
      response.end('ok')
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const id = request.url?.split('/').at(-1) ?? ''
      await save(projectFrom(id, JSON.parse(Buffer.concat(chunks).toString())))
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
    })
  }).listen(listen)
}

async function save(project: Project) {
  await commitProject(project)
  if (outbox === '') return
  const draft = join(outbox, `.${project.id}`)
  await writeFile(draft, email, { flush: true })
  await rename(draft, join(outbox, `${project.id}.eml`))
}

/** Made once, of whatever answers: only its length counts. */
function emailLikeOurs(): Promise<Buffer> {
  const now = new Date()
  const project = { id: 'x'.repeat(22), answers: bodies[0] ?? noAnswers, createdAt: now }
  const mail = { project, revision: 1, revisedAt: now, isUpdate: false, unknown: {}, changed: [] }
  const parties = { from: 'guide@kitchens.example', to: ['owner@kitchens.example'] }
  return new MailComposer(projectEmail(mail, parties, BRAND_NAME)).compile().build()
}

function projectFrom(id: string, body: Readonly<Record<string, unknown>>): Project {
  return { id, answers: answersFrom((name) => String(body[name])), createdAt: new Date() }
}

const writesFor = (project: Project) => [
  saveProject(project),
  saveDelivery(createDelivery(project.id, '{}', project.createdAt)),
]

/** Projects that arrive in one turn of the event loop share a commit. */
function openSqlite(path: string): (project: Project) => Promise<void> {
  // With the product's own settings.
  const { db } = openFile(path)
  for (const table of tables({ time: 'text', compact: 'without rowid' })) db.exec(createTable(table))
  const sample = writesFor({ id: '', answers: noAnswers, createdAt: new Date() })
  const prepared = sample.map((statement) => db.prepare(textOf(statement, () => '?')))
  let waiting: { readonly project: Project; readonly done: () => void }[] = []

  function commit() {
    const batch = waiting
    waiting = []
    db.exec('begin immediate')
    for (const { project } of batch)
      for (const [index, { values }] of writesFor(project).entries()) prepared[index]?.run(...values)
    db.exec('commit')
    for (const { done } of batch) done()
  }

  return (project) =>
    new Promise((done) => {
      if (waiting.length === 0) setImmediate(commit)
      waiting.push({ project, done })
    })
}

async function openPostgres(url: string): Promise<(project: Project) => Promise<void>> {
  const pool = new Pool({ connectionString: url })
  for (const table of tables({ time: 'timestamptz', compact: '' })) await pool.query(createTable(table))
  return async (project) => {
    const client = await pool.connect()
    await client.query('begin')
    for (const statement of writesFor(project))
      await client.query(
        textOf(statement, (position) => `$${position}`),
        [...statement.values],
      )
    await client.query('commit')
    client.release()
  }
}
