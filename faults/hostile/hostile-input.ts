import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../server/config/config.ts'
import { securityHeaders } from '../../server/http/security-headers.ts'
import { openProjectStore } from '../../server/store/open-store.ts'
import type { Fault } from '../harness/fault.ts'
import { type Answer, call } from '../harness/http-call.ts'
import { exportedFrom } from '../harness/recovery.ts'
import { createGuide, type Guide, memoryOf } from '../harness/server.ts'
import { createStage } from '../harness/stage.ts'
import { isInTheAgreedWords } from '../harness/visitor.ts'
import { wrongCsv, wrongEmails, wrongLog } from './hostile-after.ts'
import type { HostileCase } from './hostile-case.ts'

const AT_ONCE = 16
const BATCH = 2000
/** Twice what was seen: what grows with the requests would be far beyond it. */
const MOST_BYTES = 500_000_000
/** Of 100 turns of the server's event loop 99 are not later; an expression that hangs takes seconds. */
const LATEST_LOOP_MS = 200
/** Of 100 answers 99 have come by then. */
const SOON_MS = 1000
const MEASURE = fileURLToPath(new URL('measure-loop.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MOST_TOLD = 10
const HEADERS = securityHeaders('http')

/** Generated requests that mean harm, among them texts that only look so and must be kept byte for byte. */
export const hostileInput: Fault = {
  rows: '3.1-3.11 3.14-3.16',
  name: 'generated hostile requests',
  async run(count) {
    // Only here: to make its strings ready takes longer than to load all other faults.
    const { hostileCases } = await import('./hostile-cases.ts')
    await using stage = await createStage()
    const guide = await createGuide(stage, {}, { flags: ['--import', MEASURE] })
    await guide.start()
    const runs = count('hostile requests')
    const seed = Math.floor(Math.random() * 2 ** 31)
    const wrong: string[] = []
    const accepted = new Map<string, Readonly<Record<string, string>>>()
    let wrongText = 0
    let longestWaitMs = 0
    let late = 0
    let most = 0

    for (let done = 0; done < runs; done += BATCH) {
      const cases = [...hostileCases(Math.min(BATCH, runs - done), seed + done)]
      const work = async () => {
        for (let one = cases.pop(); one; one = cases.pop()) {
          const answer = await call(`${guide.origin}${one.path}`, one)
          longestWaitMs = Math.max(longestWaitMs, answer.ms)
          if (answer.ms > SOON_MS) late += 1
          wrong.push(...wrongWith(one, answer))
          if (one.path.startsWith('/api/') && answer.body !== '' && !isInTheAgreedWords(answer))
            wrongText += 1
          if (one.accepted && answer.status === 201) accepted.set(one.accepted.id, one.accepted.answers)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      most = Math.max(most, await memoryOf(guide))
      if (!guide.isRunning()) wrong.push('the server ended')
      if (wrong.length > 100) break
    }

    const { lost, doubled } = await compared(guide, accepted, wrong)
    wrong.push(...(await wrongEmails(join(stage.directory, 'data/outbox'), accepted)))
    wrong.push(...(await wrongCsv(accepted)))
    wrong.push(...(await wrongLog(guide, new Set(accepted.keys()))))
    const { p99Ms, touched, calls } = JSON.parse(await readFile(join(stage.directory, 'loop.json'), 'utf8'))
    if (p99Ms > LATEST_LOOP_MS) wrong.push(`the event loop was late by ${Math.round(p99Ms)} ms (99 %)`)
    if (late > runs / 100) wrong.push(`${late} answers took longer than ${SOON_MS} ms`)
    if (touched.length > 0) wrong.push(`a prototype has ${touched}`)
    // Projects and e-mails are files here, so nobody is to be called.
    if (calls > 0) wrong.push(`it called somebody ${calls} times`)
    if (most > MOST_BYTES) wrong.push(`memory grew to ${Math.round(most / 1e6)} MB`)
    return {
      runs,
      lost,
      doubled,
      wrongText,
      longestWaitMs,
      failures: wrong.slice(0, MOST_TOLD),
      note: `seed ${seed}; ${accepted.size} accepted, each byte-equal in store, e-mail, JSON and CSV unless told; memory at most ${Math.round(most / 1e6)} MB; event loop late by ${Math.round(p99Ms)} ms (99 %)`,
    }
  },
}

function wrongWith({ row, method, path, allowed, body }: HostileCase, answer: Answer): readonly string[] {
  const about = `${row} ${method} ${path.slice(0, 60)} ${body.subarray(0, 80).toString()}`
  // Node's own client gives up on a path or header that cannot be sent, or is cut off in the middle of a body.
  if (answer.status === 0) return body.length > 200_000 ? [] : [`no answer: ${about}`]
  const wrong: string[] = []
  if (answer.status >= 500 && answer.status !== 501) wrong.push(`${answer.status}: ${about}`)
  else if (!allowed.includes(answer.status)) wrong.push(`${answer.status} is not right: ${about}`)
  if (/node:internal|\.ts:\d|at async/.test(answer.body)) wrong.push(`a stack in the answer: ${about}`)
  if (answer.body.includes(ROOT)) wrong.push(`a path in the answer: ${about}`)
  if (answer.headers['access-control-allow-origin'] !== undefined)
    wrong.push(`other sites are let in: ${about}`)
  if (/evil\.example/.test(JSON.stringify(answer.headers))) wrong.push(`a forged host is believed: ${about}`)
  for (const [name, value] of Object.entries(HEADERS))
    if (answer.headers[name] !== value) wrong.push(`no ${name}: ${about}`)
  return wrong
}

/** Exactly what was accepted is there, with every byte. */
async function compared(
  guide: Guide,
  accepted: ReadonlyMap<string, Readonly<Record<string, string>>>,
  wrong: string[],
) {
  const store = await openProjectStore(readConfig(guide.env).storage)
  const records = await exportedFrom(store)
  await store.close()
  const byId = Map.groupBy(records, ({ id }) => id ?? '')
  let lost = 0
  for (const [id, answers] of accepted) {
    const kept = byId.get(id)?.[0]
    if (!kept || Object.entries(answers).some(([name, answer]) => kept[name] !== answer)) lost += 1
  }
  for (const id of byId.keys()) if (!accepted.has(id)) wrong.push(`a record without a yes: ${id}`)
  return { lost, doubled: [...byId.values()].filter(({ length }) => length > 1).length }
}
