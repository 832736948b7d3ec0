import assert from 'node:assert/strict'
import { sql } from '../db/sql.ts'
import { inHours, type Opened, onEveryDatabase, testDesk } from '../testing/desk.ts'
import { createAccountThrottle } from './account-throttle.ts'

const ADA = 'ada@kitchens.example'

function setUp({ desk, write }: Pick<Opened, 'desk' | 'write'>) {
  const throttle = createAccountThrottle(desk.db, 60_000)
  return {
    ...throttle,
    async fail(times: number) {
      for (let failure = 0; failure < times; failure++) assert.equal(await throttle.begin(ADA), 0)
    },
    /** Makes the failures so many hours old. */
    age: (hours: number) =>
      write(sql`update desk_sign_in_failures set at = ${inHours(-hours).toISOString()}`),
  }
}

await onEveryDatabase('Failed sign-ins of an account', {
  'each failure after ten doubles the wait up to a maximum, and an early attempt is not counted': async (
    opened,
  ) => {
    const { begin, fail, age } = setUp(opened)
    await fail(10)
    for (const expected of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      await fail(1)
      for (let early = 0; early < 2; early++) {
        const waitMs = await begin(ADA)
        assert.ok(waitMs <= expected && waitMs > expected - 1000, `${waitMs} instead of ${expected}`)
      }
      assert.equal(await begin('grace@kitchens.example'), 0)
      await age(0.5)
    }
  },

  'an hour without a failure resets the count': async (opened) => {
    const { fail, age } = setUp(opened)
    await fail(11)
    await age(1.1)
    await fail(11)
  },

  'a success is not counted, and clears no failure': async (opened) => {
    const { begin, succeed, fail } = setUp(opened)
    await fail(10)
    for (let success = 0; success < 3; success++) {
      assert.equal(await begin(ADA), 0)
      await succeed(ADA)
    }
    await fail(1)
    assert.ok((await begin(ADA)) > 0)
  },

  'every server counts them, also after a restart, and failures at 10,000 other accounts do not reset them':
    async (opened) => {
      const { fail, age } = setUp(opened)
      for (let failure = 0; failure < 17; failure++) {
        await age(0.5)
        await fail(1)
      }
      const other = setUp(await testDesk(opened.t, { db: opened.again() }))
      assert.ok((await other.begin(ADA)) > 0)
      // Both databases run the same statements, and PostgreSQL would take long.
      if (opened.desk.db.dialect === 'postgres') return
      await Promise.all(Array.from({ length: 10_000 }, (_, nth) => other.begin(`account ${nth}`)))
      assert.ok((await other.begin(ADA)) > 0)
    },
})
