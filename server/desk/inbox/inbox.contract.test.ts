import assert from 'node:assert/strict'
import type { Inbox, Summary } from '../../../desk/api.ts'
import { defaultPrices, remodelTypes } from '../../../questionnaire/business.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { sql } from '../../db/sql.ts'
import { onEveryDatabase, tablesWith } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { makeSamples } from '../samples/sample-projects.ts'

await onEveryDatabase('The inbox', {
  'lists new projects, newest first': async ({ submit, inbox }) => {
    const plans = { budget: '60k', timeFrame: 'This spring' }
    const first = await submit({ firstName: 'Zoë', lastName: 'Oak', city: 'Troy', ...plans })
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
      costRange: defaultPrices.major,
      ...plans,
      budgetFit: 'within',
      status: 'New',
      assignee: null,
      firstContactAt: null,
      waitedMinutes: 0,
      email: 'sent',
      relatedProjects: [],
      isSample: false,
      isTest: false,
      version: 0,
    })
  },

  'has pages without gaps in every order': async ({ desk, inbox }) => {
    await makeSamples(desk.db, 104, new Date())
    const orders = (['newest', 'oldest', 'waiting'] as const).flatMap((sort) => [
      { sort },
      { sort, search: 'example' },
    ])
    for (const { sort, ...filter } of orders) {
      const seen: Summary[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Inbox = await inbox({ sort, ...filter, ...(cursor ? { cursor } : {}) })
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

  'filters by source, and offers the sources of its projects': async ({
    submit,
    inbox,
    ask,
    file,
    write,
    desk,
  }) => {
    const fromGoogle = 'utm_source=Google&utm_medium=cpc&utm_campaign=zeppelin'
    const paid = await submit({}, sampleId(), fromGoogle)
    const clicked = await submit({}, sampleId(), 'gclid=x')
    const direct = await submit()
    const spam = await submit({}, sampleId(), 'utm_source=casino')
    await write(sql`update projects set suspicion = 'x' where id = ${spam}`)
    const ids = async (source: string) => (await inbox({ source })).projects.map(({ id }) => id)
    assert.deepEqual(await ids('google'), [clicked, paid])
    assert.deepEqual(await ids('direct'), [direct])
    assert.deepEqual(await ids('casino'), [])
    assert.deepEqual((await ask('GET', 'sources')).json(), ['google', 'direct'])
    await submit({ city: 'Utica' }, paid, 'utm_source=mail')
    assert.deepEqual(await ids('google'), [clicked, paid])
    assert.equal((await file(paid)).source.utmCampaign, 'zeppelin')
    assert.deepEqual(await tablesWith('zeppelin', desk.db), ['projects'])
    await ask('DELETE', `projects/${paid}`, { lastName: sampleAnswers().lastName })
    assert.deepEqual(await tablesWith('zeppelin', desk.db), [])
  },

  'filters by status, person, type and date': async ({ submit, ids, ask }) => {
    const minor = await submit({ typeOfKitchenRemodel: remodelTypes.minor.answer })
    const major = await submit({ typeOfKitchenRemodel: remodelTypes.major.answer })
    await ask('POST', `projects/${major}/events`, {
      kind: 'assigned',
      to: 'grace@kitchens.example',
      version: 0,
    })
    await ask('POST', `projects/${major}/events`, { kind: 'status', to: 'Won', reason: '', version: 1 })
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual(await ids({ status: 'New' }), [minor])
    assert.deepEqual(await ids({ status: 'Won', who: 'Grace@kitchens.example' }), [major])
    assert.deepEqual(await ids({ who: 'nobody' }), [minor])
    assert.deepEqual(await ids({ type: remodelTypes.major.answer }), [major])
    assert.deepEqual(await ids({ from: '2020-01-01', to: '2020-12-31' }), [])
    assert.equal((await ids({ from: '2020-01-01', to: today })).length, 2)
    assert.deepEqual(await ids({ sort: 'waiting' }), [minor, major])
  },

  'finds the beginnings of words in name, addresses, city and free texts, and only there': async ({
    submit,
    ids,
  }) => {
    const id = await submit({
      firstName: 'Zoë',
      lastName: "O'Neill",
      email: 'zoe.n@example.com',
      city: 'Saint Paul',
      streetAddress: '12 Maple Street',
      newKitchenImportantFeature: 'An uncomplicated island for two cooks. 日本 台所',
      remodellingReasons: 'The dog ate the cabinets of unit 1e5x',
    })
    await submit({
      firstName: 'Bob',
      email: 'bob@example.com',
      streetAddress: '9 Elm Road',
      newKitchenImportantFeature: 'Light',
    })
    const found = (search: string) => ids({ search })
    for (const search of 'zoe|ZOË|oneill|zoe.n@example.com|saint pau|maple 12|island cook|台所|dog cabinets'.split(
      '|',
    ))
      assert.deepEqual(await found(search), [id], search)
    for (const search of ['uncomplic', 'uncomplicated', 'zoë isl', '1e5x'])
      assert.deepEqual(await found(search), [id], search)
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
      assert.deepEqual(await found(search), [], search)
    for (const sort of ['oldest', 'waiting'] as const)
      assert.deepEqual(await ids({ search: 'zoe', sort, status: 'New' }), [id])
  },

  'updates the rows of a list, and counts what is new or suspicious': async ({ submit, ask, write }) => {
    const [erased, won, spam] = [await submit(), await submit(), await submit({ city: 'Reno' })]
    await ask('POST', `projects/${won}/events`, { kind: 'status', to: 'Won', reason: '', version: 0 })
    await ask('DELETE', `projects/${erased}`, { lastName: sampleAnswers().lastName })
    await write(sql`update projects set suspicion = 'x' where id = ${spam}`)
    const fresh = await submit()
    const listed = async (body: object) => ask('POST', 'projects/listed?status=New&sort=oldest', body)
    const { rows, projects, next, suspicious } = (await listed({ ids: [erased, won] })).json()
    assert.partialDeepStrictEqual([rows, projects], [[{ id: won, status: 'Won' }], [{ id: fresh }]])
    assert.deepEqual([rows.length, projects.length, next, suspicious], [1, 1, null, 1])
    assert.deepEqual((await listed({ ids: [] })).json().rows, [])
    for (const ids of [undefined, ['no id'], Array<string>(2001).fill(won)])
      assert.equal((await listed({ ids })).statusCode, 400)
  },

  'finds a complete email address exactly, and otherwise by its words': async ({ submit, inbox, ask }) => {
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

  'finds names with and without an apostrophe': async ({ submit, ids }) => {
    const id = await submit({ lastName: 'O’Shaughnessy', city: "O'Fallon" })
    const plain = await submit({ lastName: 'OShaughnessy', city: 'Ofallon' })
    const found = (search: string) => ids({ search })
    for (const search of ['oshaughnessy', "o'shaughnessy", 'o’shaugh', 'ofal', 'O’Fallon'])
      assert.deepEqual(await found(search), [plain, id], search)
  },

  'finds a revised project by its new words, and the history has its first answers': async ({
    submit,
    inbox,
    file,
  }) => {
    const id = await submit({ city: 'Troy' })
    assert.equal((await inbox({ search: 'troy' })).projects[0]?.id, id)
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

  'finds a revised project by its new type and household': async ({ submit, inbox }) => {
    const here = { email: 'ada@example.com', streetAddress: '1 Oak Street' }
    const there = { email: 'bo@example.com', streetAddress: '9 Elm Road' }
    const one = await submit(here)
    const two = await submit(there)
    const found = async (type: string) =>
      (await inbox({ type })).projects.map(({ id, relatedProjects }) => [
        id,
        ...relatedProjects.map(({ by }) => by),
      ])
    const { minor, major } = remodelTypes
    assert.deepEqual(await found(major.answer), [[two], [one]])
    await submit({ ...there, email: here.email }, two)
    assert.deepEqual(await found(major.answer), [
      [two, 'email'],
      [one, 'email'],
    ])
    await submit({ ...here, email: there.email, typeOfKitchenRemodel: minor.answer }, two)
    assert.deepEqual(await found(minor.answer), [[two, 'street']])
    assert.deepEqual(await found(major.answer), [[one, 'street']])
  },

  'shows projects with the same email address or street as related': async ({ submit, inbox }) => {
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
    // A missing street is not a common street.
    for (const email of ['v@example.com', 'w@example.com']) await submit({ email, streetAddress: '?' })
    const { projects } = await inbox()
    const relatedTo = (id: string) =>
      projects
        .find((project) => project.id === id)
        ?.relatedProjects.map((related) => [related.id, related.by])
    assert.deepEqual(new Set(relatedTo(one)?.map(String)), new Set([`${two},email`, `${three},street`]))
    assert.deepEqual(relatedTo(two), [[one, 'email']])
    assert.deepEqual(relatedTo(three), [[one, 'street']])
    assert.deepEqual(projects[0]?.relatedProjects, [])
  },

  'lists the five newest projects of a household, each once, newest first': async ({ submit, inbox }) => {
    const [email, streetAddress] = ['x@example.com', '1 Elm Road']
    const came: string[] = []
    for (let nth = 0; nth < 15; nth++)
      came.push(await submit([{ email }, { streetAddress }, { email, streetAddress }][nth % 3]))
    const both = await submit({ email, streetAddress })
    const { projects } = await inbox()
    assert.deepEqual(
      projects.find(({ id }) => id === both)?.relatedProjects.map(({ id }) => id),
      came.toReversed().slice(0, 5),
    )
  },

  'unusual values find nothing and break nothing': async ({ submit, inbox }) => {
    await submit()
    for (const filter of [{ who: "' or 1=1 --" }, { type: "') union select" }, { search: '**(' }])
      assert.deepEqual((await inbox(filter)).projects, [], JSON.stringify(filter))
    assert.equal((await inbox({ cursor: '9007199254740991.zzz' })).projects.length, 1)
  },
})
