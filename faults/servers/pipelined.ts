import { connect } from 'node:net'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage } from '../harness/stage.ts'
import { answersOf, createVisitors, newId } from '../harness/visitor.ts'

const TIMES = 10
const LONGEST_MS = 10_000

/** A proxy that tries again sends what it sent, maybe on the same line and without waiting for an answer. */
export const pipelined: Fault = {
  rows: 'F49',
  name: `the same call ${TIMES} times in one piece, on one line`,
  async run() {
    await using stage = await createStage()
    const { guide, arrived } = await guideOnFiles(stage)
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const id = newId()
    oracle.asked(id, answersOf(id))
    const body = JSON.stringify(answersOf(id))
    const request = `PUT /api/projects/${id} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    const statuses = await talk(Number(new URL(guide.origin).port), request.repeat(TIMES))
    const isAnswered = statuses.length === TIMES && statuses.every((status) => /^20[01]$/.test(status))
    if (isAnswered) oracle.told(id, 'success')
    const failures = isAnswered ? [] : [`the answers were ${statuses.join()}`]
    return await measured({ oracle, visitors, env: guide.env, arrived, runs: TIMES, failures })
  },
}

/** The status of each answer, until there are enough of them. */
function talk(port: number, bytes: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let said = ''
    const statuses = () => [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const end = () => {
      clearTimeout(late)
      socket.destroy()
      resolve(statuses())
    }
    const late = setTimeout(end, LONGEST_MS)
    socket.on('error', end).on('close', end)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (statuses().length === TIMES) end()
    })
  })
}
