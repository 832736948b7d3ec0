import fc from 'fast-check'
import { defaults, readConfig } from '../../server/config/config.ts'
import { OperatorError } from '../../server/lib/errors.ts'
import type { Fault } from '../harness/fault.ts'
import { naughtyStrings } from './naughty-strings.ts'

const URLS = ['smtp://127.0.0.1', 'file:outbox', 'emailjs://k@h/s/t', 'sqlite:x.db', 'postgres://u@h/d']

/** Settings are input as well: each is refused with a sentence, or is one that cannot forge a header. */
export const hostileSettings: Fault = {
  rows: '3.19',
  name: 'generated settings',
  async run(count) {
    const runs = count('hostile settings')
    const failures: string[] = []
    const value = fc.oneof(fc.constantFrom(...naughtyStrings, ...URLS), fc.string({ maxLength: 40 }))
    const setting = fc.dictionary(fc.constantFrom(...Object.keys(defaults)), value, { maxKeys: 4 })
    for (const env of fc.sample(setting, runs)) {
      try {
        const { mail, brandName } = readConfig(env)
        const parties = 'parties' in mail ? [mail.parties.from, ...mail.parties.to] : []
        if (/\p{Cc}/u.test([brandName, ...parties].join('')))
          failures.push(`forges a header: ${JSON.stringify(env)}`)
      } catch (error) {
        if (!(error instanceof OperatorError)) failures.push(`${error} for ${JSON.stringify(env)}`)
      }
    }
    return { runs, lost: 0, doubled: 0, wrongText: 0, longestWaitMs: 0, failures: failures.slice(0, 5) }
  },
}
