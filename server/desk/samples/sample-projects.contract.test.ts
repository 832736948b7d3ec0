import assert from 'node:assert/strict'
import type { FirstContacts } from '../../../desk/api.ts'
import { webhookEvents } from '../../../desk/webhooks.ts'
import { remodelTypes } from '../../../questionnaire/business.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { makeSamples, removeSamples } from './sample-projects.ts'

await onEveryDatabase('Sample projects', {
  'are marked, cause no message, are not exported, not counted, and can be removed': async ({
    desk,
    services,
    submit,
    inbox,
    projects,
    ask,
    file,
  }) => {
    const real = await submit({ city: 'Nowhere' })
    await ask('POST', 'webhooks', { address: 'https://crm.example', events: webhookEvents })
    await makeSamples(desk.db, 60, new Date())
    const { projects: page } = await inbox()
    assert.equal(page.length, 50)
    assert.equal(page.filter(({ isSample }) => isSample).length, 49)
    assert.deepEqual(new Set(page.map(({ email }) => email)), new Set(['sent']))
    assert.equal(new Set(page.map(({ remodelType }) => remodelType)).size, Object.keys(remodelTypes).length)
    // Their history is one that the desk could have written, so that contacts can be taken back.
    for (const { id, status, version } of page.filter(({ isSample }) => isSample)) {
      const { events } = await file(id)
      assert.ok(events.every(({ kind, who }) => kind === 'came' || who))
      const back = await ask('POST', `projects/${id}/events`, { kind: 'taken back', version })
      assert.equal(back.statusCode, status === 'Contacted' ? 200 : 409, status)
    }
    assert.ok((await ask('GET', 'sources')).json().length > 1)
    assert.deepEqual(await Array.fromAsync(services.queue.unsent()), [])
    assert.match((await ask('GET', 'projects.csv')).body, /Nowhere.*\r\n"End of 1 projects"/s)
    const weeks: FirstContacts[] = (await ask('GET', 'first-contacts')).json()
    assert.equal(
      weeks.reduce((sum, week) => sum + week.projects, 0),
      1,
    )
    assert.deepEqual(new Set(weeks.map(({ answered }) => answered)), new Set([0]))
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [real],
    )
    assert.equal(await removeSamples(desk.db), 60)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [real],
    )
    assert.equal((await inbox({ search: 'sampleton' })).projects.length, 0)
  },
})
