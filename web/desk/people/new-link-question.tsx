import type { NewLink } from '../../../desk/api.ts'
import { LINK_DAYS } from '../../../desk/limits.ts'
import { BASE } from '../app/paths.ts'
import { CopyField } from '../ui/copy-field.tsx'
import type { Question } from '../ui/use-question.tsx'

/** Shows a link to choose a password, once: the server has only its hash. */
export const newLinkQuestion = (name: string, { token, isEmailed }: NewLink): Question => ({
  title: `Link for ${name}`,
  text: isEmailed
    ? `The link was emailed to ${name}. You can also share it yourself.`
    : `The link was not emailed. Copy it, and send it to ${name}.`,
  body: () => (
    <CopyField
      label={`Works once and expires after ${LINK_DAYS} days`}
      value={`${location.origin}${BASE}#set=${token}`}
    />
  ),
  no: 'Done',
})
