import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'

await onEveryDatabase('Unsent e-mails', {
  'are listed with the reason, oldest first, and can be retried': async ({
    submit,
    ask,
    services,
    inbox,
  }) => {
    const id = await submit({ firstName: 'Zoë', lastName: 'Oak' })
    assert.deepEqual((await ask('GET', 'deliveries')).json(), [])
    const due = sampleId()
    const claimed = claimedFrom(await services.store.save(submission({ lastName: 'Elm' }, due)))
    await services.store.markFailed(claimed, { reason: '451 later', permanent: true })
    await services.store.save(submission({ lastName: 'Fir' }))
    const [listed, ...others] = (await ask('GET', 'deliveries')).json()
    assert.deepEqual(
      others.map(({ name }: { name: string }) => name),
      ['Jane Fir'],
    )
    assert.deepEqual(
      [listed.projectId, listed.name, listed.state, listed.attempts, listed.reason],
      [due, 'Jane Elm', 'due', 1, '451 later'],
    )
    assert.ok(Date.parse(listed.nextAttemptAt) > Date.now())
    assert.equal((await inbox()).projects[0]?.email, 'due')
    assert.equal((await ask('POST', `deliveries/${due}/retry`)).statusCode, 204)
    const [again] = (await ask('GET', 'deliveries')).json()
    assert.ok(Date.parse(again.nextAttemptAt) <= Date.now() + 1000)
    for (const other of [sampleId(), 'a%00b'])
      assert.equal((await ask('POST', `deliveries/${other}/retry`)).statusCode, 404, other)
    assert.equal((await ask('POST', `deliveries/${id}/retry`)).statusCode, 204)
    await services.store.hold()
    assert.equal((await ask('GET', 'deliveries')).json()[0].state, 'dead')
    assert.deepEqual(
      (await inbox()).projects.map(({ email }) => email),
      ['dead', 'dead', 'sent'],
    )
  },

  'are limited to the oldest': async ({ ask, services: { store } }) => {
    const save = (id: string) => store.save(submission({}, id))
    const oldest = sampleId()
    await save(oldest)
    // The order within one millisecond is not defined.
    await pause(5)
    const limit = pLimit(10)
    await Promise.all(Array.from({ length: MAX_UNSENT }, () => limit(() => save(sampleId()))))
    const listed = (await ask('GET', 'deliveries')).json()
    assert.deepEqual([listed.length, listed[0].projectId], [MAX_UNSENT, oldest])
  },
})
