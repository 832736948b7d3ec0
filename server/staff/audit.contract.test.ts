import assert from 'node:assert/strict'
import type { AuditEntry } from '../../desk/api.ts'
import { AUDIT_PAGE } from '../../desk/limits.ts'
import { onEveryDatabase } from '../testing/desk.ts'

const GRACE = 'grace@kitchens.example'

await onEveryDatabase('The audit list', {
  'however many entries follow, an owner can page back to the first one': async ({
    ask,
    staff: { audit },
  }) => {
    for (let nth = 1; nth <= 2 * AUDIT_PAGE; nth++) await audit.add(GRACE, 'name changed', String(nth))
    const page = async (query: string): Promise<readonly AuditEntry[]> =>
      (await ask('GET', `audit${query}`)).json()
    const first = await page('')
    const second = await page(`?before=${first.at(-1)?.id}`)
    const last = await page(`?before=${second.at(-1)?.id}`)
    assert.deepEqual(
      [...first, ...second].map(({ detail }) => Number(detail)),
      Array.from({ length: 2 * AUDIT_PAGE }, (_, index) => 2 * AUDIT_PAGE - index),
    )
    assert.deepEqual(
      last.map(({ what }) => what),
      ['signed in', 'person added', 'person added'],
    )
    for (const before of ['x', '1.5', '1e999', "1' or 1=1"])
      assert.equal((await ask('GET', `audit?before=${encodeURIComponent(before)}`)).statusCode, 400, before)
  },
})
