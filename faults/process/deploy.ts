import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const VISITORS = 10
const LONGEST_END_MS = 25_000

/** A deploy: the server is asked to end while visitors submit, and the next one starts on the same port. */
export const endUnderLoad: Fault = {
  rows: 'F03 F60',
  name: 'SIGTERM under load, a new server on the same port',
  async run(count) {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    // So that at each end some are under way.
    sink.conduct = (moment) => (moment === 'dot' ? 'go slowly' : 'go')
    const guide = await createGuide(stage, sink.env)
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const submissions = count('submissions around an end')
    const failures: string[] = []
    let begun = 0
    let refused = 0
    let ends = 0
    let underWay = 0
    /** Whose e-mail was taken, and who has not been answered yet. */
    const waiting = new Set<string>()
    let atTheEnd: ReadonlySet<string> = new Set()
    sink.onTaken = ({ projectId }) => waiting.add(projectId)
    const visit = async () => {
      while (begun++ < submissions) {
        const id = newId()
        const { told, status } = await visitors.tryOnce(guide.origin, id)
        waiting.delete(id)
        if (told !== 'success' && atTheEnd.has(id))
          failures.push(`a submission under way ended with ${status || 'no answer'}`)
        if (told === 'failure' && status !== 503)
          failures.push(`a submission under way was answered with ${status}`)
        if (told === 'failure') refused += 1
        if (told !== 'success') await visitors.trySteadily(() => guide.origin, id)
        waiting.delete(id)
      }
    }
    const deploy = async () => {
      while (begun < submissions) {
        await pause(1000)
        // An end with none under way proves nothing.
        while (waiting.size === 0 && begun < submissions) await pause(10)
        const started = performance.now()
        atTheEnd = new Set(waiting)
        underWay += atTheEnd.size
        const code = await guide.end('SIGTERM')
        ends += 1
        if (code !== 0) failures.push(`it ended with ${code}`)
        if (performance.now() - started > LONGEST_END_MS) failures.push('it took too long to end')
        await guide.start()
      }
    }
    await Promise.all([deploy(), ...Array.from({ length: VISITORS }, visit)])
    if (underWay === 0) failures.push('no submission was under way at any end: this proves nothing')
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => sink.arrived,
      runs: ends,
      failures,
      note: `${oracle.ids().length} submissions, ${underWay} under way at an end, ${refused} refused while ending, ${oracle.count('unknown')} without an answer`,
    })
  },
}
