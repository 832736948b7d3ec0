import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { lineTo } from '../../testing/tcp-line.ts'
import { allOf } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { openPostgres } from './open-postgres.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, who was told that PostgreSQL is late: ${postgres}`)

describe('who was told that PostgreSQL is late', {
  skip: typeof postgres === 'string' ? postgres : false,
}, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  /** Two servers, of which one has a line that holds what it asks, and a clock that goes when the test says so. */
  const setUp = async (t: TestContext) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const url = await postgres.newDatabase()
    const line = await lineTo(t, url)
    const slow = openPostgres(line.url)
    const other = createProjectStore(openPostgres(url))
    t.after(() => other.close())
    await Promise.all([slow.check(), other.check()])
    const now = performance.now.bind(performance)
    let passed = 0
    t.mock.method(performance, 'now', () => passed)
    const pass = (ms: number) => {
      passed += ms
      t.mock.timers.tick(ms)
    }
    const heldUp = async (count: number) => {
      while (line.held.length < count) await turn()
    }
    const store = createProjectStore(slow)
    return {
      slow,
      store,
      other,
      /** It is held for so long, twice: on its trip, and alone. */
      async holdOnBothWays(id: string, [first, second]: readonly [number, number]) {
        await heldUp(1)
        pass(first)
        line.hold(id)
        await heldUp(1)
        pass(second)
      },
      hold: line.hold,
      /** It waits behind two trips for five seconds, and for as long on its own. */
      async tellLate(id: string, ask: () => Promise<unknown>) {
        const [one, another] = [submission(), submission()]
        line.hold(one.id, another.id)
        const before = [store.save(one)]
        await heldUp(1)
        before.push(store.save(another))
        await heldUp(2)
        const told = assert.rejects(ask(), /took longer/)
        pass(5000)
        line.hold(id)
        await Promise.all(before)
        await heldUp(1)
        pass(5001)
        await told
      },
      /** Lets go of it, for as long as what is left takes several times over. */
      async finish() {
        line.hold()
        const end = now() + 300
        while (now() < end) await turn()
        await slow.close()
      },
    }
  }

  it('replaces no answers that were given since', async (t) => {
    const { store, other, hold, holdOnBothWays, finish } = await setUp(t)
    const one = submission()
    const as = (city: string) => ({ ...one, answers: sampleAnswers({ city }) })
    await other.markSent(claimedFrom(await other.save(as('first'))))
    hold(one.id)
    const told = assert.rejects(store.save(as('second')), /took longer/)
    await holdOnBothWays(one.id, [8000, 2000])
    await told
    await other.markSent(claimedFrom(await other.save(as('third'))))
    await finish()
    const [kept] = await allOf(other.projects())
    assert.equal(kept?.answers.city, 'third')
    assert.deepEqual(await allOf(other.unsent()), [])
  })

  it('has what is new made all the same, and it is whoever’s comes next', async (t) => {
    const { store, other, tellLate, finish } = await setUp(t)
    const one = submission()
    await tellLate(one.id, () => store.save(one))
    await finish()
    const { change, claim } = await other.save(one)
    assert.deepEqual([change, claim.kind], ['unchanged', 'claimed'])
  })

  it('does not go alone afterwards', async (t) => {
    const { slow, other, tellLate, finish } = await setUp(t)
    const one = submission()
    await other.save(one)
    const decide = t.mock.fn(() => ({ result: null }))
    await tellLate(one.id, () => slow.change(one.id, decide, 'new'))
    await finish()
    assert.equal(decide.mock.callCount(), 0)
  })
})
