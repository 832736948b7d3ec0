import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepLine } from './keep-line.ts'

/** Tells what the server does: see GET changes in desk/api.ts. Whenever the line opens it tells of `all`. */
export interface Changes {
  readonly isLive: boolean
  readonly subscribe: (onChange: (what: string) => void) => () => void
}

export const ChangesContext = createContext<Changes>({ isLive: true, subscribe: () => () => {} })

/** Keeps a line to the server for as long as somebody is signed in; `onDoubt` is to find out who that is. */
export function useChangesLine(onDoubt: () => void): Changes {
  const listeners = useRef(new Set<(what: string) => void>())
  const [isLive, setLive] = useState(true)
  const doubt = useEffectEvent(onDoubt)

  // Follows the server-sent events.
  useEffect(
    () =>
      keepLine({
        tell: (what) => {
          for (const listener of listeners.current) listener(what)
        },
        setLive,
        doubt,
      }),
    [],
  )

  const [subscribe] = useState(() => (listener: (what: string) => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  })
  return { isLive, subscribe }
}

/** Calls back soon after a change of what is asked for; many at once count as one. */
export function useChanges(concerns: (what: string) => boolean, onChange: (what: readonly string[]) => void) {
  const { subscribe } = useContext(ChangesContext)
  const isConcerned = useEffectEvent(concerns)
  const tell = useEffectEvent(onChange)

  // Follows the open line.
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let gathered: string[] = []
    const unsubscribe = subscribe((what) => {
      if (what !== 'all' && !isConcerned(what)) return
      gathered.push(what)
      waiting ??= setTimeout(() => {
        tell(gathered)
        gathered = []
        waiting = undefined
      }, 250)
    })
    return () => {
      unsubscribe()
      clearTimeout(waiting)
    }
  }, [subscribe])
}
