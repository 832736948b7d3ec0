import assert from 'node:assert/strict'
import { webhookEvents } from '../../../desk/webhooks.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { LAST, screens } from '../../../questionnaire/screens.ts'
import { EARLY_HEADER, TEST_HEADER } from '../../../questionnaire/visit-signals.ts'
import { WRITE_KEY_HEADER } from '../../../questionnaire/write-key.ts'
import { seqAt } from '../../db/project-statements.ts'
import { number, query, queryAs } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { settingsWith } from '../../testing/default-settings.ts'
import { type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { createDesk } from '../desk.ts'
import { MAX_SOURCES } from '../inbox/inbox.ts'
import { makeSamples } from '../samples/sample-projects.ts'
import { createFirstContacts } from './first-contacts.ts'
import { createVisitCounts, MAX_SOURCES_PER_DAY } from './visit-counts.ts'

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'list unanswered projects, and the time to first contact of each week': async ({
    write,
    submit,
    ask,
    desk,
  }) => {
    const first = await submit()
    const minutes = [50, 10, 30, 20]
    for (const waited of minutes) {
      const id = await submit()
      await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Left a message' })
      await write(sql`update desk_projects set waited_minutes = ${waited} where project_id = ${id}`)
    }
    const lost = await submit()
    await ask('POST', `projects/${lost}/events`, { kind: 'status', to: 'Lost', reason: 'spam', version: 0 })
    const last = await submit()
    const unanswered: { id: string }[] = (await ask('GET', 'unanswered')).json()
    assert.deepEqual(
      unanswered.map(({ id }) => id),
      [first, last],
    )
    const weeks = (await ask('GET', 'first-contacts')).json()
    assert.equal(weeks.length, 12)
    // The first hour of a Monday, just after the change to summer time.
    const inChicago = createFirstContacts(desk.db, () => settingsWith({ TIME_ZONE: 'America/Chicago' }))
    assert.deepEqual(
      (await inChicago(new Date('2026-03-09T05:30:00Z'))).slice(-3).map(({ week }) => week),
      ['2026-02-23', '2026-03-02', '2026-03-09'],
    )
    assert.deepEqual(
      { ...weeks.at(-1), week: '' },
      { week: '', projects: 7, answered: 4, medianMinutes: 25, worstMinutes: 50 },
    )
    assert.equal(weeks[0].medianMinutes, null)
    assert.equal(new Date(weeks[0].week).getUTCDay(), 1)
  },

  'list unanswered samples after all homeowners': async ({ write, submit, ask }) => {
    const sample = await submit()
    const homeowner = await submit()
    await write(sql`update desk_projects set is_sample = 1 where project_id = ${sample}`)
    const unanswered: { id: string }[] = (await ask('GET', 'unanswered')).json()
    assert.deepEqual(
      unanswered.map(({ id }) => id),
      [homeowner, sample],
    )
  },

  'use the days of the business’s time zone': async ({ write, desk, submit, services }) => {
    const chicago = createDesk(desk.db, () => settingsWith({ TIME_ZONE: 'America/Chicago' }), services.log)
    // Sunday night in Chicago, Monday in UTC.
    const late = new Date('2026-03-02T05:30:00Z')
    chicago.visitCounts.count({ screen: 0, seconds: 1 }, late)
    await chicago.visitCounts.flush()
    assert.deepEqual((await chicago.funnel('2026-03-01', '2026-03-02')).days, [
      { day: '2026-03-01', started: 1, submitted: 0 },
      { day: '2026-03-02', started: 0, submitted: 0 },
    ])

    const id = await submit()
    await write(sql`update desk_projects set seq = ${seqAt(late)} where project_id = ${id}`)
    const came = async (day: string) =>
      (await chicago.inbox.page({ from: day, to: day }, late)).projects.map((project) => project.id)
    assert.deepEqual(await came('2026-03-01'), [id])
    assert.deepEqual(await came('2026-03-02'), [])
    const { week, projects } = (await chicago.firstContacts(late)).at(-1) ?? {}
    assert.deepEqual([week, projects], ['2026-02-23', 1])
  },

  'count a project in exactly one week': async ({ write, desk, submit }) => {
    for (const came of ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-03-08T12:00:00Z']) {
      const id = await submit()
      const file = sql`seq = ${seqAt(new Date(came))}, first_contact_at = ${came}, waited_minutes = 7`
      await write(sql`update desk_projects set ${file} where project_id = ${id}`)
    }
    const weeks = await createFirstContacts(desk.db, () => settingsWith({ TIME_ZONE: 'UTC' }))(
      new Date('2026-03-10'),
    )
    assert.deepEqual(weeks.slice(-3), [
      { week: '2026-02-23', projects: 1, answered: 1, medianMinutes: 7, worstMinutes: 7 },
      { week: '2026-03-02', projects: 2, answered: 2, medianMinutes: 7, worstMinutes: 7 },
      { week: '2026-03-09', projects: 0, answered: 0, medianMinutes: null, worstMinutes: null },
    ])
  },

  'count screens per day, unless the visitor’s browser asks not to be tracked': async ({
    app,
    submit,
    ask,
    desk,
    lines,
    t,
  }) => {
    // Fixed, so that the test does not cross midnight.
    const now = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now })
    const post = (payload: string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/steps',
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const count = (screen: unknown, seconds: unknown) => JSON.stringify({ screen, seconds })
    for (const seconds of [4, 6, 30]) assert.equal((await post(count(0, seconds))).statusCode, 204)
    await post(count(1, 10.5))
    await post(count(4, 1))
    await post(count(LAST, 3600))
    for (const refused of [
      count(0.5, 1),
      count(-1, 1),
      count(LAST + 1, 1),
      count('0', 1),
      count(0, -1),
      count(0, 24 * 3600 + 1),
      count(0, '1'),
      count(0, null),
      '{',
      '[]',
      'null',
      '',
      'x'.repeat(5000),
    ])
      assert.equal((await post(refused)).statusCode, 204)
    for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      assert.equal((await post(count(0, 5), headers)).statusCode, 204)
    const id = await submit()
    await submit({ city: 'Utica' }, id)
    const { steps, days } = (await ask('GET', 'funnel')).json()
    assert.equal(steps.length, screens.length)
    assert.deepEqual(steps[0], { screen: 0, reached: 3, left: 2, medianSeconds: 6.5 })
    assert.deepEqual([steps[1].reached, steps[1].left, steps[2].medianSeconds], [1, 1, null])
    // No visit left a screen that none reached, and a visit that submitted did not leave the last one.
    assert.deepEqual(steps[3], { screen: 3, reached: 0, left: 0, medianSeconds: null })
    assert.deepEqual(steps.at(-1), { screen: LAST, reached: 1, left: 0, medianSeconds: 1800 })
    assert.equal(days.length, 28)
    assert.deepEqual(days.at(-1), { day: new Date(now).toISOString().slice(0, 10), started: 3, submitted: 1 })
    const year = (await ask('GET', 'funnel?from=2024-01-01&to=2025-12-31')).json()
    assert.deepEqual(
      [year.days.length, year.days[0].day, year.days.at(-1).day],
      [400, '2024-11-27', '2025-12-31'],
    )
    assert.equal(year.steps[0].reached, 0)
    const kept = await desk.db.all(queryAs(sql`select * from desk_visit_counts`, (row) => row))
    assert.deepEqual(Object.keys(kept[0] ?? {}).toSorted(), ['bucket', 'day', 'screen', 'visits'])
    assert.equal(lines.join('').includes('127.0.0.1'), false)
  },

  'compare the visits and projects of each source': async ({ app, submit, ask, desk, write }) => {
    const visit = (source: unknown, screen = 0) =>
      app.inject({ method: 'POST', url: '/api/steps', payload: { screen, seconds: 1, source } })
    for (const source of [
      'utm_source=Google&utm_medium=cpc',
      'gclid=x',
      'referrer=www.example.org',
      '',
      undefined,
      7,
    ])
      assert.equal((await visit(source)).statusCode, 204)
    await visit('utm_source=google', 1)
    const won = await submit({}, sampleId(), 'utm_source=google')
    await submit({}, sampleId(), 'utm_source=google')
    await submit()
    const spam = await submit({}, sampleId(), 'utm_source=casino')
    await write(sql`update projects set suspicion = 'x' where id = ${spam}`)
    await makeSamples(desk.db, 5, new Date())
    await ask('POST', `projects/${won}/events`, { kind: 'contact', how: 'Called' })
    await ask('POST', `projects/${won}/events`, { kind: 'status', to: 'Won', reason: '', version: 2 })
    const { sources } = (await ask('GET', 'funnel')).json()
    assert.deepEqual(sources, [
      { source: 'google', visits: 2, submitted: 2, contacted: 1, won: 1 },
      { source: 'direct', visits: 3, submitted: 1, contacted: 0, won: 0 },
      { source: 'example.org', visits: 1, submitted: 0, contacted: 0, won: 0 },
    ])
    assert.deepEqual((await ask('GET', 'funnel?from=2024-01-01&to=2024-12-31')).json().sources, [])
  },

  'compare visits, projects and won projects with as many days before': async ({
    desk,
    submit,
    ask,
    write,
    t,
  }) => {
    // Fixed, so that the test does not cross midnight.
    const now = Date.parse('2026-03-10T12:00:00Z')
    t.mock.timers.enable({ apis: ['Date'], now })
    const { visitCounts } = desk
    const at = (day: string) => new Date(`2026-03-${day}T12:00:00Z`)
    for (const day of ['04', '05', '06', '07', '08', '09'])
      visitCounts.count({ screen: 0, seconds: 1 }, at(day))
    for (const day of ['05', '09', '09']) visitCounts.countSubmission(at(day))
    await visitCounts.flush()
    const winOn = async (day: string, id: string) => {
      await ask('POST', `projects/${id}/events`, { kind: 'status', to: 'Won', reason: '', version: 0 })
      await write(sql`update desk_events set at = ${at(day).toISOString()} where project_id = ${id}`)
    }
    // Submitted months before it was won.
    const old = await submit()
    await write(
      sql`update desk_projects set seq = ${seqAt(new Date('2026-01-01'))} where project_id = ${old}`,
    )
    await winOn('09', old)
    await winOn('06', await submit())
    await winOn('06', await submit())
    const sample = await submit()
    await write(sql`update desk_projects set is_sample = 1 where project_id = ${sample}`)
    await winOn('09', sample)
    const lost = await submit()
    await winOn('09', lost)
    await ask('POST', `projects/${lost}/events`, { kind: 'status', to: 'Lost', reason: 'x', version: 1 })

    const { figures, before } = (await ask('GET', 'funnel?from=2026-03-08&to=2026-03-09')).json()
    assert.deepEqual(figures, { visits: 2, submitted: 2, won: 1 })
    assert.deepEqual(before, { visits: 2, submitted: 0, won: 2 })
  },

  'never count a test of the guide': async ({ put, ask, file, inbox, ids, emails, services, projects }) => {
    await ask('POST', 'webhooks', { address: 'https://crm.example', events: webhookEvents })
    const [test, early] = [sampleId(), sampleId()]
    const headers = { [TEST_HEADER]: '1', [WRITE_KEY_HEADER]: 'k'.repeat(22) }
    assert.equal((await put(test, sampleAnswers(), headers)).statusCode, 201)
    assert.equal((await put(early, sampleAnswers(), { ...headers, [EARLY_HEADER]: '1' })).statusCode, 201)
    // A revision without the mark does not remove it.
    const { [TEST_HEADER]: _, ...unmarked } = headers
    assert.equal((await put(test, sampleAnswers({ city: 'Utica' }), unmarked)).statusCode, 201)
    await ask('POST', `projects/${test}/events`, { kind: 'status', to: 'Won', reason: '', version: 1 })

    assert.deepEqual((await ids()).toSorted(), [test, early].toSorted())
    assert.deepEqual(
      (await inbox()).projects.map(({ isTest, isSample }) => [isTest, isSample]),
      [
        [true, false],
        [true, false],
      ],
    )
    assert.deepEqual([(await file(test)).isTest, (await file(test)).status], [true, 'Won'])
    assert.match((await emails()).join('\n'), /^Subject: =.UTF-8.Q.Test=3A_/m)

    const { figures, early: unfinished, sources } = (await ask('GET', 'funnel')).json()
    assert.deepEqual(figures, { visits: 0, submitted: 0, won: 0 })
    assert.deepEqual([unfinished, sources], [0, []])
    assert.deepEqual((await ask('GET', 'unanswered')).json(), [])
    const weeks: { projects: number }[] = (await ask('GET', 'first-contacts')).json()
    assert.deepEqual(
      weeks.filter(({ projects }) => projects > 0),
      [],
    )
    assert.match((await ask('GET', 'projects.csv')).body, /End of 0 projects/)
    assert.deepEqual(await projects(), [])
    assert.deepEqual(await Array.fromAsync(services.queue.unsent()), [])
  },

  'count the projects that were sent early and never submitted': async ({ put, ask, file, desk, t }) => {
    // Fixed, so that the test does not cross midnight.
    const now = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now })
    const [id, other, early] = [sampleId(), sampleId(), { [EARLY_HEADER]: '1' }]
    await put(id, sampleAnswers(), early)
    await put(other, sampleAnswers(), early)
    await put(id, sampleAnswers())
    for (const seconds of [1, 2]) desk.visitCounts.count({ screen: LAST, seconds }, new Date(now))
    const { days, early: unfinished, steps } = (await ask('GET', 'funnel')).json()
    assert.deepEqual([days.at(-1).submitted, unfinished, steps.at(-1).left], [2, 1, 1])
    assert.deepEqual([(await file(id)).sentEarly, (await file(other)).sentEarly], [false, true])
    assert.deepEqual(
      (await file(id)).events.map(({ kind }) => kind),
      ['came', 'finished'],
    )
  },

  'sum up invented sources': async ({ desk }) => {
    const now = new Date()
    const today = now.toISOString().slice(0, 10)
    for (let nth = 0; nth < MAX_SOURCES_PER_DAY + 10; nth++)
      desk.visitCounts.count({ screen: 0, seconds: 1, source: `utm_source=s${nth}` }, now)
    await desk.visitCounts.flush()
    desk.visitCounts.count({ screen: 0, seconds: 1, source: 'utm_source=s0' }, now)
    await desk.visitCounts.flush()
    const rows = await desk.db.all(query(sql`select 1 from desk_source_counts`, {}))
    assert.equal(rows.length, MAX_SOURCES_PER_DAY + 1)
    const { sources } = await desk.funnel(today, today)
    assert.equal(sources.length, MAX_SOURCES + 1)
    assert.deepEqual(sources[0], { source: 's0', visits: 2, submitted: 0, contacted: 0, won: 0 })
    assert.equal(sources.at(-1)?.source, 'other')
    assert.equal(
      sources.reduce((sum, { visits }) => sum + visits, 0),
      MAX_SOURCES_PER_DAY + 11,
    )
  },

  'add up the counts of several servers, and write later what could not be written': async ({ desk }) => {
    let isDown = true
    const failing = createVisitCounts(
      {
        ...desk.db,
        transact: (...given) => (isDown ? Promise.reject(new Error('down')) : desk.db.transact(...given)),
      },
      desk.settings,
    )
    const now = new Date()
    for (const steps of [desk.visitCounts, failing, failing]) steps.count({ screen: 3, seconds: 1 }, now)
    const flushing = failing.flush()
    failing.count({ screen: 3, seconds: 1 }, now)
    await assert.rejects(flushing)
    failing.count({ screen: 3, seconds: 1 }, now)
    isDown = false
    await Promise.all([desk.visitCounts.flush(), failing.flush()])
    await failing.flush()
    const sum = query(sql`select sum(visits) as visits from desk_visit_counts`, { visits: number })
    assert.deepEqual(await desk.db.all(sum), [{ visits: 5 }])
  },
}

await onEveryDatabase('Reports', contract)
