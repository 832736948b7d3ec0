import type { MemberProblem } from '../../../desk/api.ts'
import { type CallFailure, mayBeDone, reasonText } from '../app/api-result.ts'

/** Why a person was not invited, changed or removed. */
export function memberProblemText(problem: CallFailure): string {
  const text = reasonText(problem, reasons)
  return mayBeDone(problem)
    ? `This may not have worked. ${text} Check the list before you try again.`
    : `Nothing was changed. ${text}`
}

const reasons: Readonly<Record<MemberProblem, string>> = {
  'address taken': 'This address is already on the list, as a person or an invitation.',
  'has a password': 'This person has already chosen a password. If they cannot sign in, reset their account.',
  'last owner': 'This is the last owner who can sign in. Make another person an owner first.',
  'not an address': 'This is not an email address.',
  'unknown assignee':
    'The person who should take over the projects is no longer on the list. Choose someone else.',
  'unknown person': 'This person is no longer on the list.',
  yourself: 'Another owner has to do this for you.',
}
