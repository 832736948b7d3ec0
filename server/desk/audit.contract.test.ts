import assert from 'node:assert/strict'
import { MAX_AUDITED } from '../../desk/limits.ts'
import { raw, sql } from '../db/sql.ts'
import { onEveryDatabase } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'

await onEveryDatabase('The audit list', {
  'refused sign-ins never push what members did off the list': async ({ desk: { audit, db } }) => {
    await audit.add(ADA, 'exported', 'everything')
    const refused = sql`insert into desk_audit (at, who, what, detail)
      values ('', 'unknown address', 'sign-in refused', '')`
    const write = Array.from({ length: MAX_AUDITED.refused + 500 }, () => refused)
    await db.transact('audit', [], () => ({ result: null, write }))
    await audit.add(ADA, 'signed out')
    const listed = (await audit.list()).map(({ what }) => what).filter((what) => what !== 'person added')
    assert.deepEqual(
      [listed.length, listed[0], listed[1], ...listed.slice(-2)],
      [MAX_AUDITED.refused + 3, 'signed out', 'sign-in refused', 'exported', 'signed in'],
    )
  },

  'old refused sign-ins are deleted, and other entries are not': async ({ desk: { audit, db } }) => {
    const listed = async () => (await audit.list()).map(({ what }) => what).toSorted()
    await audit.add(ADA, 'sign-in refused')
    assert.deepEqual(await listed(), ['person added', 'person added', 'sign-in refused', 'signed in'])
    const numbered = raw(db.dialect === 'sqlite' ? '' : 'overriding system value')
    const far = sql`insert into desk_audit (id, at, who, what, detail) ${numbered}
      values (100100, '', ${ADA}, 'exported', '')`
    await db.transact('audit', [], () => ({ result: null, write: [far] }))
    await audit.add(ADA, 'signed out')
    assert.deepEqual(await listed(), ['exported', 'person added', 'person added', 'signed in', 'signed out'])
  },
})
