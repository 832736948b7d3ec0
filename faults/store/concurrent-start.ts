import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { databaseOfItsOwn } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const SERVERS = 4

/** Servers that start at once on an empty database prepare it once, and all of them serve. */
export const startTogether: Fault = {
  rows: 'F26',
  name: `${SERVERS} servers start at once on an empty PostgreSQL`,
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    const env = { ...sink.env, DATABASE_URL: await databaseOfItsOwn() }
    const guides = []
    for (let index = 0; index < SERVERS; index++)
      guides.push(await createGuide(stage, env, { name: `server-${index}` }))
    await Promise.all(guides.map((guide) => guide.start()))
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const tried = await Promise.all(guides.map((guide) => visitors.tryOnce(guide.origin, newId())))
    const failures = tried
      .filter(({ told }) => told !== 'success')
      .map(({ status }) => `a server that just started answered ${status}`)
    return await measured({
      oracle,
      visitors,
      env: guides[0]?.env ?? {},
      arrived: () => sink.arrived,
      runs: SERVERS,
      failures,
    })
  },
}
