import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { startLiveUpdates } from './live-updates.ts'
import { DESK } from './query-client.ts'
import { routes } from './routes.ts'

const GATHER_MS = 250

/** Reloads data that has changed on the server. Returns true while the page receives live updates. */
export function useLiveUpdates(onSessionUncertain: () => void): boolean {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(true)
  const onUncertain = useEffectEvent(onSessionUncertain)

  // Receives server-sent events. Several at once cause one reload.
  useEffect(() => {
    let changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = startLiveUpdates({
      onChange: (what) => {
        changed.add(what)
        timer ??= setTimeout(() => {
          void reload(queryClient, changed)
          changed = new Set()
          timer = undefined
        }, GATHER_MS)
      },
      onLive: setLive,
      onSessionUncertain: onUncertain,
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queryClient])

  return isLive
}

async function reload(queryClient: QueryClient, changed: ReadonlySet<string>) {
  const predicate = ({ queryKey }: Pick<Query, 'queryKey'>) => isAffected(queryKey, changed)
  const isFirstLoad = (query: Query) => predicate(query) && query.state.data === undefined
  const hasFirstLoads = queryClient.isFetching({ predicate: isFirstLoad }) > 0
  await queryClient.invalidateQueries({ predicate })
  // TanStack Query does not restart a first load, which may have been answered before the change.
  if (hasFirstLoads) await queryClient.invalidateQueries({ predicate })
}

function isAffected([scope, screen, id]: Query['queryKey'], changed: ReadonlySet<string>): boolean {
  const refreshedBy = scope === DESK && routes.find(({ path }) => path === screen)?.refreshedBy
  if (!refreshedBy || changed.has('all')) return Boolean(refreshedBy)
  if (refreshedBy === 'its project') return changed.has(String(id))
  return [...changed].some((what) => (what === 'deliveries') === (refreshedBy === 'deliveries'))
}
