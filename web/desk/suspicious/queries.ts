import type { SuspiciousProjects } from '../../../desk/api.ts'
import { objectWith } from '../app/api-result.ts'
import { SUSPICIOUS } from '../app/paths.ts'
import { apiQuery } from '../app/use-desk.ts'

const shape = objectWith<SuspiciousProjects>('count', 'projects')

export const suspiciousQuery = apiQuery('suspicious', shape, SUSPICIOUS)
