import type { Person } from '../../desk/api.ts'
import { useFetched } from './use-fetched.ts'
import { useMinutes } from './use-minutes.ts'

/** Who projects can be given to; nobody until the server has said so, which is asked for again until then. */
export function usePeople(): readonly Person[] {
  const { value, reload } = useFetched<readonly Person[]>('people')
  useMinutes(() => {
    if (!value) void reload()
  })
  return value ?? []
}
