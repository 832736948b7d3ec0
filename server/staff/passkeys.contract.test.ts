import assert from 'node:assert/strict'
import { query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { inHours, type Opened, onEveryDatabase } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'
const GRACE = 'grace@kitchens.example'

const samplePasskey = (id: string, counter = 0) => ({
  id,
  name: `Key ${id}`,
  publicKey: 'pQECAyYgASFYIA',
  counter,
  transports: ['internal', 'hybrid'] as const,
})

const namesOf = async ({ staff }: Opened, email = ADA) =>
  (await staff.passkeys.list(email)).map(({ name }) => name)

await onEveryDatabase('Passkeys', {
  'a challenge works once, for its person, within five minutes': async ({ staff: { passkeys }, write }) => {
    for (const email of [ADA, null]) {
      await passkeys.addChallenge('challenge', email)
      assert.equal(await passkeys.takeChallenge('challenge', email), true)
      assert.equal(await passkeys.takeChallenge('challenge', email), false)
      await passkeys.addChallenge('of another', GRACE)
      assert.equal(await passkeys.takeChallenge('of another', email), false)
      await passkeys.addChallenge('old', email)
      await write(sql`update desk_challenges set until = ${inHours(0).toISOString()}`)
      assert.equal(await passkeys.takeChallenge('old', email), false)
    }
  },

  'of simultaneous uses of one challenge, one succeeds': async ({ staff: { passkeys } }) => {
    await passkeys.addChallenge('challenge', null)
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => passkeys.takeChallenge('challenge', null)),
    )
    assert.deepEqual(taken.toSorted(), [false, false, false, false, true])
  },

  'old challenges are deleted': async ({ staff: { passkeys }, desk: { db }, write }) => {
    await passkeys.addChallenge('old', null)
    await write(sql`update desk_challenges set until = ${inHours(-1).toISOString()}`)
    await passkeys.addChallenge('new', null)
    const left = await db.all(query(sql`select challenge from desk_challenges`, { challenge: text }))
    assert.deepEqual(left, [{ challenge: 'new' }])
  },

  'passkeys are listed, found and removed, each for one person': async (opened) => {
    const { passkeys } = opened.staff
    const userHandle = await passkeys.userHandle(ADA)
    assert.equal(await passkeys.userHandle(ADA), userHandle)
    assert.notEqual(await passkeys.userHandle(GRACE), userHandle)
    assert.equal(await passkeys.add(ADA, samplePasskey('a')), 'done')
    assert.equal(await passkeys.add(ADA, samplePasskey('b')), 'done')
    assert.equal(await passkeys.add(GRACE, samplePasskey('a')), 'added already')
    assert.deepEqual(await namesOf(opened), ['Key a', 'Key b'])
    const { createdAt, ...found } = (await passkeys.find('a')) ?? {}
    assert.deepEqual(found, {
      id: 'a',
      email: ADA,
      name: 'Key a',
      publicKey: 'pQECAyYgASFYIA',
      transports: ['internal', 'hybrid'],
      lastUsedAt: null,
      userHandle,
    })
    assert.equal(await passkeys.remove(GRACE, 'a'), 'unknown passkey')
    assert.deepEqual(await passkeys.remove(ADA, 'a'), { name: 'Key a' })
    assert.equal(await passkeys.find('a'), null)
    assert.equal(await passkeys.recordUse('a', 9), 'unknown passkey')
    assert.equal(await passkeys.add('removed@kitchens.example', samplePasskey('c')), 'too late')
    assert.deepEqual(await opened.audited(3), [
      `${ADA} passkey removed Key a`,
      `${ADA} passkey added Key b`,
      `${ADA} passkey added Key a`,
    ])
  },

  'a counter has to go up, or always be 0': async ({ staff: { passkeys, audit } }) => {
    await passkeys.add(ADA, samplePasskey('counts', 4))
    await passkeys.add(ADA, samplePasskey('does not count'))
    assert.equal(await passkeys.recordUse('does not count', 0), 'done')
    assert.equal(await passkeys.recordUse('does not count', 0), 'done')
    // Larger than 32 bits with a sign.
    assert.equal(await passkeys.recordUse('counts', 4_000_000_000), 'done')
    for (const counter of [4_000_000_000, 5, 0])
      assert.equal(await passkeys.recordUse('counts', counter), 'copied passkey')
    assert.equal(await passkeys.recordUse('counts', 4_000_000_001), 'done')
    assert.notEqual((await passkeys.find('counts'))?.lastUsedAt, null)
    const refused = (await audit.list()).filter(({ what }) => what === 'copied passkey refused')
    assert.deepEqual(
      refused.map(({ who, detail }) => `${who} ${detail}`),
      [`${ADA} Key counts`, `${ADA} Key counts`, `${ADA} Key counts`],
    )
  },

  'a reset and a removal end passkeys and challenges': async (opened) => {
    const { passkeys, people } = opened.staff
    for (const [email, end] of [
      [ADA, people.reset],
      [GRACE, people.remove],
    ] as const) {
      await passkeys.add(email, samplePasskey(email))
      await passkeys.addChallenge('challenge', email)
      await end(email)
      assert.deepEqual(await namesOf(opened, email), [])
      assert.equal(await passkeys.takeChallenge('challenge', email), false)
    }
  },

  'required passkeys count from the next sign-in on, and the last one stays': async (opened) => {
    const { staff, signIn } = opened
    const { passkeys, sessions } = staff
    const mustAdd = async (cookie: string) =>
      (await sessions.find(cookie.replace('desk=', ''), new Date(), { prolongsSession: false }))
        ?.mustAddPasskey
    const before = await signIn(GRACE)
    assert.equal(await passkeys.require(true, ADA), 'no passkey of your own')
    await passkeys.add(ADA, samplePasskey('a'))
    assert.equal(await passkeys.isRequiredOf(ADA), false)
    assert.equal(await passkeys.require(true, ADA), 'done')
    assert.equal(await passkeys.require(true, ADA), 'done')
    assert.deepEqual([await passkeys.isRequiredOf(ADA), await passkeys.isRequiredOf(GRACE)], [true, false])

    const after = await signIn(GRACE)
    assert.deepEqual(
      [await mustAdd(before), await mustAdd(after), await mustAdd(await signIn(ADA))],
      [false, true, false],
    )
    await passkeys.add(GRACE, samplePasskey('g'))
    assert.equal(await mustAdd(after), false)
    assert.equal(await passkeys.remove(GRACE, 'g'), 'last passkey')
    assert.equal(await passkeys.require(false, ADA), 'done')
    assert.deepEqual(await passkeys.remove(GRACE, 'g'), { name: 'Key g' })
    assert.equal(await mustAdd(after), false)
    const changes = (await staff.audit.list()).filter(({ what }) => what.startsWith('passkeys'))
    assert.deepEqual(
      changes.map(({ who, what }) => `${who} ${what}`),
      [`${ADA} passkeys not required`, `${ADA} passkeys required`],
    )
  },
})
