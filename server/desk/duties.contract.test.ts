import assert from 'node:assert/strict'
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstContacts } from '../../desk/api.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { LAST, screens } from '../../questionnaire/screens.ts'
import type { Mailer } from '../mail/mailer.ts'
import { keepProjects } from '../store/keep-projects.ts'
import { raw, sql } from '../store/sql.ts'
import { eventually } from '../store/test-process.ts'
import { sampleId } from '../test-sample-id.ts'
import { createDesk } from './desk.ts'
import { eraseProject } from './erase.ts'
import { createFirstContacts } from './first-contacts.ts'
import { tellHot } from './hot-watch.ts'
import { eraseOld } from './retention.ts'
import { makeSamples, removeSamples } from './sample-projects.ts'
import { createSteps } from './steps.ts'
import { type Opened, onEveryDatabase, testDesk } from './test-desk.ts'

const HOUR = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

/** Every table in which a text is. */
async function traces({ desk: { db } }: Opened, text: string): Promise<readonly string[]> {
  const tables = await db.all(
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table'`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await db.all(raw(`select * from ${String(name)}`))
    if (JSON.stringify(rows).includes(text)) found.push(String(name))
  }
  return found.toSorted()
}

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'an erased project is gone from everywhere, and a late try does not bring it back': async (opened) => {
    const { submit, ask, put, emails, inbox, directory } = opened
    const id = await submit({ lastName: 'De la Cruz', city: 'Troy' })
    await submit({ lastName: 'De la Cruz', city: 'Utica' }, id)
    const other = await submit({ email: 'other@example.com' })
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'x' })
    assert.equal((await emails()).length, 3)
    const unread = opened.desk.db.dialect === 'sqlite' ? ['desk_unread'] : []
    assert.deepEqual(await traces(opened, id), [
      'deliveries',
      'desk_events',
      'desk_files',
      ...unread,
      'projects',
    ])
    assert.equal((await ask('DELETE', `projects/${id}`)).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Cruz' })).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: ' de la cruz' })).statusCode, 204)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'De la Cruz' })).statusCode, 404)

    assert.deepEqual(await traces(opened, id), [])
    assert.equal((await readdir(join(directory, 'outbox'))).length, 1)
    assert.deepEqual((await inbox({ search: 'utica' })).projects, [])
    assert.equal((await put(id, sampleAnswers({ lastName: 'De la Cruz' }))).statusCode, 200)
    assert.deepEqual(await traces(opened, id), [])
    assert.equal((await emails()).length, 1)
    assert.deepEqual(
      (await inbox()).projects.map((project) => project.id),
      [other],
    )
    assert.deepEqual((await opened.desk.audit.list())[0]?.what, 'erased')
  },

  'erasing that fails at the e-mail files is not done, and can be asked for again': async (opened) => {
    const { submit, ask, inbox, directory } = opened
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    await submit({ lastName: 'Oak', city: 'Utica' }, id)
    const outbox = join(directory, 'outbox')
    const [stubborn = ''] = await readdir(outbox)
    // A directory in its place is no file that could be removed.
    await rm(join(outbox, stubborn))
    await mkdir(join(outbox, stubborn))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 500)
    assert.equal((await inbox()).projects[0]?.id, id)
    assert.equal(
      (await opened.desk.audit.list()).some(({ what }) => what === 'erased'),
      false,
    )

    await rmdir(join(outbox, stubborn))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await readdir(outbox), [])
    assert.deepEqual(await traces(opened, id), [])
  },

  'what is e-mailed while its project is being erased goes as well': async (opened) => {
    const { submit, desk, services } = opened
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
    assert.deepEqual(await opened.emails(), [])
    assert.deepEqual(await traces(opened, id), [])
  },

  'projects are erased by age, and how many is known': async (opened) => {
    const { submit, desk, services, lines } = opened
    await submit()
    const old = { desk, mailer: services.mailer, log: services.log }
    assert.equal(await eraseOld(30, inHours(29 * 24), old), 0)
    assert.equal(await eraseOld(30, inHours(31 * 24), old), 1)
    assert.deepEqual(await opened.projects(), [])
    assert.deepEqual((await opened.emails()).length, 0)
    const [entry] = await desk.audit.list()
    assert.equal(`${entry?.what}: ${entry?.detail}`, 'erased by age: 1 projects older than 30 days')
    assert.ok(lines.some((line) => line.includes('"erased":1')))
  },

  'one that cannot be erased keeps no other from being erased by age': async (opened) => {
    const { submit, desk, services } = opened
    const [stubborn, other] = [await submit(), await submit()]
    const mailer: Mailer = {
      ...services.mailer,
      erase: async (id) => assert.notEqual(id, stubborn, 'no such luck'),
    }
    await assert.rejects(eraseOld(30, inHours(31 * 24), { desk, mailer, log: services.log }), /no such luck/)
    assert.deepEqual(await traces(opened, other), [])
    assert.equal((await desk.audit.list())[0]?.detail, '1 projects older than 30 days')
    assert.equal(
      await eraseOld(30, inHours(31 * 24), { desk, mailer: services.mailer, log: services.log }),
      1,
    )
    assert.deepEqual(await traces(opened, stubborn), [])
  },

  'files whose records somebody deleted go by age as well, and end the round': async (opened) => {
    const { submit, desk, services } = opened
    const { db } = desk
    const id = await submit()
    const orphans = Array.from({ length: 120 }, (_, nth) => `orphan${nth}`)
    await db.transact('orphans', [sql`select 1`], () => ({
      result: null,
      write: orphans.map((orphan, nth) =>
        db.dialect === 'sqlite'
          ? sql`insert into desk_files (seq, project, came_at, type, email_key, street_key) values (${nth}, ${orphan}, '', '', '', '')`
          : sql`insert into desk_files (seq, project, came_at, type, email_key, street_key, words) values (${nth}, ${orphan}, '', '', '', '', '')`,
      ),
    }))
    const erased = await eraseOld(30, inHours(31 * 24), { desk, mailer: services.mailer, log: services.log })
    assert.equal(erased, 1)
    assert.deepEqual(await traces(opened, id), [])
    assert.deepEqual(await traces(opened, 'orphan'), [])
  },

  'the export is what the filter finds, and ends with how many that was': async ({ submit, ask, desk }) => {
    await submit({ firstName: '=1+1', city: 'Troy' })
    await submit({ city: 'Utica' })
    const csv = async (query: string) =>
      (await ask('GET', `projects.csv${query}`)).body.trimEnd().split('\r\n')
    const whole = await csv('')
    assert.equal(whole.length, 4)
    // The mark by which Excel knows that Zoë is UTF-8.
    assert.match(whole[0] ?? '', /^\uFEFFid,email,/)
    assert.match(whole[1] ?? '', /Utica/)
    assert.match(whole[2] ?? '', /,'=1\+1,/)
    assert.match(whole[3] ?? '', /^End of 2 projects,+$/)
    assert.equal(whole[3]?.split(',').length, whole[0]?.split(',').length)
    assert.match((await csv('?search=troy'))[2] ?? '', /^End of 1 projects/)
    assert.match((await csv('?status=Won&sort=oldest'))[1] ?? '', /^End of 0 projects/)
    const details = (await desk.audit.list())
      .filter(({ what }) => what === 'exported')
      .map(({ detail }) => detail)
    assert.deepEqual(details, ['status Won, sort oldest', 'a search', 'everything'])
  },

  'whether there is another export can be asked, and that is none itself': async ({ ask, desk }) => {
    for (let time = 0; time < 30; time++) assert.equal((await ask('HEAD', 'projects.csv')).statusCode, 204)
    assert.equal((await ask('HEAD', 'projects.csv?status=Nothing')).statusCode, 400)
    assert.equal((await desk.audit.list()).filter(({ what }) => what === 'exported').length, 0)
    while ((await ask('GET', 'projects.csv')).statusCode === 200);
    const refused = await ask('HEAD', 'projects.csv')
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.headers['retry-after'], '60')
  },

  'an e-mail that has not gone is listed with why, and can be tried again': async ({
    submit,
    ask,
    services,
    desk,
    inbox,
  }) => {
    const id = await submit({ firstName: 'Zoë', lastName: 'Oak' })
    assert.deepEqual((await ask('GET', 'deliveries')).json(), [])
    const due = sampleId()
    const saved = await services.store.save({
      id: due,
      answers: sampleAnswers({ lastName: 'Elm' }),
      unknown: {},
    })
    if (saved.standing.kind !== 'taken') throw new Error('not taken')
    await services.store.markFailed(saved.standing.taken, { reason: '451 later', permanent: true })
    const [listed, ...others] = (await ask('GET', 'deliveries')).json()
    assert.equal(others.length, 0)
    assert.deepEqual(
      [listed.projectId, listed.name, listed.state, listed.attempts, listed.reason],
      [due, 'Jane Elm', 'due', 1, '451 later'],
    )
    assert.ok(Date.parse(listed.nextAttemptAt) > Date.now())
    assert.equal((await inbox()).projects[0]?.email, 'due')
    assert.equal((await ask('POST', `deliveries/${due}/retry`)).statusCode, 204)
    const [again] = (await ask('GET', 'deliveries')).json()
    assert.ok(Date.parse(again.nextAttemptAt) <= Date.now() + 1000)
    assert.equal((await ask('POST', `deliveries/${sampleId()}/retry`)).statusCode, 404)
    assert.equal((await ask('POST', `deliveries/${id}/retry`)).statusCode, 204)
    assert.ok(desk)
  },

  'a project that turns hot is told once, whoever looks': async ({
    submit,
    ask,
    desk,
    again,
    alarms,
    services,
    t,
  }) => {
    await submit()
    const answered = await submit()
    await ask('POST', `projects/${answered}/events`, { kind: 'contact', how: 'E-mailed' })
    const driver = again()
    t.after(() => driver.close())
    assert.ok(driver.tables)
    const other = createDesk(driver.tables, desk.hours, services.log)
    const { alarm } = services
    assert.equal(await tellHot(inHours(0.9), { desk, alarm }), 0)
    const told = await Promise.all([
      tellHot(inHours(1.1), { desk, alarm }),
      tellHot(inHours(1.1), { desk: other, alarm }),
    ])
    assert.equal(told[0] + told[1], 1)
    assert.equal(await tellHot(inHours(2), { desk: other, alarm }), 0)
    assert.equal(alarms.length, 1)
  },

  'the unanswered are on the board, and weeks say how long it took': async ({ submit, ask, desk }) => {
    const first = await submit()
    const minutes = [50, 10, 30, 20]
    for (const waited of minutes) {
      const id = await submit()
      await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Left a message' })
      const write = [sql`update desk_files set waited = ${waited} where project = ${id}`]
      await desk.db.transact(id, [], () => ({ result: null, write }))
    }
    const lost = await submit()
    await ask('POST', `projects/${lost}/events`, { kind: 'status', to: 'Lost', reason: 'spam', version: 0 })
    const board: { id: string }[] = (await ask('GET', 'unanswered')).json()
    assert.deepEqual(
      board.map(({ id }) => id),
      [first],
    )
    const weeks = (await ask('GET', 'first-contacts')).json()
    assert.equal(weeks.length, 12)
    // The first hour of a Monday, soon after the clocks have been put forward.
    const inChicago = createFirstContacts(desk.db, { ...desk.hours, timeZone: 'America/Chicago' })
    assert.deepEqual(
      (await inChicago(new Date('2026-03-09T05:30:00Z'))).slice(-3).map(({ week }) => week),
      ['2026-02-23', '2026-03-02', '2026-03-09'],
    )
    assert.deepEqual(
      { ...weeks.at(-1), week: '' },
      { week: '', projects: 6, answered: 4, medianMinutes: 25, worstMinutes: 50 },
    )
    assert.equal(weeks[0].medianMinutes, null)
    assert.equal(new Date(weeks[0].week).getUTCDay(), 1)
  },

  'steps are counted as sums of a day, unless the visitor asks not to be': async ({
    app,
    submit,
    ask,
    desk,
    lines,
  }) => {
    const step = (payload: string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/steps',
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const say = (screen: unknown, seconds: unknown) => JSON.stringify({ screen, seconds })
    for (const seconds of [4, 6, 30]) assert.equal((await step(say(0, seconds))).statusCode, 204)
    await step(say(1, 10.5))
    for (const refused of [
      say(0.5, 1),
      say(-1, 1),
      say(LAST + 1, 1),
      say('0', 1),
      say(0, -1),
      say(0, '1'),
      say(0, null),
      '{',
      '[]',
      'null',
      '',
      'x'.repeat(5000),
    ])
      assert.equal((await step(refused)).statusCode, 204)
    for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      assert.equal((await step(say(0, 5), headers)).statusCode, 204)
    await submit()
    const { steps, days } = (await ask('GET', 'funnel')).json()
    assert.equal(steps.length, screens.length)
    assert.deepEqual(steps[0], { screen: 0, reached: 3, left: 2, medianSeconds: 6.5 })
    assert.deepEqual([steps[1].reached, steps[1].left, steps[2].medianSeconds], [1, 1, null])
    assert.equal(days.length, 28)
    assert.deepEqual(days.at(-1), { day: new Date().toISOString().slice(0, 10), started: 3, submitted: 1 })
    const year = (await ask('GET', 'funnel?from=2024-01-01&to=2025-12-31')).json()
    assert.deepEqual(
      [year.days.length, year.days[0].day, year.days.at(-1).day],
      [400, '2024-11-27', '2025-12-31'],
    )
    const kept = await desk.db.all(sql`select * from desk_steps`)
    assert.deepEqual(Object.keys(kept[0] ?? {}).toSorted(), ['bucket', 'day', 'screen', 'visits'])
    assert.equal(lines.join('').includes('127.0.0.1'), false)
  },

  'a client counts for no more than people can walk, and hears nothing of it': async ({ t, again }) => {
    const { app, ask } = await testDesk(t, { driver: again(), config: { rateLimit: 1 } })
    const step = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/api/steps', payload: { screen: 0, seconds: 1 }, remoteAddress })
    for (let nth = 0; nth < screens.length + 10; nth++)
      assert.equal((await step('203.0.113.1')).statusCode, 204)
    await step('203.0.113.2')
    const { steps } = (await ask('GET', 'funnel')).json()
    assert.equal(steps[0].reached, screens.length + 1)
  },

  'counts of several servers add up, and what could not be written is written later': async ({ desk }) => {
    let isDown = true
    const failing = createSteps(
      {
        ...desk.db,
        transact: (...given) => (isDown ? Promise.reject(new Error('down')) : desk.db.transact(...given)),
      },
      desk.hours,
    )
    const now = new Date()
    for (const steps of [desk.steps, failing, failing]) steps.count({ screen: 3, seconds: 1 }, now)
    await assert.rejects(failing.flush())
    failing.count({ screen: 3, seconds: 1 }, now)
    isDown = false
    await Promise.all([desk.steps.flush(), failing.flush()])
    await failing.flush()
    const [sum] = await desk.db.all(sql`select sum(visits) as visits from desk_steps`)
    assert.equal(Number(sum?.visits), 4)
  },

  'projects from before the desk are filed by and by, once': async ({
    desk,
    submit,
    inbox,
    services,
    again,
    t,
  }) => {
    const ids = [await submit({ city: 'Troy' }), await submit({ city: 'Troy' }), await submit()]
    const tables = desk.db.dialect === 'sqlite' ? ['desk_files', 'desk_search'] : ['desk_files']
    for (const table of tables)
      await desk.db.transact('test', [], () => ({
        result: null,
        write: [{ parts: [`delete from ${table}`], values: [] }],
      }))
    assert.deepEqual(await inbox(), { projects: [], next: null, isIncomplete: true })
    const driver = again()
    t.after(() => driver.close())
    assert.ok(driver.tables)
    await Promise.all([
      desk.backfill.run(),
      createDesk(driver.tables, desk.hours, services.log).backfill.run(),
    ])
    const { projects, isIncomplete } = await inbox()
    assert.equal(isIncomplete, undefined)
    assert.deepEqual(
      projects.map(({ id }) => id),
      ids.toReversed(),
    )
    assert.equal((await inbox({ search: 'troy' })).projects.length, 2)
    const alarm = { raise: () => assert.fail('told of an old one') }
    assert.equal(await tellHot(inHours(48), { desk, alarm }), 0)
  },

  'samples are marked, spread, not e-mailed, in no export and no figure, and can be removed': async ({
    desk,
    submit,
    inbox,
    projects,
    ask,
  }) => {
    const real = await submit({ city: 'Nowhere' })
    await makeSamples(desk.db, 60, new Date())
    const { projects: page } = await inbox()
    assert.equal(page.length, 50)
    assert.equal(page.filter(({ isSample }) => isSample).length, 49)
    assert.deepEqual(new Set(page.map(({ email }) => email)), new Set(['sent']))
    assert.ok(new Set(page.map(({ remodelType }) => remodelType)).size === 3)
    assert.deepEqual((await ask('GET', 'deliveries')).json(), [])
    assert.match((await ask('GET', 'projects.csv')).body, /Nowhere.*\r\nEnd of 1 projects/s)
    const weeks: FirstContacts[] = (await ask('GET', 'first-contacts')).json()
    assert.equal(
      weeks.reduce((sum, week) => sum + week.projects, 0),
      1,
    )
    assert.deepEqual(new Set(weeks.map(({ answered }) => answered)), new Set([0]))
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [real],
    )
    assert.equal(await removeSamples(desk.db), 60)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [real],
    )
    assert.equal((await inbox({ search: 'sampleton' })).projects.length, 0)
  },

  'changes are heard at once, also those of another server, until sign-out': async ({
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
    const hourAgo = new Date(Date.now() - HOUR).toISOString()
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
    await eventually(async () => heard.includes(`data: ${id}\n\n`), 6000)
    const elsewhere = keepProjects(again())
    const due = sampleId()
    await elsewhere.save({ id: due, answers: sampleAnswers(), unknown: {} })
    await eventually(
      async () => heard.includes('data: deliveries\n\n') && heard.includes(`data: ${due}`),
      6000,
    )
    await elsewhere.close()
    assert.equal(heard.includes('data: all'), false)
    const other = again()
    assert.ok(other.tables)
    await eraseProject({ id: due, lastName: sampleAnswers().lastName, who: 'grace' }, other.tables, mailer)
    await eventually(async () => heard.includes('data: all\n\n'), 6000)
    await other.close()
    assert.equal(desk.changes.size(), 1)
    await ask('DELETE', 'session')
    await eventually(async () => isEnded, 6000)
    await reading
    assert.equal(desk.changes.size(), 0)
  },
}

await onEveryDatabase('The duties', contract)
