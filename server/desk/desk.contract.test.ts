import assert from 'node:assert/strict'
import type { Inbox, Summary } from '../../desk/api.ts'
import { remodelTypes } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../test-sample-id.ts'
import { makeSamples } from './sample-projects.ts'
import { type Opened, onEveryDatabase, testDesk } from './test-desk.ts'

/** The contract of the desk: one list, every database of tables. */
const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a project that comes is in the inbox, the newest first': async ({ submit, inbox }) => {
    const first = await submit({ firstName: 'Zoë', lastName: 'Oak', city: 'Troy', budget: '60k' })
    const second = await submit({ email: 'other@example.com', streetAddress: '9 Elm Road' })
    const { projects, next } = await inbox()
    assert.deepEqual(
      projects.map(({ id }) => id),
      [second, first],
    )
    assert.equal(next, null)
    const { createdAt, ...rest } = projects[1] ?? {}
    assert.ok(Math.abs(Date.parse(String(createdAt)) - Date.now()) < 60_000)
    assert.deepEqual(rest, {
      id: first,
      name: 'Zoë Oak',
      city: 'Troy',
      remodelType: remodelTypes.major.answer,
      budget: '60k',
      budgetFit: 'within',
      timeFrame: 'This spring',
      status: 'New',
      assignee: null,
      firstContactAt: null,
      waitedMinutes: 0,
      email: 'sent',
      twins: [],
      isSample: false,
    })
  },

  'pages follow one another without a gap, in every order': async ({ desk, inbox }) => {
    await makeSamples(desk.db, 104, new Date())
    for (const sort of ['newest', 'oldest', 'waiting'] as const) {
      const seen: Summary[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Inbox = await inbox({ sort, ...(cursor ? { cursor } : {}) })
        assert.ok(page.projects.length <= 50)
        seen.push(...page.projects)
        cursor = page.next
      }
      assert.equal(seen.length, 104)
      assert.equal(new Set(seen.map(({ id }) => id)).size, 104)
      const keys = seen.map(({ createdAt, firstContactAt }) =>
        sort === 'waiting' ? `${firstContactAt ? 1 : 0} ${createdAt}` : createdAt,
      )
      assert.deepEqual(keys, sort === 'newest' ? keys.toSorted().reverse() : keys.toSorted())
    }
  },

  'filters keep what they say': async ({ submit, inbox, ask }) => {
    const minor = await submit({ typeOfKitchenRemodel: remodelTypes.minor.answer })
    const major = await submit({ typeOfKitchenRemodel: remodelTypes.major.answer })
    await ask('POST', `projects/${major}/events`, {
      kind: 'assigned',
      to: 'grace@kitchens.example',
      version: 0,
    })
    await ask('POST', `projects/${major}/events`, { kind: 'status', to: 'Won', reason: '', version: 1 })
    const ids = async (filter: object) => (await inbox(filter)).projects.map(({ id }) => id)
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual(await ids({ status: 'New' }), [minor])
    assert.deepEqual(await ids({ status: 'Won', who: 'Grace@kitchens.example' }), [major])
    assert.deepEqual(await ids({ who: 'nobody' }), [minor])
    assert.deepEqual(await ids({ type: remodelTypes.major.answer }), [major])
    assert.deepEqual(await ids({ from: '2020-01-01', to: '2020-12-31' }), [])
    assert.equal((await ids({ from: '2020-01-01', to: today })).length, 2)
    assert.deepEqual(await ids({ sort: 'waiting' }), [minor, major])
  },

  'words are found in name, address, city, street and free text, and only there': async ({
    submit,
    inbox,
  }) => {
    const id = await submit({
      firstName: 'Zoë',
      lastName: "O'Neill",
      email: 'zoe.n@example.com',
      city: 'Saint Paul',
      streetAddress: '12 Maple Street',
      newKitchenImportantFeature: 'An uncomplicated island for two cooks. 日本の台所',
      remodellingReasons: 'The dog ate the cabinets',
    })
    await submit({
      firstName: 'Bob',
      email: 'bob@example.com',
      streetAddress: '9 Elm Road',
      newKitchenImportantFeature: 'Light',
    })
    const ids = async (search: string) => (await inbox({ search })).projects.map((project) => project.id)
    for (const search of [
      'zoe',
      'ZOË',
      'neill',
      'zoe.n@example.com',
      'saint pau',
      'maple 12',
      'island cook',
      '台所',
      'dog cabinets',
      'uncomplic',
      'uncomplicated',
      'zoë isl',
    ])
      assert.deepEqual(await ids(search), [id], search)
    for (const search of [
      'zoe bob',
      'sland',
      'uncomplex',
      'uncomplicatedly',
      '!!!',
      `"' OR 1=1 --`,
      "zoe' | 'bob",
      'old needs replacement',
    ])
      assert.deepEqual(await ids(search), [], search)
    for (const sort of ['oldest', 'waiting'] as const)
      assert.deepEqual(
        (await inbox({ search: 'zoe', sort, status: 'New' })).projects.map((one) => one.id),
        [id],
      )
  },

  'a whole e-mail address finds whoever has it, and its words where nobody has': async ({
    submit,
    inbox,
    ask,
  }) => {
    const id = await submit({ email: 'Ana.Ortiz@example.com' })
    const words = await submit({ email: 'bo@example.com', additionalComments: 'ana ortiz, example com' })
    const other = await submit({ renegadeRemodelersEmailAddress: 'carl@example.org' })
    const ids = async (search: string, status?: 'New' | 'Won') =>
      (await inbox({ search, ...(status && { status }) })).projects.map((project) => project.id)
    assert.deepEqual(await ids(' ana.ortiz@EXAMPLE.com'), [id])
    assert.deepEqual(await ids('ana.ortiz@example.com', 'New'), [id])
    assert.deepEqual(await ids('ana.ortiz@example.com', 'Won'), [])
    assert.deepEqual(await ids('ortiz@example.com'), [words, id])
    assert.deepEqual(await ids('carl@example.org'), [other])
    const csv = (await ask('GET', 'projects.csv?search=ana.ortiz@example.com')).body
    assert.deepEqual([csv.includes(id), csv.includes(words)], [true, false])
  },

  'who is New again without a contact waits again, and a status that is saved twice is no conflict': async ({
    submit,
    ask,
    file,
  }) => {
    const id = await submit()
    const status = (to: string, version: number) =>
      ask('POST', `projects/${id}/events`, { kind: 'status', to, reason: '', version })
    assert.equal((await status('F-D-A proposed', 0)).statusCode, 200)
    assert.equal((await status('F-D-A proposed', 0)).statusCode, 200)
    assert.ok((await file(id)).firstContactAt)
    assert.equal((await status('New', 1)).statusCode, 200)
    assert.equal((await file(id)).firstContactAt, null)
    const unanswered: { id: string }[] = (await ask('GET', 'unanswered')).json()
    assert.deepEqual(
      unanswered.map((one) => one.id),
      [id],
    )
    await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Called' })
    await status('New', 99)
    assert.ok((await file(id)).firstContactAt)
  },

  'a revision is searched by its new words, and noted': async ({ submit, inbox, file }) => {
    const id = await submit({ city: 'Troy' })
    await submit({ city: 'Utica' }, id)
    assert.deepEqual((await inbox({ search: 'troy' })).projects, [])
    assert.equal((await inbox({ search: 'utica' })).projects[0]?.id, id)
    const { events, version, answers } = await file(id)
    assert.deepEqual(
      events.map(({ at: _, ...event }) => event),
      [
        { kind: 'came', who: null, first: { city: 'Troy' } },
        { kind: 'revised', who: null },
      ],
    )
    assert.equal(version, 1)
    assert.equal(answers.city, 'Utica')
    for (let edit = 0; edit < 25; edit++) await submit({ city: `Troy ${edit}`, budget: 'other' }, id)
    const [came] = (await file(id)).events
    const { city, budget } = sampleAnswers({ city: 'Troy' })
    assert.deepEqual(came?.kind === 'came' && came.first, { city, budget })
  },

  'the same e-mail address or street is flagged': async ({ submit, inbox }) => {
    const one = await submit({
      email: 'ada@example.com',
      streetAddress: '1 Oak Street',
      zipCode: '10001',
      firstName: 'One',
    })
    const two = await submit({
      email: 'ADA@example.com',
      streetAddress: '2 Oak Street',
      zipCode: '10001',
      firstName: 'Two',
    })
    const three = await submit({
      email: 'x@example.com',
      streetAddress: '1 oak st.',
      zipCode: '10001-22',
      firstName: 'Three',
    })
    await submit({ email: 'y@example.com', streetAddress: '1 oak st.', zipCode: '20002' })
    const { projects } = await inbox()
    const twins = (id: string) =>
      projects.find((project) => project.id === id)?.twins.map((twin) => [twin.id, twin.by])
    assert.deepEqual(new Set(twins(one)?.map(String)), new Set([`${two},e-mail`, `${three},street`]))
    assert.deepEqual(twins(two), [[one, 'e-mail']])
    assert.deepEqual(twins(three), [[one, 'street']])
  },

  'everything done is in the history, with who': async ({ submit, ask, file }) => {
    const id = await submit()
    const add = async (change: object) => (await ask('POST', `projects/${id}/events`, change)).json()
    await add({ kind: 'note', text: 'Call after six' })
    const reached = await add({ kind: 'contact', how: 'Called' })
    assert.equal(reached.status, 'Contacted')
    assert.ok(reached.firstContactAt)
    await add({ kind: 'status', to: 'Lost', reason: 'moved away', version: reached.version })
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

  'a contact by mistake is taken back, and its homeowner waits again': async ({ submit, ask, file }) => {
    const id = await submit()
    const path = `projects/${id}/events`
    const { version } = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    assert.equal((await ask('POST', path, { kind: 'taken back', version: version - 1 })).statusCode, 409)
    const back = (await ask('POST', path, { kind: 'taken back', version })).json()
    assert.deepEqual([back.status, back.firstContactAt], ['New', null])
    const waiting = (await ask('GET', 'unanswered')).json()
    assert.ok(waiting.some((project: { id: string }) => project.id === id))
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
    // Once is enough, and what came before stays.
    assert.equal((await ask('POST', path, { kind: 'taken back', version: back.version })).statusCode, 409)
    const first = (await ask('POST', path, { kind: 'contact', how: 'E-mailed' })).json()
    const second = (await ask('POST', path, { kind: 'contact', how: 'Called' })).json()
    const left = (await ask('POST', path, { kind: 'taken back', version: second.version })).json()
    assert.deepEqual([left.status, left.firstContactAt], ['Contacted', first.firstContactAt])
    // What something else followed is history.
    await ask('POST', path, { kind: 'contact', how: 'Called' })
    const { version: noted } = (await ask('POST', path, { kind: 'note', text: 'spoke to her' })).json()
    assert.equal((await ask('POST', path, { kind: 'taken back', version: noted })).statusCode, 409)
  },

  'two people at once never lose a change': async ({ submit, ask, call, signIn, file }) => {
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

  'what cannot be said changes nothing': async ({ submit, ask, file }) => {
    const id = await submit()
    const changes = [
      { kind: 'status', to: 'Dropped', reason: '', version: 0 },
      { kind: 'status', to: 'Lost', reason: ' ', version: 0 },
      { kind: 'status', to: 'Won', reason: '', version: '0' },
      { kind: 'assigned', to: 'mallory@example.com', version: 0 },
      { kind: 'note', text: '' },
      { kind: 'note', text: 'a\0b' },
      { kind: 'note', text: 'x'.repeat(5001) },
      { kind: 'contact', how: 'Shouted' },
      { kind: 'came' },
      [],
    ]
    for (const change of changes)
      assert.equal(
        (await ask('POST', `projects/${id}/events`, change)).statusCode,
        422,
        JSON.stringify(change),
      )
    assert.equal((await file(id)).version, 0)
    const other = sampleId()
    assert.equal((await ask('POST', `projects/${other}/events`, { kind: 'note', text: 'x' })).statusCode, 404)
    assert.equal((await ask('GET', `projects/${other}`)).statusCode, 404)
  },

  'a session is known to another server, and sign-out ends it everywhere': async ({
    ask,
    t,
    again,
    signIn,
    call,
  }) => {
    const other = await testDesk(t, { driver: again() })
    const cookie = await signIn()
    assert.equal((await other.call(cookie)('GET', 'session')).json().person.name, 'Ada')
    assert.equal((await ask('DELETE', 'session')).statusCode, 204)
    assert.equal((await other.call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal((await call(cookie)('GET', 'projects')).statusCode, 401)
  },

  'a link is good for one password, and reset makes another': async ({ app, desk, call, signIn }) => {
    const choose = (token: string, password: string) =>
      app.inject({ method: 'POST', url: '/api/desk/password', payload: { token, password } })
    const token = await desk.people.add('Lin', 'Lin@Kitchens.example')
    assert.ok(token)
    assert.equal(await desk.people.add('Lin', 'lin@kitchens.example '), null)
    assert.equal((await choose(token, 'short')).json().problem, 'too short')
    assert.equal((await choose(token, 'x'.repeat(1025))).json().problem, 'too long')
    assert.equal((await choose(token, 'Password1234!')).json().problem, 'too common')
    assert.equal((await choose(token, 'a door to the yard')).statusCode, 204)
    assert.equal((await choose(token, 'a door to the moon')).json().problem, 'link is used up')

    const cookie = await signIn()
    const fresh = await desk.people.reset('ada@kitchens.example')
    assert.ok(fresh)
    assert.equal((await call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal(await signIn(), 'undefined')
    assert.equal((await choose(fresh, 'a window over the sink')).statusCode, 204)
    assert.equal(await desk.people.remove('lin@kitchens.example'), true)
    assert.equal(await desk.people.remove('lin@kitchens.example'), false)
  },
}

await onEveryDatabase('The desk', contract)
