import type { Backup, UnsentMessage } from '../../../desk/api.ts'
import { listOf, objectWith } from '../app/api-result.ts'
import { apiQuery } from '../app/use-desk.ts'

export const unsentQuery = apiQuery('messages', listOf<UnsentMessage>(), '/deliveries')
export const backupQuery = apiQuery('backup', objectWith<Backup>('state'))
