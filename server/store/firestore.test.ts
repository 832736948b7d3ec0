import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../test-sample-id.ts'
import { openFirestore } from './firestore.ts'
import { keepProjects } from './keep-projects.ts'

const submission = () => ({ id: sampleId(), answers: sampleAnswers(), unknown: {} })

async function serverThat(t: TestContext, answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer({}, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const openAt = (emulatorHost: string) => keepProjects(openFirestore({ projectId: 'guide', emulatorHost }))

it('a Firestore that is not there fails at once', async () => {
  const started = performance.now()
  await assert.rejects(openAt('127.0.0.1:1').save(submission()))
  assert.ok(performance.now() - started < 5000)
})

it('a Firestore that says nothing is offline after 10 s', async (t) => {
  const host = await serverThat(t, () => {})
  const started = performance.now()
  await assert.rejects(openAt(host).save(submission()))
  const took = performance.now() - started
  assert.ok(took > 9000 && took < 14_000, `took ${took}`)
})

it('what it refuses is an error with its word for it, and is not asked again', async (t) => {
  let asked = 0
  const host = await serverThat(t, (_request, response) => {
    asked += 1
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end('{"error":{"code":403,"status": "PERMISSION_DENIED"}}')
  })
  await assert.rejects(openAt(host).save(submission()), /403 PERMISSION_DENIED/)
  assert.equal(asked, 1)
})
