import type { MemberProblem, Members, NewLink } from '../../../desk/api.ts'
import type { PasskeysRequired } from '../../../desk/requests.ts'
import { objectWith } from '../app/api-result.ts'
import { apiQuery } from '../app/use-desk.ts'

export const membersQuery = apiQuery('members', objectWith<Members>('members'))
export const passkeysRequiredQuery = apiQuery('passkeys-required', objectWith<PasskeysRequired>('isRequired'))

export const linkShape = objectWith<NewLink>('token')

/** Why a person was not invited, changed or removed. */
export const memberReasons: Readonly<Record<MemberProblem, string>> = {
  'address taken': 'This address is already on the list, as a person or an invitation.',
  'has a password': 'This person has already chosen a password. If they cannot sign in, reset their access.',
  'last owner': 'This is the last owner who can sign in. Make another person an owner first.',
  'not an address': 'This is not an email address.',
  'unknown assignee':
    'The person who should take over the projects is no longer on the list. Choose someone else.',
  'unknown person': 'This person is no longer on the list.',
  yourself: 'Another owner has to do this for you.',
}
