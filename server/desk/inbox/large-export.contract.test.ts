import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { raw } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { makeSamples } from '../samples/sample-projects.ts'

const SAMPLES = 200
/** They are not marked as samples, so they are exported. */
const COPIES = 99
/** All lines at once are 15 MB, and the projects that they come from several times that. */
const MOST_MB = 8

await onEveryDatabase('A large export', {
  'is sent as it is read, in memory that does not grow with it': async ({ app, desk, signIn }) => {
    await makeSamples(desk.db, SAMPLES, new Date())
    await copySamples(desk.db)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = await signIn()
    const before = heldMb()
    const answer = await fetch(`${address}/api/desk/projects.csv`, { headers: { cookie } })
    let [lines, most, end] = [0, 0, '']
    for await (const bytes of answer.body ?? []) {
      const text = new TextDecoder().decode(bytes)
      const passed = lines
      // A piece may end within the end of a line.
      lines += `${end.slice(-1)}${text}`.split('\r\n').length - 1
      if (Math.floor(lines / 1000) > Math.floor(passed / 1000)) most = Math.max(most, heldMb() - before)
      end = `${end}${text}`.slice(-100)
    }
    assert.equal(lines, 1 + SAMPLES * COPIES + 1)
    assert.ok(end.includes(`End of ${SAMPLES * COPIES} projects`))
    assert.ok(most < MOST_MB, `${most.toFixed(1)} MB were held`)
  },
})

/** What is still in use, without what only waits to be cleared away. */
function heldMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/**
 * Each copy four months before the one it was made after: saving them one by one would take minutes. A copy at a
 * time, since a database gives up what takes it longer than 8 s.
 */
async function copySamples(db: SqlDatabase) {
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
