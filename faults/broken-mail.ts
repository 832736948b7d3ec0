import { setTimeout as pause } from 'node:timers/promises'
import type { Measured } from './fault.ts'
import { createGuide } from './guide-process.ts'
import { createOracle } from './oracle.ts'
import { measured } from './recovery.ts'
import type { Stage } from './stage.ts'
import { createVisitors, newId } from './visitor.ts'

/** What was logged is in the file a little later. */
const LOG_MS = 500

interface Breaking {
  readonly env: Readonly<Record<string, string>>
  readonly arrived: Parameters<typeof measured>[0]['arrived']
  /** Settings that the server has in the fault; it is started again with the right ones. */
  readonly wrong?: Readonly<Record<string, string>>
  readonly breakIt: () => unknown
  readonly mend: () => unknown
  /** A setting has to change before it can work: then the loop waits for an hour, and the visitor's retry sends it. */
  readonly isPermanent?: boolean
  /** The service took the e-mail and we could not know: the same message may come twice. */
  readonly mayCopy?: boolean
  /** What must not have happened meanwhile, in words. */
  readonly check?: () => string | null
  readonly meanwhile?: 'failure' | 'success'
}

/**
 * The project is kept and the visitor told of the failure. Once the service is mended, the loop sends
 * what only needed patience; the visitor's retry meets the same record whatever the fault was.
 */
export async function brokenMail(stage: Stage, breaking: Breaking): Promise<Measured> {
  const { env, breakIt, mend, isPermanent = false, meanwhile = 'failure', mayCopy = false } = breaking
  const mended = await createGuide(stage, env)
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
  const reproach = breaking.check?.()
  if (reproach) failures.push(reproach)
  if (isPermanent) await pause(LOG_MS)
  const isLoud = (await guide.logged()).includes('"permanent":true')
  if (isPermanent !== isLoud)
    failures.push(isLoud ? 'patience was taken for a setting' : 'nobody was told of the setting')
  await mend()
  if (guide !== mended) {
    await guide.end('SIGTERM')
    await mended.start()
  }
  await visitors.trySteadily(() => mended.origin, id)
  await visitors.trySteadily(() => mended.origin, newId())
  return await measured({
    oracle,
    visitors,
    env: mended.env,
    arrived: breaking.arrived,
    runs: 1,
    failures,
    mayCopy,
  })
}
