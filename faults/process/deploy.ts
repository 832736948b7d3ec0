import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { newId } from '../harness/visitors.ts'

const VISITORS = 10
const SHUTDOWN_LIMIT_MS = 25_000

/** The server gets SIGTERM while visitors submit, and the next one starts on the same port. */
export const deploy: Fault = {
  rows: 'F03 F60',
  name: 'SIGTERM under load, then a new server on the same port',
  async run(trial) {
    const { visitors, oracle, failures } = trial
    const mail = await startSmtpSink(trial)
    // Slow enough that some submissions are in progress at each shutdown.
    mail.behave = (stage) => (stage === 'end' ? 'reply slowly' : 'reply')
    const server = await startServer(trial, { mail })
    const submissions = trial.count(2000)
    let [submitted, refused, shutdowns, interrupted] = [0, 0, 0, 0]
    /** Projects whose email was accepted and whose visitor has no response yet. */
    const inProgress = new Set<string>()
    let atShutdown: ReadonlySet<string> = new Set()
    mail.onAccepted = ({ projectId }) => inProgress.add(projectId)

    const visit = async () => {
      while (submitted++ < submissions) {
        const id = newId()
        const { outcome, status } = await visitors.submit(server.origin, id)
        inProgress.delete(id)
        if (outcome !== 'success' && atShutdown.has(id))
          failures.push(`a submission in progress ended with ${status || 'no response'}`)
        if (outcome === 'failure' && status !== 503) failures.push(`a visitor got ${status}`)
        if (outcome === 'failure') refused += 1
        if (outcome !== 'success') await visitors.submitUntilSaved(() => server.origin, id)
        inProgress.delete(id)
      }
    }
    const redeploy = async () => {
      while (submitted < submissions) {
        await pause(1000)
        while (inProgress.size === 0 && submitted < submissions) await pause(10)
        const started = performance.now()
        atShutdown = new Set(inProgress)
        interrupted += atShutdown.size
        const code = await server.end('SIGTERM')
        shutdowns += 1
        if (code !== 0) failures.push(`the server exited with ${code}`)
        if (performance.now() - started > SHUTDOWN_LIMIT_MS) failures.push('the shutdown took too long')
        await server.start()
      }
    }
    await Promise.all([redeploy(), ...Array.from({ length: VISITORS }, visit)])
    if (interrupted === 0) failures.push('no submission was in progress at any shutdown')
    trial.notes.push(
      `${oracle.ids().length} submissions, ${interrupted} in progress at a shutdown, ${refused} refused, ${oracle.count('unknown')} without a response`,
    )
    return trial.verify(server, { runs: shutdowns })
  },
}
