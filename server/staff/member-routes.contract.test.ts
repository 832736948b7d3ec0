import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Members, NewLink, ProjectDetails } from '../../desk/api.ts'
import { sql } from '../db/sql.ts'
import { inHours, type Opened, onEveryDatabase } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'
const GRACE = 'grace@kitchens.example'
const LIN = 'lin@kitchens.example'

const lin = { name: 'Lin', email: LIN, role: 'specialist' }

/** The members as the page has them, by name. */
async function membersOf({ ask }: Opened) {
  const { members }: Members = (await ask('GET', 'members')).json()
  return Object.fromEntries(members.map((member) => [member.name, member]))
}

/** The problem of a refused request, which must be a 422; otherwise the status. */
async function outcomeOf(answer: ReturnType<Opened['ask']>): Promise<unknown> {
  const { statusCode, body } = await answer
  return statusCode === 422 ? JSON.parse(body).problem : statusCode
}

/** Lets each change of a project take 0.3 s longer in PostgreSQL. */
const slowEvents = [
  sql`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$`,
  sql`create trigger slow before insert on desk_events for each row execute function slow()`,
]

/** What owners did, newest first. */
const auditOf = async ({ audited }: Opened) =>
  (await audited()).filter((entry) => !/^operator | signed in /.test(entry))

await onEveryDatabase('The people of the desk', {
  'the list has role, passkeys, last sign-in, open invitation and open projects': async (opened) => {
    const { staff, ask, submit, write } = opened
    await write(sql`insert into desk_passkeys (id, email, name, public_key, counter, transports, created_at)
      values ('key', ${ADA}, 'Phone', '', 0, '', '')`)
    await staff.people.add({ name: 'Lin', email: LIN })
    for (const status of ['New', 'Won', 'Lost']) {
      const id = await submit()
      await ask('POST', `projects/${id}/events`, { kind: 'assigned', to: ADA, version: 0 })
      const change = { kind: 'status', to: status, reason: 'x', version: 1 }
      await ask('POST', `projects/${id}/events`, change)
    }
    const { Ada, Grace, Lin } = await membersOf(opened)
    assert.ok(Ada && Grace && Lin)
    const { signedInAt, ...others } = Ada
    assert.ok(Date.now() - Date.parse(signedInAt ?? '') < 60_000)
    assert.deepEqual(others, {
      name: 'Ada',
      email: ADA,
      role: 'owner',
      passkeys: 1,
      hasPassword: true,
      linkUntil: null,
      openProjects: 1,
    })
    assert.deepEqual([Grace.role, Grace.signedInAt, Grace.passkeys], ['specialist', null, 0])
    assert.equal(Lin.hasPassword, false)
    assert.ok(Math.abs(Date.parse(Lin.linkUntil ?? '') - inHours(7 * 24).getTime()) < 60_000)
    await write(sql`update desk_links set until = ${inHours(-1).toISOString()}`)
    assert.equal((await membersOf(opened)).Lin?.linkUntil, null)
  },

  'an address is invited once, also by two requests at once': async (opened) => {
    const { staff, ask } = opened
    const outcomes = await Promise.all(
      [lin, { ...lin, email: ` ${LIN.toUpperCase()}` }].map((one) => outcomeOf(ask('POST', 'members', one))),
    )
    assert.deepEqual(outcomes.map(String).toSorted(), ['200', 'address taken'])
    assert.equal(await outcomeOf(ask('POST', 'members', { ...lin, email: ADA })), 'address taken')
    for (const email of ['lin', 'lin@', 'a b@c', `${'x'.repeat(65)}@kitchens.example`])
      assert.equal(await outcomeOf(ask('POST', 'members', { ...lin, email })), 'not an address')
    for (const wrong of [{ name: ' ' }, { name: 'A\nB' }, { name: 1 }, { role: 'admin' }, { email: null }])
      assert.equal(await outcomeOf(ask('POST', 'members', { ...lin, ...wrong })), 400)
    assert.deepEqual(await auditOf(opened), [`${ADA} person added ${LIN}`])
    assert.equal((await staff.people.list()).length, 3)
  },

  'a renewed link ends the older one, and only those without a password get one': async (opened) => {
    const { staff, ask } = opened
    const older: NewLink = (await ask('POST', 'members', lin)).json()
    const newer: NewLink = (await ask('POST', 'members/link', { email: LIN })).json()
    assert.equal(await staff.people.addressOfLink(older.token, new Date()), null)
    assert.equal(await staff.people.addressOfLink(newer.token, new Date()), LIN)
    assert.equal(await outcomeOf(ask('POST', 'members/link', { email: GRACE })), 'has a password')
    assert.equal(await outcomeOf(ask('POST', 'members/link', { email: 'no@one.example' })), 'unknown person')
    assert.deepEqual(await auditOf(opened), [`${ADA} link renewed ${LIN}`, `${ADA} person added ${LIN}`])
  },

  'a reset ends access and returns a link, and an owner resets neither themselves nor the last other owner':
    async (opened) => {
      const { staff, ask, call, signIn } = opened
      const grace = call(await signIn(GRACE))
      const { token }: NewLink = (await ask('POST', 'members/reset', { email: GRACE })).json()
      assert.equal((await grace('GET', 'session')).statusCode, 401)
      assert.equal(await staff.people.addressOfLink(token, new Date()), GRACE)
      assert.equal(await outcomeOf(ask('POST', 'members/reset', { email: ADA })), 'yourself')
      assert.equal(await outcomeOf(ask('POST', 'members/reset', { email: LIN })), 'unknown person')
      assert.deepEqual(await auditOf(opened), [`${ADA} password reset ${GRACE}`])
      // As the second of two owners who reset each other at once.
      assert.equal(await staff.people.reset(ADA, GRACE), null)
      assert.notEqual((await staff.people.find(ADA))?.password, '')
    },

  'a role changes unless it is the last owner’s': async (opened) => {
    const { ask } = opened
    const change = (email: string, role: string) => outcomeOf(ask('POST', 'members/role', { email, role }))
    assert.equal(await change(ADA, 'specialist'), 'last owner')
    assert.equal(await change(GRACE, 'owner'), 204)
    assert.equal(await change(GRACE, 'owner'), 204)
    assert.equal(await change(LIN, 'owner'), 'unknown person')
    assert.equal(await change(GRACE, 'admin'), 400)
    assert.equal(await change(ADA, 'specialist'), 204)
    assert.equal(await change(ADA, 'owner'), 403)
    assert.deepEqual(await auditOf(opened), [
      `${ADA} role changed ${ADA}: specialist`,
      `${ADA} role changed ${GRACE}: owner`,
    ])
  },

  'a removed person loses access at once, and their open projects go to another person': async (opened) => {
    const { ask, call, signIn, submit, file } = opened
    const grace = call(await signIn(GRACE))
    const [open, won, adas] = [await submit(), await submit(), await submit()]
    const change = (id: string, more: object) => grace('POST', `projects/${id}/events`, more)
    for (const id of [open, won]) await change(id, { kind: 'assigned', to: GRACE, version: 0 })
    await change(adas, { kind: 'assigned', to: ADA, version: 0 })
    await change(won, { kind: 'status', to: 'Won', reason: '', version: 1 })
    await change(open, { kind: 'note', text: 'By Grace' })
    await grace('PUT', 'account/name', { name: 'Grace Hopper' })

    const remove = (email: string, reassignTo: unknown) =>
      outcomeOf(ask('POST', 'members/remove', { email, reassignTo }))
    for (const assignee of [LIN, GRACE]) assert.equal(await remove(GRACE, assignee), 'unknown assignee')
    assert.equal(await remove(GRACE, 7), 400)
    assert.equal(await remove(ADA, null), 'yourself')
    assert.equal(await remove(LIN, null), 'unknown person')
    assert.equal((await grace('GET', 'session')).statusCode, 200)
    assert.equal((await file(open)).version, 2)

    assert.equal(await remove(GRACE, ADA), 204)
    assert.equal((await grace('GET', 'session')).statusCode, 401)
    const names = ({ events }: ProjectDetails) => events.map(({ kind, who }) => [kind, who?.name ?? null])
    const handedOver = await file(open)
    assert.equal(handedOver.assignee?.email, ADA)
    assert.deepEqual(names(handedOver), [
      ['came', null],
      ['assigned', 'Grace'],
      ['note', 'Grace'],
      ['assigned', 'Ada'],
    ])
    assert.equal((await file(won)).assignee?.name, 'Grace Hopper')
    assert.equal((await file(adas)).version, 1)
    assert.deepEqual(await auditOf(opened), [
      `${ADA} person removed ${GRACE}`,
      `${GRACE} name changed Grace → Grace Hopper`,
    ])
  },

  'the projects of a removed person may be left unassigned': async (opened) => {
    const { ask, submit, file } = opened
    const id = await submit()
    await ask('POST', `projects/${id}/events`, { kind: 'assigned', to: GRACE, version: 0 })
    assert.equal(await outcomeOf(ask('POST', 'members/remove', { email: GRACE, reassignTo: null })), 204)
    assert.equal((await file(id)).assignee, null)
  },

  'no change at the same time leaves a project with a removed person': async (opened) => {
    const { ask, staff, desk, submit, write } = opened
    await ask('POST', 'members', lin)
    const [assigned, noted] = [await submit(), await submit()]
    const change = (id: string, more: object) => ask('POST', `projects/${id}/events`, { version: 0, ...more })
    const remove = (email: string) => ask('POST', 'members/remove', { email, reassignTo: null })
    await change(noted, { kind: 'assigned', to: LIN })
    // SQLite makes one change after the other.
    if (desk.db.dialect === 'postgres') await write(...slowEvents)
    const assigning = change(assigned, { kind: 'assigned', to: GRACE })
    await pause(100)
    await Promise.all([assigning, remove(GRACE)])
    const removing = remove(LIN)
    await pause(100)
    await Promise.all([removing, change(noted, { kind: 'note', text: 'Calls back' })])
    assert.deepEqual([await staff.people.countProjects(GRACE), await staff.people.countProjects(LIN)], [0, 0])
  },

  'a removal that fails in the middle changes nothing, and can be repeated': async (opened) => {
    const { ask, staff, submit, file, write } = opened
    const id = await submit()
    await ask('POST', `projects/${id}/events`, { kind: 'assigned', to: GRACE, version: 0 })
    const remove = () => outcomeOf(ask('POST', 'members/remove', { email: GRACE, reassignTo: ADA }))
    await write(sql`alter table desk_events rename to hidden`)
    assert.equal(await remove(), 500)
    await write(sql`alter table hidden rename to desk_events`)
    assert.equal((await file(id)).assignee?.email, GRACE)
    assert.ok(await staff.people.find(GRACE))
    assert.equal(await remove(), 204)
    assert.equal((await file(id)).assignee?.email, ADA)
  },
})
