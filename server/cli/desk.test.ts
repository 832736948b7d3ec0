import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import { saveInboxRow } from '../db/project-statements.ts'
import { sql } from '../db/sql.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { createPeople } from '../staff/people.ts'
import { command } from '../testing/run-cli.ts'
import { sampleId } from '../testing/sample-id.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

it('a person is added, gets a new link, and is removed', async (t) => {
  const directory = await temporaryDirectory(t)
  const desk = command('desk', directory)
  const printed = await desk(['add', 'Ada', 'Byron', 'Ada@kitchens.example'], {
    SITE_URL: 'https://kitchens.example',
  })
  const token = /https:\/\/kitchens\.example\/desk#set=([\w-]{43})\n/.exec(printed)?.[1] ?? ''
  assert.match(await desk(['list']), /^Ada Byron {2}ada@kitchens\.example {2}owner {2}has not chosen/)
  assert.match(await desk(['add', 'Ada', 'ada@kitchens.example']), /^failed: .*already added/)
  await desk(['add', 'Grace', 'Hopper', 'grace@kitchens.example', 'owner'])
  await desk(['add', 'Lin', 'lin@kitchens.example', 'specialist'])
  assert.match(
    await desk(['list']),
    /Grace Hopper {2}grace@kitchens\.example {2}owner .*\nLin .* {2}specialist /,
  )

  const db = openSqlite(`${directory}/data/projects.db`)
  t.after(() => db.close())
  const people = createPeople(db)
  assert.equal(await people.addressOfLink(token, new Date()), 'ada@kitchens.example')
  assert.equal(await people.addressOfLink(token, new Date(Date.now() + 7.1 * 24 * 3600_000)), null)
  assert.match(await desk(['reset', 'ada@kitchens.example']), /http:\/\/127\.0\.0\.1:3000\/desk#set=/)
  assert.equal(await people.addressOfLink(token, new Date()), null)
  for (const [host, named] of [
    ['0.0.0.0', 'localhost'],
    ['::1', '[::1]'],
  ] as const)
    assert.ok(
      (await desk(['reset', 'ada@kitchens.example'], { HOST: host })).includes(`http://${named}:3000/`),
    )
  const [id, answers] = [sampleId(), sampleAnswers()]
  await db.transact(id, [], (_, now) => ({
    result: null,
    write: [
      ...saveInboxRow(
        { id, answers, source: noSource, createdAt: now, isTest: false },
        { dialect: db.dialect, kind: 'backfill' },
      ),
      sql`update desk_projects set assignee = 'ada@kitchens.example' where project_id = ${id}`,
    ],
  }))
  for (const other of ['grace@kitchens.example', 'lin@kitchens.example']) await desk(['remove', other])
  await people.choosePassword(
    (await people.reset('ada@kitchens.example')) ?? '',
    'ada@kitchens.example',
    'hash',
  )
  assert.match(
    await desk(['remove', 'ada@kitchens.example']),
    /^failed: .*is the last owner\. First add another/,
  )
  await people.reset('ada@kitchens.example')
  assert.match(
    await desk(['remove', 'Ada@kitchens.example']),
    /was removed.*1 project .*http:\/\/127\.0\.0\.1:3000\/desk\?who=ada%40kitchens\.example\n/s,
  )
  assert.match(await desk(['remove', 'ada@kitchens.example']), /^failed: .*There is no person/)
  assert.match(await desk(['list']), /The desk is off/)
  assert.match(await desk(['add', 'nobody']), /^failed: .*Usage/s)
})

it('sample projects are made and removed', async (t) => {
  const directory = await temporaryDirectory(t)
  const sample = command('sample', directory)
  assert.match(await sample(['7']), /^7 sample projects created/)
  assert.match(await sample(['--remove']), /^7 sample projects removed/)
  assert.match(await sample(['1e9']), /^failed: .*Usage/s)
})
