import type { Group } from '../harness/fault.ts'
import { breakEmailJs } from './emailjs.ts'
import { mailOutage } from './mail-outage.ts'
import { slowNames } from './slow-dns.ts'
import { breakSmtp } from './smtp.ts'

export const mailGroup: Group = {
  name: 'mail',
  title: 'Mail',
  faults: [mailOutage, ...breakSmtp, ...breakEmailJs, slowNames],
  atOnce: 4,
}
