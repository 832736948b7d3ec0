import { breakEmailJs } from './break-emailjs.ts'
import { breakSmtp } from './break-smtp.ts'
import type { Group } from './fault.ts'
import { mailOutage } from './mail-outage.ts'
import { slowNames } from './slow-names.ts'

export const mailGroup: Group = {
  name: 'mail',
  title: 'Mail',
  faults: [mailOutage, ...breakSmtp, ...breakEmailJs, slowNames],
  atOnce: 4,
}
