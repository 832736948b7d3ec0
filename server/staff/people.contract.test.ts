import assert from 'node:assert/strict'
import { query, text } from '../db/rows.ts'
import { raw, sql } from '../db/sql.ts'
import { inHours, onEveryDatabase, testDesk } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'
const GRACE = 'grace@kitchens.example'
const LIN = 'lin@kitchens.example'

await onEveryDatabase('People and sessions', {
  'a session is valid on every server, and signing out ends it everywhere': async ({
    ask,
    t,
    again,
    signIn,
    call,
  }) => {
    const other = await testDesk(t, { db: again() })
    const cookie = await signIn()
    const { person, role, dueAfter, overdueAfter } = (await other.call(cookie)('GET', 'session')).json()
    assert.deepEqual([person, role, dueAfter, overdueAfter], [{ name: 'Ada', email: ADA }, 'owner', 15, 60])
    const grace = call(await signIn(GRACE))
    const ended = await ask('DELETE', 'session')
    assert.equal(ended.statusCode, 204)
    assert.match(String(ended.headers['set-cookie']), /^desk=; Path=\/; Max-Age=0;/)
    assert.equal((await other.call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal((await grace('GET', 'session')).statusCode, 200)
  },

  'a person is added once and found however the address is typed': async ({ staff: { people } }) => {
    assert.ok(await people.add({ name: 'Zoë', email: 'Zoë@kitchens.example'.normalize('NFD') }))
    assert.equal(await people.add({ name: 'Zoe', email: ' zoë@kitchens.example' }), null)
    assert.equal((await people.find(' ZOË@kitchens.example'.normalize('NFC')))?.name, 'Zoë')
  },

  'the first person is an owner, and others are specialists by default': async ({ staff: { people } }) => {
    assert.ok(await people.add({ name: 'Lin', email: LIN, role: 'owner' }))
    assert.deepEqual(
      (await people.list()).map(({ name, role }) => [name, role]),
      [
        ['Ada', 'owner'],
        ['Grace', 'specialist'],
        ['Lin', 'owner'],
      ],
    )
  },

  'one owner who can sign in always stays': async ({ staff: { people }, again, t }) => {
    const other = (await testDesk(t, { db: again() })).staff.people
    await people.add({ name: 'Invited', email: LIN, role: 'owner' })
    assert.equal(await people.remove(ADA), 'last owner')
    assert.equal(await people.changeRole(ADA, 'specialist', GRACE), 'last owner')
    assert.equal(await people.changeRole(ADA, 'owner', GRACE), 'unchanged')
    for (const end of ['demote', 'demote', 'demote', 'demote', 'remove']) {
      await people.changeRole(ADA, 'owner', ADA)
      await people.changeRole(GRACE, 'owner', ADA)
      const results = await Promise.all(
        end === 'demote'
          ? [people.changeRole(ADA, 'specialist', GRACE), other.changeRole(GRACE, 'specialist', ADA)]
          : [people.remove(ADA), other.remove(GRACE)],
      )
      assert.deepEqual(results.toSorted(), ['done', 'last owner'])
    }
    assert.equal(await people.changeRole('unknown@kitchens.example', 'owner', ADA), 'unknown person')
  },

  'a link sets one password and is valid for a week': async ({ staff: { people } }) => {
    const token = (await people.reset(ADA)) ?? ''
    assert.equal(await people.addressOfLink(token, inHours(7 * 24 - 1)), ADA)
    assert.equal(await people.addressOfLink(token, inHours(7 * 24 + 1)), null)
    assert.equal(await people.choosePassword(token, ADA, 'the first'), true)
    assert.equal(await people.choosePassword(token, ADA, 'the second'), false)
    assert.equal((await people.find(ADA))?.password, 'the first')
  },

  'a reset ends the password, every session, known browser and link': async ({
    staff: { people, sessions, devices },
  }) => {
    const ada = await people.find(ADA)
    assert.ok(ada)
    const session = (await sessions.begin(ada)) ?? ''
    const device = await devices.add(null, ADA)
    assert.equal(await devices.isKnown(device, ADA), true)
    const [first, second] = [await people.reset(ADA), await people.reset(ADA)]
    assert.equal((await people.find(ADA))?.password, '')
    assert.equal(await sessions.find(session, new Date(), { prolongsSession: true }), null)
    assert.equal(await sessions.begin(ada), null)
    assert.equal(await devices.isKnown(device, ADA), false)
    assert.equal(await people.addressOfLink(String(first), new Date()), null)
    assert.equal(await people.addressOfLink(String(second), new Date()), ADA)
    assert.equal(await people.reset('unknown@kitchens.example'), null)
  },

  'a person who is removed and added again has no old session, link or known browser': async ({
    staff: { people, devices },
    call,
    signIn,
  }) => {
    const cookie = await signIn(GRACE)
    const link = (await people.add({ name: 'Lin', email: LIN })) ?? ''
    const device = await devices.add(null, GRACE)
    for (const [name, email] of [
      ['Grace', GRACE],
      ['Lin', LIN],
    ] as const) {
      assert.equal(await people.remove(email), 'done')
      assert.equal(await people.remove(email), 'unknown person')
      await people.add({ name, email })
    }
    assert.equal((await call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal(await devices.isKnown(device, GRACE), false)
    assert.equal(await people.addressOfLink(link, new Date()), null)
  },

  'signing in ends the session that the browser had, and no other': async ({
    staff: { people, sessions },
  }) => {
    const [ada, grace] = [await people.find(ADA), await people.find(GRACE)]
    assert.ok(ada && grace)
    const replaced = (await sessions.begin(grace)) ?? ''
    const elsewhere = (await sessions.begin(grace)) ?? ''
    const begun = (await sessions.begin(ada, { replaced })) ?? ''
    const emailOf = async (token: string) =>
      (await sessions.find(token, new Date(), { prolongsSession: true }))?.email ?? null
    assert.deepEqual(
      [await emailOf(replaced), await emailOf(elsewhere), await emailOf(begun)],
      [null, GRACE, ADA],
    )
  },

  'a session ends after 21 idle hours and after a week': async ({ staff: { people, sessions } }) => {
    const idleMs = 21 * 3600_000
    const weekMs = 7 * 24 * 3600_000
    const ada = await people.find(ADA)
    assert.ok(ada)
    const token = (await sessions.begin(ada)) ?? ''
    const find = (ms: number, prolongsSession = true) =>
      sessions.find(token, new Date(Date.now() + ms), { prolongsSession })
    assert.ok(await find(idleMs - 60_000))
    assert.ok(await find(2 * idleMs - 120_000, false))
    assert.equal(await find(2 * idleMs + 60_000), null)
    for (let used = 0; used < weekMs; used += idleMs - 60_000) assert.ok(await find(used), String(used))
    assert.ok(await find(weekMs - 60_000))
    assert.equal(await find(weekMs + 60_000), null)
  },

  'a browser is known for each person who signed in with it, on every server, for 400 days': async ({
    staff: { devices },
    write,
    again,
    t,
  }) => {
    const other = (await testDesk(t, { db: again() })).staff.devices
    const token = await devices.add(null, ADA)
    assert.equal(await other.isKnown(token, GRACE), false)
    assert.equal(await other.add(token, GRACE), token)
    assert.deepEqual([await devices.isKnown(token, ADA), await devices.isKnown(token, GRACE)], [true, true])
    await write(
      sql`update desk_devices set seen_at = ${inHours(-401 * 24).toISOString()} where email = ${ADA}`,
    )
    await devices.add(token, GRACE)
    assert.deepEqual([await devices.isKnown(token, ADA), await devices.isKnown(token, GRACE)], [false, true])
  },

  'what the operator does is on the audit list': async ({ staff: { people }, audited }) => {
    for (const change of [people.reset, people.remove, people.reset, people.remove]) await change(` ${LIN} `)
    await people.add({ name: 'Lin', email: LIN })
    await people.add({ name: 'Lin', email: LIN })
    await people.reset(LIN)
    await people.remove(LIN)
    assert.deepEqual(await audited(4), [
      `operator invitation revoked ${LIN}`,
      `operator password reset ${LIN}`,
      `operator person added ${LIN}`,
      `${ADA} signed in `,
    ])
  },

  'signing in deletes sessions and links that have expired, and no other': async ({
    write,
    staff,
    desk,
    signIn,
  }) => {
    await staff.people.add({ name: 'Lin', email: LIN })
    await staff.people.add({ name: 'Kay', email: 'kay@kitchens.example' })
    await signIn(GRACE)
    const long = inHours(-8 * 24).toISOString()
    await write(
      sql`update desk_sessions set began_at = ${long}, seen_at = ${long} where email = ${ADA}`,
      sql`update desk_links set until = ${long} where email = ${LIN}`,
    )
    await signIn()
    const left = async (table: 'desk_sessions' | 'desk_links') =>
      (await desk.db.all(query(raw(`select email from ${table} order by email`), { email: text }))).map(
        ({ email }) => email,
      )
    assert.deepEqual(await left('desk_sessions'), [ADA, GRACE])
    assert.deepEqual(await left('desk_links'), ['kay@kitchens.example'])
  },
})
