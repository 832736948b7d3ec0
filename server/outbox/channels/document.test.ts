import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it, type TestContext } from 'node:test'
import { type Answers, sentAnswers } from '../../../questionnaire/answers.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { claimedMessage } from '../../testing/claimed-message.ts'
import { startFirestore } from '../../testing/firestore.ts'
import { startFirestoreProxy } from '../../testing/firestore-proxy.ts'
import { sampleId } from '../../testing/sample-id.ts'
import type { ClaimedMessage } from '../message.ts'
import { createDocumentChannel } from './document.ts'
import { createFirestoreClient, idFrom } from './firestore-client.ts'

const firestore = await startFirestore()
const host = typeof firestore === 'string' ? '' : firestore.host
after(async () => {
  if (typeof firestore !== 'string') await firestore.close()
})

const signal = () => new AbortController().signal

const claimed = (changes = {}, id = sampleId()) => claimedMessage('document', changes, id)

function erased(id: string): ClaimedMessage {
  const { message, ...rest } = claimed({}, id)
  return { ...rest, message: { ...message, event: 'project.erased' }, project: null }
}

async function setUp(t: TestContext) {
  const opened = await startFirestoreProxy(t, host)
  const alerts: string[] = []
  const send = (subject: string) => void alerts.push(subject)
  const channelOf = (client: typeof opened.client) =>
    createDocumentChannel(client, { send, isQuiet: () => false })
  return {
    ...opened,
    alerts,
    channel: channelOf(opened.client),
    /** Another server. */
    other: channelOf(opened.direct),
    cities: async () => (await opened.documents()).map(({ fields }) => fields?.city),
  }
}

describe('a document', { skip: typeof firestore === 'string' ? firestore : false }, () => {
  it('has exactly the answers and createdAt, which its database sets once', async (t) => {
    const { channel, documents } = await setUp(t)
    const [before, id] = [Date.now(), sampleId()]
    assert.deepEqual(await channel.send(claimed({}, id), signal()), { kind: 'sent' })
    const [made] = await documents()
    const { createdAt: time, ...answers } = made?.fields ?? {}
    assert.ok(time && 'timestampValue' in time)
    assert.ok(Math.abs(Date.parse(time.timestampValue) - before) < 60_000)
    const valuesOf = (all: Answers) =>
      Object.fromEntries(
        Object.entries(sentAnswers(all)).map(([name, stringValue]) => [name, { stringValue }]),
      )
    assert.deepEqual(answers, valuesOf(sampleAnswers()))
    assert.equal(idFrom(made?.name ?? ''), id)

    const changes = { city: 'Newtown', budget: '' }
    assert.deepEqual(await channel.send(claimed(changes, id), signal()), { kind: 'sent' })
    const [revised, ...others] = await documents()
    assert.deepEqual(revised?.fields, { ...valuesOf(sampleAnswers(changes)), createdAt: time })
    assert.deepEqual(others, [])

    for (const phone of ['(217) 555-0134', '']) {
      assert.deepEqual(await channel.send(claimed({ phone }, id), signal()), { kind: 'sent' })
      const [{ fields } = {}] = await documents()
      assert.deepEqual(fields, { ...valuesOf(sampleAnswers({ phone })), createdAt: time })
    }
  })

  it('never gets older answers from a write that arrives late', async (t) => {
    const { channel, other, proxy, cities } = await setUp(t)
    const id = sampleId()
    await other.send(claimed({ city: 'Oldest' }, id), signal())
    // The older write has read the document when another server writes the newer one.
    let hasRead = false
    proxy.answer = async ({ method, pass }) => {
      if (hasRead) await other.send(claimed({ city: 'Newest' }, id), signal())
      hasRead = method === 'batchGet'
      await pass()
    }
    const late = await channel.send(claimed({ city: 'Older' }, id), signal())
    assert.ok(late.kind === 'failed' && !late.failure.permanent)
    assert.match(late.failure.reason, /FAILED_PRECONDITION/)
    assert.deepEqual(await cities(), [{ stringValue: 'Newest' }])
  })

  it('never gets older answers from a server that stood still before it read the document', async (t) => {
    const { channel, other, proxy, cities } = await setUp(t)
    const id = sampleId()
    const { now } = performance
    let stoodStill = 0
    t.mock.method(performance, 'now', () => now.call(performance) + stoodStill)
    proxy.answer = async ({ method, pass }) => {
      if (method === 'commit') await other.send(claimed({ city: 'Newest' }, id), signal())
      stoodStill = 60_000
      await pass()
    }
    assert.equal((await channel.send(claimed({ city: 'Older' }, id), signal())).kind, 'failed')
    assert.deepEqual(await cities(), [{ stringValue: 'Newest' }])
  })

  it('is deleted when its project is erased, also with an id of the form that Firestore reserves', async (t) => {
    const { channel, documents } = await setUp(t)
    const names = async () => (await documents()).map(({ name }) => idFrom(name))
    const [id, other] = ['__AAAAAAAAAAAAAAAAAA__', sampleId()]
    for (const one of [id, other])
      assert.deepEqual(await channel.send(claimed({}, one), signal()), { kind: 'sent' })
    assert.deepEqual((await names()).toSorted(), [id, other])
    // The second time it does not exist.
    for (let attempt = 0; attempt < 2; attempt++)
      assert.deepEqual(await channel.send(erased(id), signal()), { kind: 'sent' })
    assert.deepEqual(await names(), [other])
  })

  it('fails after 10 s without an answer, and at once without a connection', async (t) => {
    const { channel, client, proxy, alerts } = await setUp(t)
    proxy.answer = () => {}
    const { timeout } = AbortSignal
    const asked: number[] = []
    t.mock.method(AbortSignal, 'timeout', (ms: number) => {
      asked.push(ms)
      return timeout.call(AbortSignal, ms / 100)
    })
    const silent = await channel.send(claimed(), signal())
    assert.deepEqual([silent.kind, asked], ['failed', [10_000]])
    // Google's token service does not answer.
    const hangs = { ...client, commit: () => new Promise<never>(() => {}) }
    const stuck = createDocumentChannel(hangs, { send: assert.fail, isQuiet: () => false })
    assert.equal((await stuck.send(claimed(), signal())).kind, 'failed')
    const closed = createFirestoreClient({ projectId: 'guide', emulatorHost: '127.0.0.1:1' })
    const refused = await createDocumentChannel(closed, { send: assert.fail, isQuiet: () => false }).send(
      claimed(),
      signal(),
    )
    assert.ok(refused.kind === 'failed' && !refused.failure.permanent)
    assert.deepEqual(alerts, [])
  })

  it('that is refused for good is retried rarely, and the operator is alerted', async (t) => {
    const { channel, proxy, alerts } = await setUp(t)
    const refuse = (httpStatus: number, status: string) => {
      proxy.answer = ({ response }) =>
        response.writeHead(httpStatus).end(`{"error":{"status": "${status}","message":"Jane"}}`)
    }
    refuse(503, 'UNAVAILABLE')
    const later = { reason: 'Firestore responded with 503 UNAVAILABLE', permanent: false }
    assert.deepEqual(await channel.send(claimed(), signal()), { kind: 'failed', failure: later })
    assert.deepEqual(alerts, [])
    refuse(403, 'PERMISSION_DENIED')
    const failure = { reason: 'Firestore responded with 403 PERMISSION_DENIED', permanent: true }
    assert.deepEqual(await channel.send(claimed(), signal()), { kind: 'failed', failure })
    assert.deepEqual(alerts, ['documents refused'])
  })
})

it('firebase.json names the rules that keep every browser out', async () => {
  const { firestore } = JSON.parse(await readFile('firebase.json', 'utf8'))
  assert.match(await readFile(firestore.rules, 'utf8'), /allow read, write: if false/)
})
