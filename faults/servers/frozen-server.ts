import { setTimeout as pause } from 'node:timers/promises'
import { LEASE_MS } from '../../server/store/delivery.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Fault } from '../harness/fault.ts'
import { call } from '../harness/http-call.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'
import { twoGuides } from './two-servers.ts'

/** A server that stood still for longer than its lease comes back, and may not overrule who took over. */
export const frozenServer: Fault = {
  rows: 'F04 F27',
  name: 'a server stands still for longer than its lease, just after its e-mail was taken; another takes over, and the first comes back',
  onlyFull: true,
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    const [first, second] = await twoGuides(stage, sink.env)
    await Promise.all([first.start(), second.start()])
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const failures: string[] = []
    const id = newId()
    sink.onTaken = () => {
      sink.onTaken = () => {}
      process.kill(first.pid(), 'SIGSTOP')
    }
    const { told } = await visitors.tryOnce(first.origin, id)
    if (told !== 'unknown') failures.push(`a server that stood still told of a ${told}`)
    await eventually(async () => sink.arrived.length === 2, 2 * LEASE_MS).catch(() =>
      failures.push('nobody took over'),
    )
    await pause(1000)
    process.kill(first.pid(), 'SIGCONT')
    await eventually(async () => (await late(first.origin)) === 1).catch(() =>
      failures.push('the first server overruled the second'),
    )
    await visitors.trySteadily(() => first.origin, id)
    const arrived = () => sink.arrived
    return await measured({ oracle, visitors, env: first.env, arrived, runs: 1, failures, mayCopy: true })
  },
}

/** How many of its attempts a server found to be somebody else's by now. */
async function late(origin: string): Promise<number> {
  const { body } = await call(`${origin}/metrics`)
  return Number(/delivery_attempts_total\{outcome="lost"\} (\d+)/.exec(body)?.[1] ?? 0)
}
