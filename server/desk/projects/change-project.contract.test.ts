import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../db/sql.ts'
import { insertEvent } from '../../projects/project-events.ts'
import { inHours, type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'

async function unanswered({ ask }: Pick<Opened, 'ask'>): Promise<readonly string[]> {
  return (await ask('GET', 'unanswered')).json().map(({ id }: { id: string }) => id)
}

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a project that is New again without a contact waits again, and the same status twice is no conflict':
    async ({ submit, ask, file, desk }) => {
      const id = await submit()
      const status = (to: string, version: number) =>
        ask('POST', `projects/${id}/events`, { kind: 'status', to, reason: '', version })
      assert.equal((await status('F-D-A proposed', 0)).statusCode, 200)
      assert.equal((await status('F-D-A proposed', 0)).statusCode, 200)
      const { firstContactAt, version } = await file(id)
      assert.ok(firstContactAt)
      assert.equal(version, 1)
      assert.equal((await status('New', 1)).statusCode, 200)
      assert.equal((await file(id)).firstContactAt, null)
      assert.ok(Number((await desk.projectDetails(id, inHours(2)))?.waitedMinutes) >= 119)
      assert.deepEqual(await unanswered({ ask }), [id])
      await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Called' })
      await status('New', 99)
      assert.ok((await file(id)).firstContactAt)
      assert.deepEqual(await unanswered({ ask }), [])
    },

  'a status and a contact that no longer exist are shown as they were set': async ({
    submit,
    ask,
    file,
    write,
  }) => {
    const id = await submit()
    const at = new Date().toISOString()
    const who = { email: 'ada@kitchens.example', name: 'Ada' }
    await write(
      sql`update desk_projects set status = 'Visit agreed', first_contact_at = ${at}, is_waiting = 0, version = 2 where project_id = ${id}`,
      insertEvent({ projectId: id, version: 1, at, who, content: { kind: 'contact', how: 'Sent a text' } }),
      insertEvent({
        projectId: id,
        version: 2,
        at,
        who,
        content: { kind: 'status', from: 'New', to: 'Visit agreed', reason: '' },
      }),
    )
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'Call after six' })
    const { status, events } = await file(id)
    assert.equal(status, 'Visit agreed')
    assert.deepEqual(
      events.map((one) => ('how' in one ? one.how : 'from' in one ? `${one.from}, ${one.to}` : one.kind)),
      ['came', 'Sent a text', 'New, Visit agreed', 'note'],
    )
  },

  'later contacts change neither the time of the first contact nor the status': async ({
    write,
    submit,
    ask,
  }) => {
    const id = await submit()
    const path = `projects/${id}/events`
    const { version } = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    await write(sql`update desk_projects set waited_minutes = 7 where project_id = ${id}`)
    await ask('POST', path, { kind: 'status', to: 'Won', reason: '', version })
    const won = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    assert.deepEqual([won.status, won.waitedMinutes], ['Won', 7])
  },

  'a call after a project was lost is its first contact': async ({ write, submit, ask }) => {
    const id = await submit()
    const path = `projects/${id}/events`
    await ask('POST', path, { kind: 'status', to: 'Lost', reason: 'Not now', version: 0 })
    await write(
      sql`update desk_projects set created_at = ${inHours(-2).toISOString()}, waited_minutes = 7 where project_id = ${id}`,
    )
    const called = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    assert.ok(called.waitedMinutes >= 119, `answered in ${called.waitedMinutes} min`)
    const won = (await ask('POST', path, { kind: 'status', to: 'Won', reason: '', version: 99 })).json()
    assert.equal(won.waitedMinutes, called.waitedMinutes)
  },

  'an assignment can be removed, and a lost project can be won': async ({ submit, ask, file }) => {
    const id = await submit()
    const add = (change: object) => ask('POST', `projects/${id}/events`, { ...change, version: 99 })
    for (const to of ['ada@kitchens.example', null]) {
      // The second, identical change adds no event.
      await add({ kind: 'assigned', to })
      await add({ kind: 'assigned', to })
    }
    await add({ kind: 'status', to: 'Lost', reason: 'no answer' })
    assert.equal(
      (await add({ kind: 'status', to: 'Lost', reason: 'moved away' })).json().lostReason,
      'moved away',
    )
    await add({ kind: 'status', to: 'Won', reason: 'no reason to be lost' })
    const { status, lostReason, assignee, events } = await file(id)
    assert.deepEqual([status, lostReason, assignee], ['Won', '', null])
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'assigned' ? [event.to?.name] : [])),
      ['Ada', undefined],
    )
  },

  'every change is in the history, with the person, and a note is no contact': async ({
    submit,
    ask,
    file,
  }) => {
    const id = await submit()
    const add = async (change: object) => (await ask('POST', `projects/${id}/events`, change)).json()
    const noted = await add({ kind: 'note', text: ' Call after six\n' })
    assert.deepEqual([noted.status, noted.firstContactAt], ['New', null])
    assert.deepEqual(await unanswered({ ask }), [id])
    const reached = await add({ kind: 'contact', how: 'Called' })
    assert.equal(reached.status, 'Contacted')
    assert.ok(reached.firstContactAt)
    await add({ kind: 'status', to: 'Lost', reason: 'moved away ', version: reached.version })
    await add({ kind: 'assigned', to: 'ada@kitchens.example', version: reached.version })
    const { events, status, lostReason, assignee, version } = await file(id)
    const ada = { name: 'Ada', email: 'ada@kitchens.example' }
    assert.deepEqual(
      events.map(({ at: _, ...event }) => event),
      [
        { kind: 'came', who: null, first: {} },
        { kind: 'note', who: ada, text: 'Call after six' },
        { kind: 'contact', who: ada, how: 'Called' },
        { kind: 'status', who: ada, from: 'New', to: 'Contacted', reason: '' },
        { kind: 'status', who: ada, from: 'Contacted', to: 'Lost', reason: 'moved away' },
        { kind: 'assigned', who: ada, to: ada },
      ],
    )
    assert.deepEqual([status, lostReason, assignee, version], ['Lost', 'moved away', ada, 5])
  },

  'a change of status is queued for webhooks, with the status before': async (opened) => {
    const { submit, ask, services } = opened
    const id = await submit()
    const address = 'https://crm.example'
    await ask('POST', 'webhooks', { address, events: ['project.status_changed', 'project.updated'] })
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'Calls back' })
    await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Called' })
    const lost = { kind: 'status', to: 'Lost', reason: 'Budget', version: 3 }
    assert.equal((await ask('POST', `projects/${id}/events`, lost)).statusCode, 200)
    const queued = await Array.fromAsync(services.queue.unsent())
    assert.deepEqual(
      queued.map(({ event, projectId, detail }) => [event, projectId, detail]),
      [
        ['project.status_changed', id, { status: 'Contacted', previousStatus: 'New', lostReason: '' }],
        ['project.status_changed', id, { status: 'Lost', previousStatus: 'Contacted', lostReason: 'Budget' }],
      ],
    )
  },

  'a contact by mistake can be undone, and the project waits again': async ({ submit, ask, file }) => {
    const id = await submit()
    const path = `projects/${id}/events`
    const { version } = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    assert.equal((await ask('POST', path, { kind: 'taken back', version: version - 1 })).statusCode, 409)
    const back = (await ask('POST', path, { kind: 'taken back', version })).json()
    assert.deepEqual([back.status, back.firstContactAt], ['New', null])
    assert.deepEqual(await unanswered({ ask }), [id])
    assert.deepEqual(
      (await file(id)).events.map((event) => [event.kind, 'how' in event ? event.how : '']),
      [
        ['came', ''],
        ['contact', 'Called'],
        ['status', ''],
        ['taken back', 'Called'],
        ['status', ''],
      ],
    )
    // It can be undone only once, and earlier events stay.
    assert.equal((await ask('POST', path, { kind: 'taken back', version: back.version })).statusCode, 409)
    // A contact that was taken back does not count, so a status set by mistake does not end the waiting either.
    for (const to of ['Won', 'New'])
      await ask('POST', path, { kind: 'status', to, reason: '', version: (await file(id)).version })
    assert.deepEqual(await unanswered({ ask }), [id])
    const first = (await ask('POST', path, { kind: 'contact', how: 'E-mailed' })).json()
    const second = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    const left = (await ask('POST', path, { kind: 'taken back', version: second.version })).json()
    assert.deepEqual([left.status, left.firstContactAt], ['Contacted', first.firstContactAt])
    assert.partialDeepStrictEqual(left.events.at(-1), { kind: 'taken back', how: 'Called' })
    // A contact that another event followed cannot be taken back.
    await ask('POST', path, { kind: 'contact', how: 'Called' })
    const { version: noted } = (await ask('POST', path, { kind: 'note', text: 'spoke to her' })).json()
    assert.equal((await ask('POST', path, { kind: 'taken back', version: noted })).statusCode, 409)
    const again = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    // Only their times show that the status was not set by the contact.
    await pause(2)
    const won = { kind: 'status', to: 'Won', reason: '', version: again.version }
    const { version: chosen } = (await ask('POST', path, won)).json()
    assert.equal((await ask('POST', path, { kind: 'taken back', version: chosen })).statusCode, 409)
  },

  'two people who change a project at once never lose a change': async ({
    submit,
    ask,
    call,
    signIn,
    file,
  }) => {
    const id = await submit()
    const grace = call(await signIn('grace@kitchens.example'))
    const path = `projects/${id}/events`
    const results = await Promise.all([
      ask('POST', path, { kind: 'status', to: 'Won', reason: '', version: 0 }),
      grace('POST', path, { kind: 'status', to: 'Lost', reason: 'too far', version: 0 }),
      ...Array.from({ length: 5 }, (_, index) =>
        grace('POST', path, { kind: 'note', text: `note ${index}` }),
      ),
      grace('POST', path, { kind: 'assigned', to: 'grace@kitchens.example', version: 0 }),
    ])
    assert.deepEqual(
      results.map(({ statusCode }) => statusCode).toSorted(),
      [200, 200, 200, 200, 200, 200, 200, 409],
    )
    const refused = results.find(({ statusCode }) => statusCode === 409)
    assert.equal(refused?.json().id, id)
    const { events, version } = await file(id)
    assert.equal(events.length, 8)
    assert.equal(version, 7)
  },

  'a change in one window is not undone from another without a conflict': async ({ submit, ask, file }) => {
    const id = await submit()
    const add = (change: object) => ask('POST', `projects/${id}/events`, { version: 0, ...change })
    // The contact itself changed the status, so another status from the same window is no conflict.
    await add({ kind: 'contact', how: 'Called' })
    assert.equal((await add({ kind: 'status', to: 'Won', reason: '' })).statusCode, 200)
    assert.equal((await add({ kind: 'status', to: 'Lost', reason: 'too far' })).statusCode, 409)
    assert.equal((await add({ kind: 'assigned', to: 'grace@kitchens.example' })).statusCode, 200)
    assert.equal((await add({ kind: 'assigned', to: 'ada@kitchens.example' })).statusCode, 409)
    const { status, assignee, version } = await file(id)
    assert.deepEqual([status, assignee?.name], ['Won', 'Grace'])
    assert.equal((await add({ kind: 'status', to: 'Lost', reason: 'too far', version })).statusCode, 200)
  },

  'an invalid change is refused and changes nothing': async ({ submit, ask, file }) => {
    const id = await submit()
    const post = async (body: object | Buffer) =>
      (await ask('POST', `projects/${id}/events`, body, { 'content-type': 'application/json' })).statusCode
    for (const change of [
      { kind: 'status', to: 'Dropped', reason: '', version: 0 },
      { kind: 'status', to: 'Lost', reason: 'a\0b', version: 0 },
      { kind: 'status', to: 'Lost', reason: 'x'.repeat(501), version: 0 },
      { kind: 'status', to: 'Won', reason: '', version: '0' },
      { kind: 'assigned', to: 'ada@kitchens.example' },
      { kind: 'taken back' },
      { kind: 'note', text: ' \n' },
      { kind: 'contact', how: 'Shouted' },
      { kind: 'came' },
      [],
      // Infinity, which JSON.stringify cannot write, is newer than every version.
      Buffer.from('{"kind":"status","to":"Won","reason":"","version":1e999}'),
    ])
      assert.equal(await post(change), 400, JSON.stringify(change))
    assert.equal(await post({ kind: 'status', to: 'Lost', reason: ' ', version: 0 }), 422)
    assert.equal(await post({ kind: 'assigned', to: 'mallory@example.com', version: 0 }), 422)
    assert.equal((await file(id)).version, 0)
    const other = sampleId()
    assert.equal((await ask('POST', `projects/${other}/events`, { kind: 'note', text: 'x' })).statusCode, 404)
    assert.equal((await ask('GET', `projects/${other}`)).statusCode, 404)
  },
}

await onEveryDatabase('Changing a project', contract)
