import assert from 'node:assert/strict'
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { raw, sql } from '../../store/sql/sql.ts'
import { inHours, type Opened, onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { eraseOldProjects } from '../jobs/retention.ts'
import { eraseProject } from '../projects/erase.ts'

/** Every table in which a text is. */
async function traces({ desk: { db } }: Opened, text: string): Promise<readonly string[]> {
  const tables = await db.all(
    db.dialect === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name not like 'desk_search_%'`
      : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await db.all(raw(`select * from ${String(name)}`))
    if (JSON.stringify(rows).includes(text)) found.push(String(name))
  }
  return found.toSorted()
}

/** Files without records, older than any other. */
function fileOrphans({ desk: { db } }: Opened, count: number): Promise<null> {
  const orphans = Array.from({ length: count }, (_, nth) => `orphan${nth}`)
  return db.transact('orphans', [], () => ({
    result: null,
    write: orphans.map((orphan, nth) =>
      db.dialect === 'sqlite'
        ? sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key) values (${nth}, ${orphan}, '', '', '', '')`
        : sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key, words) values (${nth}, ${orphan}, '', '', '', '', '')`,
    ),
  }))
}

/** Whose files can never be removed. */
function stubbornMailer(real: Mailer) {
  const tried: string[] = []
  const erase = async (id: string) => {
    tried.push(id)
    throw new Error('no such luck')
  }
  return { mailer: { ...real, erase }, tried }
}

/** An export of projects without an end. */
async function endlessExport({ app, signIn, desk, t }: Opened) {
  let isClosed = false
  t.mock.method(desk.inbox, 'projects', async function* () {
    try {
      while (true) yield { id: sampleId(), createdAt: new Date(), answers: sampleAnswers() }
    } finally {
      isClosed = true
    }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: await signIn() }
  return {
    isClosed: () => isClosed,
    read: (signal: AbortSignal | null = null) =>
      fetch(`${address}/api/desk/projects.csv`, { headers, signal }),
  }
}

const INFO = 30

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'an erased project is gone from everywhere, and a late try does not bring it back': async (opened) => {
    const { submit, ask, put, emails, inbox, directory } = opened
    const id = await submit({ lastName: 'De la Cruz', city: 'Troy' })
    await submit({ lastName: 'De la Cruz', city: 'Utica' }, id)
    const other = await submit({ email: 'other@example.com' })
    await ask('POST', `projects/${id}/events`, { kind: 'note', text: 'x' })
    assert.equal((await emails()).length, 3)
    assert.deepEqual(await traces(opened, id), ['deliveries', 'desk_events', 'desk_projects', 'projects'])
    assert.equal((await ask('DELETE', `projects/${id}`)).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Cruz' })).statusCode, 422)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: ' de la cruz' })).statusCode, 204)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'De la Cruz' })).statusCode, 404)
    assert.equal((await ask('POST', `deliveries/${id}/retry`)).statusCode, 404)

    assert.deepEqual(await traces(opened, id), [])
    assert.equal((await readdir(join(directory, 'outbox'))).length, 1)
    assert.deepEqual((await inbox({ search: 'utica' })).projects, [])
    const late = sampleAnswers({ lastName: 'De la Cruz' })
    assert.equal((await put(id, late)).statusCode, 200)
    // So it is not limited either.
    assert.equal(await opened.services.store.isStored({ id, answers: late, unknown: {} }), true)
    assert.deepEqual(await traces(opened, id), [])
    assert.equal((await emails()).length, 1)
    assert.deepEqual(
      (await inbox()).projects.map((project) => project.id),
      [other],
    )
    assert.deepEqual((await opened.desk.audit.list())[0]?.what, 'erased')
  },

  'the name of whom to erase is typed as one types it': async ({ submit, ask }) => {
    for (const [lastName, typed] of [
      ['O’Neill  Oak', "o'neill oak"],
      ['O‘Neill', "O'Neill"],
      ['Oʼahu', "O'ahu"],
      ['Kaʻahumanu', "ka'ahumanu"],
      ['De\tla Cruz', 'de la cruz'],
      ['Zoe\u0308', 'Zo\u00eb'],
    ] as const) {
      const id = await submit({ lastName })
      assert.equal((await ask('DELETE', `projects/${id}`, { lastName: typed })).statusCode, 204, lastName)
    }
  },

  'a last name with characters that nobody sees can be typed all the same': async ({ ask, submit, file }) => {
    for (const [lastName, typed] of [
      ['\u202eO\u200bak\u0007\ufff9', 'oak'],
      ['\u3164', ''],
    ] as const) {
      const id = await submit({ lastName })
      assert.equal((await file(id)).hasLastName, typed !== '')
      assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Elm' })).statusCode, 422)
      assert.equal((await ask('DELETE', `projects/${id}`, { lastName: typed })).statusCode, 204)
    }
  },

  'the words of an erased project are no longer in the index': async ({
    submit,
    ask,
    inbox,
    desk: { db },
  }) => {
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    assert.equal((await inbox({ search: 'troy' })).projects.length, 1)
    const indexed = () =>
      db.all(
        db.dialect === 'sqlite'
          ? sql`select rowid from desk_search where desk_search match 'troy'`
          : sql`select project_id from desk_projects where words @@ 'troy'::tsquery`,
      )
    assert.equal((await indexed()).length, 1)
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await indexed(), [])
  },

  'erasing that fails at the e-mail files is not done, and can be asked for again': async (opened) => {
    const { submit, ask, inbox, directory } = opened
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    await submit({ lastName: 'Oak', city: 'Utica' }, id)
    const outbox = join(directory, 'outbox')
    const [stubborn = ''] = await readdir(outbox)
    // A directory in its place is no file that could be removed.
    await rm(join(outbox, stubborn))
    await mkdir(join(outbox, stubborn))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 500)
    assert.equal((await inbox()).projects[0]?.id, id)
    assert.equal(
      (await opened.desk.audit.list()).some(({ what }) => what === 'erased'),
      false,
    )

    await rmdir(join(outbox, stubborn))
    assert.equal((await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })).statusCode, 204)
    assert.deepEqual(await readdir(outbox), [])
    assert.deepEqual(await traces(opened, id), [])
  },

  'an e-mail that is being sent is waited for before its project is erased': async ({
    ask,
    services: { store },
    file,
  }) => {
    const one = submission({ lastName: 'Oak' })
    const claimed = claimedFrom(await store.save(one))
    const erasing = ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })
    await pause(300)
    assert.equal((await file(one.id)).id, one.id)
    assert.equal(await store.markSent(claimed), true)
    assert.equal((await erasing).statusCode, 204)
    assert.equal(await store.markSent(claimed), false)
  },

  'a mail server that hangs keeps nothing from being erased': async (opened) => {
    const { services, ask, t } = opened
    const one = submission({ lastName: 'Oak' })
    claimedFrom(await services.store.save(one))
    const began = Date.now()
    let time = performance.now()
    t.mock.method(performance, 'now', () => {
      time += 2000
      return time
    })
    assert.equal((await ask('DELETE', `projects/${one.id}`, { lastName: 'Oak' })).statusCode, 204)
    // Not for as long as the mail server has to answer.
    assert.ok(Date.now() - began < 20_000)
    assert.deepEqual(await traces(opened, one.id), [])
    // The page that waits for the e-mail is told what a late try of it would be.
    assert.deepEqual(await services.store.claim(one.id), { kind: 'sent' })
  },

  'what is e-mailed while its project is being erased goes as well': async (opened) => {
    const { submit, desk, services } = opened
    const id = await submit({ lastName: 'Oak', city: 'Troy' })
    let isFirst = true
    const mailer: Mailer = {
      ...services.mailer,
      async erase(...given) {
        await services.mailer.erase?.(...given)
        if (isFirst) await submit({ lastName: 'Oak', city: 'Utica' }, id)
        isFirst = false
      },
    }
    assert.equal(await eraseProject({ id, lastName: 'Oak', who: 'grace' }, desk.db, mailer), 'erased')
    assert.deepEqual(await opened.emails(), [])
    assert.deepEqual(await traces(opened, id), [])
  },

  'projects are erased by age, and how many is known': async (opened) => {
    const { submit, desk, services, lines } = opened
    const id = await submit()
    assert.equal(await eraseOldProjects(30, inHours(29 * 24), { ...services, desk }), 0)
    assert.equal(await eraseOldProjects(30, inHours(31 * 24), { ...services, desk }), 1)
    assert.deepEqual(await opened.projects(), [])
    assert.deepEqual((await opened.emails()).length, 0)
    const [entry] = await desk.audit.list()
    assert.equal(`${entry?.what}: ${entry?.detail}`, 'erased by age: 1 project older than 30 days')
    assert.ok(lines.some((line) => line.includes('"erased":1')))
    // Another server may have come to the same one.
    const again = await eraseProject({ id, lastName: null, who: '' }, desk.db, services.mailer)
    assert.equal(again, 'unknown project')
    assert.equal((await desk.audit.list()).filter(({ what }) => what.startsWith('erased')).length, 1)
  },

  'what has not been e-mailed is not erased by age, and a person hears of it': async (opened) => {
    const { submit, desk, services, projects } = opened
    await submit()
    const raised: string[] = []
    const alerts = { send: (subject: string, text: string) => void raised.push(`${subject}: ${text}`) }
    const unsent = submission()
    const claimed = claimedFrom(await services.store.save(unsent))
    assert.equal(await eraseOldProjects(1, inHours(12), { ...services, desk, alerts }), 0)
    assert.deepEqual(raised, [])
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, alerts }), 1)
    assert.deepEqual(
      (await projects()).map(({ id }) => id),
      [unsent.id],
    )
    assert.deepEqual(raised, [
      'old and unsent: RETENTION_DAYS leaves 1 project whose e-mail has not gone: npm run deliveries',
    ])
    await services.store.markSent(claimed)
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, alerts }), 1)
    assert.equal(raised.length, 1)
  },

  'a round of erasing by age ends, however many have not been e-mailed': async ({ services, desk }) => {
    await Promise.all(Array.from({ length: 100 }, () => services.store.save(submission())))
    const round = eraseOldProjects(1, inHours(48), { ...services, desk })
    round.catch(() => {})
    const late = new AbortController()
    assert.equal(await Promise.race([round, pause(10_000, 'goes on', late)]), 0)
    late.abort()
  },

  'what a visitor edits while old projects are erased stays until that is e-mailed too': async (opened) => {
    const { submit, desk, services, projects } = opened
    const id = await submit()
    const edited = submission({ city: 'Utica' }, id)
    const mailer: Mailer = {
      ...services.mailer,
      erase: async () => void (await services.store.save(edited)),
    }
    assert.equal(await eraseOldProjects(1, inHours(48), { ...services, desk, mailer }), 0)
    assert.deepEqual(
      (await projects()).map(({ answers }) => answers.city),
      ['Utica'],
    )
  },

  'one that cannot be erased keeps no other from being erased by age': async (opened) => {
    const { submit, desk, services } = opened
    const [stubborn, other] = [await submit(), await submit()]
    const mailer: Mailer = {
      ...services.mailer,
      erase: async (id) => assert.notEqual(id, stubborn, 'no such luck'),
    }
    await assert.rejects(
      eraseOldProjects(30, inHours(31 * 24), { ...services, desk, mailer }),
      /no such luck/,
    )
    assert.deepEqual(await traces(opened, other), [])
    assert.equal((await desk.audit.list())[0]?.detail, '1 project older than 30 days')
    assert.equal(await eraseOldProjects(30, inHours(31 * 24), { ...services, desk }), 1)
    assert.deepEqual(await traces(opened, stubborn), [])
  },

  'one that cannot be erased is tried once in a round, however many there are': async (opened) => {
    const { submit, desk, services } = opened
    const stubborn = await submit()
    const oldest = [sql`update desk_projects set seq = -1 where project_id = ${stubborn}`]
    await desk.db.transact(stubborn, [], () => ({ result: null, write: oldest }))
    await fileOrphans(opened, 120)
    const { mailer, tried } = stubbornMailer(services.mailer)
    await assert.rejects(eraseOldProjects(30, new Date(), { ...services, desk, mailer }), /no such luck/)
    assert.deepEqual(tried, [stubborn])
    assert.deepEqual(await traces(opened, 'orphan'), [])
  },

  'a round in which ten could not be erased ends': async ({ submit, desk, services }) => {
    for (let nth = 0; nth < 11; nth++) await submit()
    const { mailer, tried } = stubbornMailer(services.mailer)
    await assert.rejects(
      eraseOldProjects(30, inHours(31 * 24), { ...services, desk, mailer }),
      /no such luck/,
    )
    assert.equal(new Set(tried).size, 10)
    assert.equal(tried.length, 10)
  },

  'files whose records somebody deleted go by age as well, and end the round': async (opened) => {
    const { submit, desk, services } = opened
    const id = await submit()
    await fileOrphans(opened, 120)
    const erased = await eraseOldProjects(30, inHours(31 * 24), { ...services, desk })
    assert.equal(erased, 1)
    assert.deepEqual(await traces(opened, id), [])
    assert.deepEqual(await traces(opened, 'orphan'), [])
  },

  'the export is what the filter finds, and ends with how many that was': async ({ submit, ask, desk }) => {
    await submit({ firstName: '=1+1', city: 'Troy' })
    await submit({ city: 'Utica' })
    const linesOf = (text: string) => text.trimEnd().split('\r\n')
    const csv = async (query: string) => linesOf((await ask('GET', `projects.csv${query}`)).body)
    const { headers, body } = await ask('GET', 'projects.csv')
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="projects-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const whole = linesOf(body)
    assert.equal(whole.length, 4)
    // The mark by which Excel knows that Zoë is UTF-8.
    assert.match(whole[0] ?? '', /^\uFEFFid,email,/)
    assert.match(whole[1] ?? '', /Utica/)
    assert.match(whole[2] ?? '', /,'=1\+1,/)
    assert.match(whole[3] ?? '', /^End of 2 projects,+$/)
    assert.equal(whole[3]?.split(',').length, whole[0]?.split(',').length)
    assert.match((await csv('?search=troy'))[2] ?? '', /^End of 1 projects/)
    assert.match((await csv('?sort=oldest'))[1] ?? '', /,'=1\+1,/)
    assert.match((await csv('?status=Won&sort=oldest'))[1] ?? '', /^End of 0 projects/)
    const details = (await desk.audit.list())
      .filter(({ what }) => what === 'exported')
      .map(({ detail }) => detail)
    assert.deepEqual(details, ['status Won, sort oldest', 'sort oldest', 'a search', 'everything'])
  },

  'an export is of the moment at which it began, whatever is submitted meanwhile': async ({
    submit,
    desk,
  }) => {
    const first = await submit({ city: 'Troy' })
    await submit({ city: 'Utica' })
    const cities: string[] = []
    for await (const { answers } of desk.inbox.projects({})) {
      if (cities.push(answers.city) > 1) continue
      await submit({ city: 'Rome' })
      await submit({ city: 'Rome' }, first)
    }
    assert.deepEqual(cities, ['Utica', 'Troy'])
  },

  'an export whose reader goes away in the middle ends with it': async (opened) => {
    const endless = await endlessExport(opened)
    const reader = new AbortController()
    const answer = await endless.read(reader.signal)
    await pause(300)
    assert.equal(endless.isClosed(), false)
    reader.abort()
    await eventually(async () => endless.isClosed())
    await assert.rejects(answer.text())
  },

  'an export ends with the session, however slowly it is read': async (opened) => {
    const { ask, lines } = opened
    const endless = await endlessExport(opened)
    const answer = await endless.read()
    assert.equal(answer.status, 200)
    await pause(300)
    assert.equal(endless.isClosed(), false)
    await ask('DELETE', 'session')
    await eventually(async () => endless.isClosed())
    await assert.rejects(answer.text())
    const told = lines.find((line) => line.includes('An export broke off')) ?? ''
    assert.match(told, /session/)
    // No fault, so nobody has to look.
    assert.equal(JSON.parse(told).level, INFO)
  },

  'whether there is another export can be asked, and that is none itself': async ({ ask, desk }) => {
    for (let time = 0; time < 30; time++) assert.equal((await ask('HEAD', 'projects.csv')).statusCode, 204)
    assert.equal((await ask('HEAD', 'projects.csv?status=Nothing')).statusCode, 400)
    assert.equal((await desk.audit.list()).filter(({ what }) => what === 'exported').length, 0)
    let exports = 0
    while (exports < 20 && (await ask('GET', 'projects.csv')).statusCode === 200) exports += 1
    // Ten a minute, and on a slow computer what comes back meanwhile.
    assert.ok(exports >= 10 && exports < 20, String(exports))
    const refused = await ask('HEAD', 'projects.csv')
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.headers['retry-after'], '60')
  },

  'an e-mail that has not gone is listed with why, and can be tried again': async ({
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
    // The oldest first.
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

  'as many e-mails that have not gone are listed as the page says, the oldest of them': async ({
    ask,
    services: { store },
  }) => {
    const save = (id: string) => store.save(submission({}, id))
    const oldest = sampleId()
    await save(oldest)
    // Those of one millisecond are equally old.
    await pause(5)
    const limit = pLimit(10)
    await Promise.all(Array.from({ length: MAX_UNSENT }, () => limit(() => save(sampleId()))))
    const listed = (await ask('GET', 'deliveries')).json()
    assert.deepEqual([listed.length, listed[0].projectId], [MAX_UNSENT, oldest])
  },
}

await onEveryDatabase('The duties', contract)
