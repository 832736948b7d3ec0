import type { Members, NewLink } from '../../../desk/api.ts'
import type { PasskeysRequired } from '../../../desk/requests.ts'
import { objectWith } from '../app/api-result.ts'
import { apiQuery } from '../app/use-desk.ts'

export const membersQuery = apiQuery('members', objectWith<Members>('members'))
export const passkeysRequiredQuery = apiQuery('passkeys-required', objectWith<PasskeysRequired>('isRequired'))

export const linkShape = objectWith<NewLink>('token')
