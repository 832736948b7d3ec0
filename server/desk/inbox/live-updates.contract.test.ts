import assert from 'node:assert/strict'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { createProjectStore } from '../../store/create-project-store.ts'
import { sql } from '../../store/sql/sql.ts'
import { inHours, type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'
import { claimedFrom } from '../../testing/stores.ts'
import { eraseProject } from '../projects/erase.ts'
import { createLiveUpdates } from './live-updates.ts'

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a window gets changes, also those of another server, until sign-out': async ({
    app,
    signIn,
    submit,
    ask,
    again,
    desk,
    services: { mailer },
  }) => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    assert.equal((await fetch(`${address}/api/desk/changes`)).status, 401)
    const cookie = await signIn()
    const hourAgo = inHours(-1).toISOString()
    const write = [sql`update desk_sessions set seen_at = ${hourAgo}`]
    await desk.db.transact('sessions', [], () => ({ result: null, write }))
    const answer = await fetch(`${address}/api/desk/changes`, { headers: { cookie } })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.ok(answer.headers.get('content-security-policy'))
    let heard = ''
    let isEnded = false
    const reading = (async () => {
      for await (const bytes of answer.body ?? []) heard += new TextDecoder().decode(bytes)
      isEnded = true
    })()
    await eventually(async () => heard.includes(':\n\n'))
    // A page that listens is not a person who uses it.
    assert.deepEqual(await desk.db.all(sql`select 1 from desk_sessions where seen_at <> ${hourAgo}`), [])
    const id = await submit()
    await eventually(async () => heard.includes(`data: ${id}\n\n`))
    const elsewhere = createProjectStore(again())
    const due = sampleId()
    const claimed = claimedFrom(await elsewhere.save({ id: due, answers: sampleAnswers(), unknown: {} }))
    // Or whoever erases it waits for its e-mail.
    await elsewhere.markFailed(claimed, { reason: 'down', permanent: false })
    await eventually(async () => heard.includes('data: deliveries\n\n') && heard.includes(`data: ${due}`))
    await elsewhere.close()
    assert.equal(heard.includes('data: all'), false)
    const other = again()
    assert.ok(other.sql)
    await eraseProject({ id: due, lastName: sampleAnswers().lastName, who: 'grace' }, other.sql, mailer)
    await eventually(async () => heard.includes('data: all\n\n'))
    await other.close()
    assert.equal(desk.liveUpdates.size(), 1)
    await ask('DELETE', 'session')
    await eventually(async () => isEnded)
    await reading
    assert.equal(desk.liveUpdates.size(), 0)
  },

  'one person cannot use up the streams of all': async ({ app, signIn }) => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const cookies = [...Array<string>(21).fill(await signIn()), await signIn('grace@kitchens.example')]
    const answers: Response[] = []
    for (const cookie of cookies)
      answers.push(await fetch(`${address}/api/desk/changes`, { headers: { cookie } }))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual([...new Set(statuses.slice(0, 20)), ...statuses.slice(20)], [200, 429, 200])
    await Promise.all(answers.map(({ body }) => body?.cancel()))
    // A window that was closed is counted no more.
    await eventually(async () => {
      const { status, body } = await fetch(`${address}/api/desk/changes`, {
        headers: { cookie: cookies[0] ?? '' },
      })
      await body?.cancel()
      return status === 200
    })
  },

  'changes arrive again after the database was down, but no older ones': async ({ desk, submit }) => {
    const before = await submit()
    let isDown = true
    let read = 0
    const failed: unknown[] = []
    const db: typeof desk.db = {
      ...desk.db,
      async all(statement) {
        if (isDown) throw new Error('down')
        read += 1
        return desk.db.all(statement)
      },
    }
    const heard: string[] = []
    const changes = createLiveUpdates(db, (error) => void failed.push(error), 10)
    const stop = changes.listen((what) => void heard.push(what))
    await eventually(async () => failed.length > 1)
    isDown = false
    // The first look reads three times.
    await eventually(async () => read > 3)
    const id = await submit()
    await eventually(async () => heard.includes(id))
    stop()
    assert.equal(heard.includes(before), false)
  },

  'a change that is read while the database fails arrives once it is back': async ({ desk, submit, t }) => {
    let broken = 'none'
    let read = 0
    const failed: unknown[] = []
    const db: typeof desk.db = {
      ...desk.db,
      async all(statement) {
        if (statement.parts.join('').includes(`from ${broken}`)) throw new Error('down')
        read += 1
        return desk.db.all(statement)
      },
    }
    const heard: string[] = []
    const changes = createLiveUpdates(db, (error) => void failed.push(error), 10)
    t.after(changes.listen((what) => void heard.push(what)))
    // The first look reads three times.
    await eventually(async () => read > 3)
    for (const table of ['desk_audit', 'deliveries']) {
      const first = await submit()
      await eventually(async () => heard.includes(first))
      broken = table
      const id = await submit()
      failed.length = 0
      await eventually(async () => failed.length > 1)
      broken = 'none'
      await eventually(async () => heard.includes(id), 5000)
    }
  },

  'a window that connects while the server closes does not keep it open': async ({
    app,
    desk,
    signIn,
    t,
  }) => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = await signIn()
    const find = desk.sessions.find
    let goOn = () => {}
    const asked = new Promise<void>((isAsked) => {
      t.mock.method(desk.sessions, 'find', async (...given: Parameters<typeof find>) => {
        isAsked()
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        return find(...given)
      })
    })
    const answering = fetch(`${address}/api/desk/changes`, { headers: { cookie } })
    await asked
    const closed = app.close()
    // The server takes nobody any more once its hooks have run.
    await eventually(async () => !app.server.listening)
    goOn()
    const answer = await answering
    await answer.body?.cancel()
    assert.equal(answer.status, 503)
    await closed
  },
}

await onEveryDatabase('Changes', contract)
