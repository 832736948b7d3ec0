import { CopyField } from '../ui/copy-field.tsx'
import type { Question } from '../ui/use-question.tsx'

/** Shows a secret that the server does not show again. */
export const secretQuestion = (host: string, secret: string): Question => ({
  title: `Secret for ${host}`,
  text: 'It is shown only once. Copy it into the program that receives the messages.',
  body: () => <CopyField label="Secret" value={secret} />,
  no: 'Done',
})

export const hostOf = (address: string) => new URL(address).host
