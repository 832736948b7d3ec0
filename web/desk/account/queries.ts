import type { Account, Passkey } from '../../../desk/api.ts'
import { listOf, objectWith } from '../app/api-result.ts'
import { apiQuery } from '../app/use-desk.ts'

export const accountQuery = apiQuery('account', objectWith<Account>('sessions'))
export const passkeysQuery = apiQuery('account/passkeys', listOf<Passkey>())
