import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../server/testing/server-process.ts'
import type { Measured } from '../harness/fault.ts'
import { type Arrivals, createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide } from '../harness/server.ts'
import type { Stage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

/** What was logged is in the file a little later. */
const LOG_MS = 500
/** The retry loop would have looked several times. */
const LOOKS_MS = 4000
/** An attempt may last for half a lease; after it the loop has looked again. */
const LOOP_MS = 45_000

interface Breaking {
  readonly env: Readonly<Record<string, string>>
  readonly arrived: Arrivals
  readonly under?: readonly string[]
  /** Settings that the server has in the fault; it is started again with the right ones. */
  readonly wrong?: Readonly<Record<string, string>>
  readonly breakIt: () => unknown
  readonly mend: () => unknown
  /** A setting has to change before it can work: then the loop waits for an hour, and the visitor's retry sends it. */
  readonly isPermanent?: boolean
  /** The service took the e-mail and we could not know: the same message may come twice. */
  readonly mayCopy?: boolean
  /** It was given away, and nobody said what became of it: the loop waits for minutes. */
  readonly isInDoubt?: boolean
  /** What must not have happened meanwhile, in words; `log` is what the server wrote. */
  readonly check?: (log: string) => string | null
  readonly meanwhile?: 'failure' | 'success'
}

/**
 * The project is kept and the visitor told of the failure. Once the service is mended, the loop sends
 * what only needed patience; the visitor's retry meets the same record whatever the fault was.
 */
export async function brokenMail(stage: Stage, breaking: Breaking): Promise<Measured> {
  const { env, arrived, breakIt, mend, isPermanent = false, isInDoubt = false } = breaking
  const { meanwhile = 'failure', mayCopy = false } = breaking
  const mended = await createGuide(stage, env, breaking.under ? { under: breaking.under } : {})
  const guide = breaking.wrong
    ? await createGuide(stage, { ...env, ...breaking.wrong }, { name: 'wrong' })
    : mended
  await guide.start()
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  const failures: string[] = []
  if (guide === mended) await visitors.tryOnce(guide.origin, newId())
  await breakIt()
  const id = newId()
  const { told, status } = await visitors.tryOnce(guide.origin, id)
  if (told !== meanwhile) failures.push(`in the fault the visitor was told of a ${told} (${status})`)
  await pause(isPermanent ? LOOKS_MS : LOG_MS)
  const log = await guide.logged()
  const reproach = breaking.check?.(log)
  if (reproach) failures.push(reproach)
  const refusals = log.split('"permanent":true').length - 1
  if (!isPermanent && refusals > 0) failures.push('patience was taken for a setting')
  if (isPermanent && refusals === 0) failures.push('nobody was told of the setting')
  if (isPermanent && refusals > 1) failures.push(`what only a setting can mend was tried ${refusals} times`)
  await mend()
  if (guide !== mended) {
    await guide.end('SIGTERM')
    await mended.start()
  }
  if (meanwhile === 'failure' && !isPermanent && !isInDoubt)
    await eventually(async () => [...(await arrived())].some((one) => one.projectId === id), LOOP_MS).catch(
      () => failures.push('the loop did not send it'),
    )
  await visitors.trySteadily(() => mended.origin, id)
  await visitors.trySteadily(() => mended.origin, newId())
  return await measured({
    oracle,
    visitors,
    env: mended.env,
    arrived,
    runs: 1,
    failures,
    mayCopy,
  })
}
