import fc from 'fast-check'
import { defaults, readConfig } from '../../server/config/config.ts'
import { OperatorError } from '../../server/lib/errors.ts'
import type { Fault } from '../harness/fault.ts'
import { naughtyStrings } from './texts.ts'

const URLS = ['smtp://127.0.0.1', 'file:outbox', 'emailjs://k@h/s/t', 'sqlite:x.db', 'postgres://u@h/d']

/** Generated settings are refused with a message for the operator, or cannot forge an e-mail header. */
export const settings: Fault = {
  rows: '3.19',
  name: 'generated settings',
  async run(trial) {
    const runs = trial.count(100_000)
    const value = fc.oneof(fc.constantFrom(...naughtyStrings, ...URLS), fc.string({ maxLength: 40 }))
    const environment = fc.dictionary(fc.constantFrom(...Object.keys(defaults)), value, { maxKeys: 4 })
    for (const env of fc.sample(environment, runs)) {
      try {
        const { mail, brandName } = readConfig(env)
        const envelope = 'envelope' in mail ? [mail.envelope.from, ...mail.envelope.to] : []
        if (/\p{Cc}/u.test([brandName, ...envelope].join('')))
          trial.failures.push(`a forged header: ${JSON.stringify(env)}`)
      } catch (error) {
        if (!(error instanceof OperatorError)) trial.failures.push(`${error} for ${JSON.stringify(env)}`)
      }
    }
    return trial.result(runs)
  },
}
