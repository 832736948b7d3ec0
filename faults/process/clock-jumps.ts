import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackage } from '../../server/testing/install-package.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const WAITING = 5
/** Looks and back-offs add up to less. */
const DRAIN_MS = 30_000
/** Of one e-mail in that time; without a pause there would be thousands. */
const MOST_ATTEMPTS = 10
const STORM_MS = 4000

/** To where the clock jumps, as libfaketime writes it. */
const jumps = [
  { to: '+3600', name: 'an hour ahead' },
  { to: '+86400', name: 'a day ahead' },
  { to: '-86400', name: 'a day back' },
  { to: '-3600', name: 'an hour back' },
  { to: '@2038-01-19 03:14:00', name: 'to the end of 32 bits, in 2038' },
  { to: '@2026-11-01 06:59:58', name: 'to the end of summer time in Chicago' },
  { to: '@2016-12-31 23:59:58', name: 'to a leap second' },
] as const

/** The clock of the server's machine jumps while e-mails wait: they are sent, once, and without a storm. */
export const clockJumps: readonly Fault[] = jumps.map((jump) => ({
  rows: 'F67',
  name: `the server’s clock jumps ${jump.name}`,
  needs: () =>
    fakeTime() || installPackage('faketime') ? null : 'faketime is not installed and could not be',
  onlyFull: !jump.to.startsWith('-'),
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage, false)
    const file = join(stage.directory, 'clock')
    writeFileSync(file, '+0')
    const guide = await createGuide(stage, {
      ...sink.env,
      TZ: 'America/Chicago',
      LD_PRELOAD: fakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    await guide.start()
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const failures: string[] = []
    const ids = Array.from({ length: WAITING }, newId)
    for (const id of ids) await visitors.tryOnce(guide.origin, id)
    writeFileSync(file, jump.to)
    await sink.open()
    await eventually(async () => sink.arrived.length >= WAITING, DRAIN_MS).catch(() =>
      failures.push(`${sink.arrived.length} of ${WAITING} were sent after the jump`),
    )
    await sink.close()
    const attempts = async () => (await guide.logged()).split('An e-mail was not sent').length
    const before = await attempts()
    const late = newId()
    await visitors.tryOnce(guide.origin, late)
    await pause(STORM_MS)
    const made = (await attempts()) - before
    if (made > MOST_ATTEMPTS) failures.push(`${made} attempts in ${STORM_MS} ms`)
    await sink.open()
    for (const id of [...ids, late]) await visitors.trySteadily(() => guide.origin, id, DRAIN_MS)
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => sink.arrived,
      runs: 1,
      failures,
    })
  },
}))

const fakeTime = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
