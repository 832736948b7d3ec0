import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** Tells of each project that came or changed, by its id, or of `deliveries`; of `all` after an interruption. */
export interface Changes {
  readonly isLive: boolean
  readonly subscribe: (onChange: (what: string) => void) => () => void
}

export const ChangesContext = createContext<Changes>({ isLive: true, subscribe: () => () => {} })

/** Keeps the line to the server open for as long as somebody is signed in. */
export function useChangesLine(onRefused: () => void): Changes {
  const listeners = useRef(new Set<(what: string) => void>())
  const [isLive, setLive] = useState(true)
  const refused = useRef(onRefused)
  refused.current = onRefused

  // Follows the server-sent events; the browser itself takes a broken line up again.
  useEffect(() => {
    const line = new EventSource('/api/desk/changes')
    let wasBroken = false
    const tell = (what: string) => {
      for (const listener of listeners.current) listener(what)
    }
    line.onmessage = ({ data }) => tell(String(data))
    line.onopen = () => {
      setLive(true)
      // Whatever happened meanwhile was told to nobody.
      if (wasBroken) tell('all')
      wasBroken = false
    }
    line.onerror = () => {
      wasBroken = true
      setLive(false)
      if (line.readyState === EventSource.CLOSED) refused.current()
    }
    return () => line.close()
  }, [])

  const [subscribe] = useState(() => (listener: (what: string) => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  })
  return { isLive, subscribe }
}

/** Calls back soon after a change of what is asked for; many at once count as one. */
export function useChanges(concerns: (what: string) => boolean, onChange: (what: readonly string[]) => void) {
  const { subscribe } = useContext(ChangesContext)
  const latest = useRef({ concerns, onChange })
  latest.current = { concerns, onChange }

  // Follows the open line.
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let gathered: string[] = []
    const unsubscribe = subscribe((what) => {
      if (what !== 'all' && !latest.current.concerns(what)) return
      gathered.push(what)
      waiting ??= setTimeout(() => {
        latest.current.onChange(gathered)
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
