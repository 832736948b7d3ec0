import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'
import { twoGuides } from './two-servers.ts'

const AT_ONCE = 4

export const severalServers: Fault = {
  rows: 'F24 F27 F49',
  name: 'the same id many times at once over two servers on PostgreSQL',
  async run(count) {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    const guides = await twoGuides(stage, sink.env)
    await Promise.all(guides.map((guide) => guide.start()))
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const ids = Array.from({ length: count('ids on two servers') }, newId)
    const calls = count('calls for each id')
    const failures: string[] = []
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        const one = id
        const tried = await Promise.all(
          Array.from({ length: calls }, (_, index) =>
            visitors.tryOnce(guides[index % guides.length]?.origin ?? '', one),
          ),
        )
        const others = tried.filter(({ told }) => told !== 'success')
        if (others.length > 0) failures.push(`${others.length} of ${calls} calls got ${others[0]?.status}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return await measured({
      oracle,
      visitors,
      env: guides[0].env,
      arrived: () => sink.arrived,
      runs: ids.length * calls,
      failures,
      note: `${ids.length} ids, ${calls} calls each, ${sink.arrived.length} e-mails`,
    })
  },
}
