import type { MemberProblem } from '../../../desk/api.ts'
import { type CallFailure, mayBeDone, reasonText } from '../app/api-result.ts'

/** Why a person was not invited, changed or removed, in plain words. */
export function memberProblemText(problem: CallFailure): string {
  const text = reasonText(problem, reasons)
  return mayBeDone(problem)
    ? `It may not have been done. ${text} Look at the list before you try again.`
    : `Nothing was done. ${text}`
}

const reasons: Readonly<Record<MemberProblem, string>> = {
  'address taken': 'This address is on the list already, as a person or an invitation.',
  'has a password': 'This person has chosen a password in the meantime. If they cannot sign in, reset them.',
  'last owner': 'This is the last owner who can sign in. Make another person an owner first.',
  'not an address': 'This is not an e-mail address.',
  'unknown heir':
    'The person who should take over the projects is no longer on the list. Choose another one.',
  'unknown person': 'This person is no longer on the list.',
  yourself: 'Another owner has to do this for you.',
}
