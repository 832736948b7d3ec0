import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fieldNames } from '../../../questionnaire/fields.ts'
import type { Database } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { onEveryDatabase, testDesk } from '../../testing/desk.ts'
import { makeSamples } from '../samples/sample-projects.ts'

const SAMPLES = 200
/** The copies are not marked as samples, so they are exported. */
const COPIES = 39
/** All lines together are 6 MB, and their projects several times that. */
const MAX_MB = 8

await onEveryDatabase('The export', {
  'has what the filter finds, and ends with the number of projects': async ({ submit, ask, staff }) => {
    await submit({ firstName: '=1+1', city: 'Troy' })
    await submit({ city: 'Utica' })
    const linesOf = (text: string) => text.trimEnd().split('\r\n')
    const csv = async (query: string) => linesOf((await ask('GET', `projects.csv${query}`)).body)
    const { headers, body } = await ask('GET', 'projects.csv')
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="projects-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const whole = linesOf(body)
    assert.equal(whole.length, 4)
    // Excel needs the byte order mark to read UTF-8.
    assert.match(whole[0] ?? '', /^\uFEFF"id","email",/)
    assert.match(whole[1] ?? '', /Utica/)
    assert.match(whole[2] ?? '', /,"'=1\+1",/)
    assert.match(whole[3] ?? '', /^"End of 2 projects"(,"")+$/)
    assert.equal(whole[3]?.split(',').length, whole[0]?.split(',').length)
    assert.match((await csv('?search=troy'))[2] ?? '', /^"End of 1 projects/)
    assert.match((await csv('?sort=oldest'))[1] ?? '', /,"'=1\+1",/)
    assert.match((await csv('?status=Won&sort=oldest'))[1] ?? '', /^"End of 0 projects/)
    const details = (await staff.audit.list())
      .filter(({ what }) => what === 'exported')
      .map(({ detail }) => detail)
    assert.deepEqual(details, ['status Won, sort oldest', 'sort oldest', 'a search', 'everything'])
  },

  'has a column for phone numbers once a project has one': async ({ submit, ask }) => {
    const headerOf = async (path: string) => (await ask('GET', path)).body.split('\r\n')[0]
    await submit()
    assert.doesNotMatch((await headerOf('projects.csv')) ?? '', /phone/)
    assert.doesNotMatch((await headerOf('spreadsheet.csv')) ?? '', /Phone/)
    const id = await submit({ phone: '(217) 555-0134' })
    const csv = (await ask('GET', 'projects.csv')).body
    assert.match(csv, /"additionalComments","phone","createdAt"/)
    assert.match(csv, new RegExp(`"${id}".*"\\(217\\) 555-0134"`))
    assert.match((await headerOf('spreadsheet.csv')) ?? '', /"Additional comments","Phone"/)
  },

  'for spreadsheets has readable headings and what the desk knows': async ({ again, desk, t }) => {
    const businessHours = { ...desk.settings().businessHours, timeZone: 'America/Chicago' }
    const { submit, ask, write } = await testDesk(t, { db: again(), settings: { businessHours } })
    const id = await submit({ city: 'Troy', budget: '=1+1' })
    const change = async (content: object) => {
      const { statusCode, body } = await ask('POST', `projects/${id}/events`, content)
      assert.equal(statusCode, 200, body)
    }
    await change({ kind: 'assigned', to: 'grace@kitchens.example', version: 0 })
    await change({ kind: 'note', text: 'Likes "green"' })
    await change({ kind: 'note', text: 'Call back:\n=2+2' })
    await change({ kind: 'contact', how: 'Called' })
    await change({ kind: 'status', to: 'Lost', reason: '@home', version: 4 })
    // In Chicago it is still the day before.
    const at = '2026-11-15T05:59:59.900Z'
    await write(
      sql`update projects set "createdAt" = ${at}`,
      sql`update desk_projects set first_contact_at = ${at}`,
      sql`update desk_events set at = ${at}`,
    )
    const [header, first, end] = (await ask('GET', 'spreadsheet.csv')).body.split('\r\n')
    assert.match(
      header ?? '',
      /^\uFEFF"Received \(America\/Chicago\)","Status","Assigned to","First contact \(America\/Chicago\)","Lost reason","Notes \(America\/Chicago\)","Project id","Email",.*"Renegade Remodelers email address".*"Referrer"$/,
    )
    const time = '2026-11-14 23:59'
    const notes = `${time}, Ada: Likes ""green""\n${time}, Ada: Call back:\n'=2+2`
    assert.equal(first?.split(`,"${id}",`)[0], `"${time}","Lost","Grace","${time}","'@home","${notes}"`)
    assert.match(first ?? '', /"'=1\+1"/)
    assert.match(end ?? '', /^"End of 1 projects"(,"")+$/)
    assert.equal(end?.split(',').length, header?.split(',"').length)
  },

  'has the state of the moment at which it began': async ({ submit, desk }) => {
    const first = await submit({ city: 'Troy' })
    await submit({ city: 'Utica' })
    const cities: string[] = []
    for await (const { answers } of desk.inbox.projects({})) {
      if (cities.push(answers.city) > 1) continue
      await submit({ city: 'Rome' })
      await submit({ city: 'Rome' }, first)
    }
    assert.deepEqual(cities, ['Utica', 'Troy'])
  },

  'is streamed, so that its memory does not grow with the number of projects': async ({
    app,
    desk,
    signIn,
  }) => {
    await makeSamples(desk.db, SAMPLES, new Date())
    await copySamples(desk.db)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = await signIn()
    const before = usedMb()
    const answer = await fetch(`${address}/api/desk/projects.csv`, { headers: { cookie } })
    let [lines, most, end] = [0, 0, '']
    for await (const bytes of answer.body ?? []) {
      const text = new TextDecoder().decode(bytes)
      const passed = lines
      // A chunk may end between CR and LF.
      lines += `${end.slice(-1)}${text}`.split('\r\n').length - 1
      if (Math.floor(lines / 1000) > Math.floor(passed / 1000)) most = Math.max(most, usedMb() - before)
      end = `${end}${text}`.slice(-500)
    }
    assert.equal(lines, 1 + SAMPLES * COPIES + 1)
    assert.ok(end.includes(`End of ${SAMPLES * COPIES} projects`))
    assert.ok(most < MAX_MB, `${most.toFixed(1)} MB were in use`)
  },
})

/** Memory in use after garbage collection. */
function usedMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Copies the samples in SQL, each set four months before the last: saving them one by one would take minutes. */
async function copySamples(db: Database) {
  const names = [...fieldNames, 'createdAt'].map((name) => `"${name}"`).join(', ')
  const own = db.dialect === 'postgres' ? ', words' : ''
  for (let n = 1; n <= COPIES; n++) {
    const write = [
      raw(`insert into projects (id, ${names}) select id || '-${n}', ${names}
        from projects where id in (select project_id from desk_projects where is_sample = 1)`),
      raw(`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key${own})
        select seq - ${n * 121 * 24 * 3600_000 * 4096}, project_id || '-${n}', created_at, remodel_type, email_key, street_key${own}
        from desk_projects where is_sample = 1`),
    ]
    await db.transact('copies', [], () => ({ result: null, write }))
  }
}
