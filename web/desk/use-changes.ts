import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** Tells what the server does: see GET changes in desk/api.ts. After an interruption it tells of `all`. */
export interface Changes {
  readonly isLive: boolean
  readonly subscribe: (onChange: (what: string) => void) => () => void
}

const AGAIN_MS = 30_000

export const ChangesContext = createContext<Changes>({ isLive: true, subscribe: () => () => {} })

/** Keeps the line to the server open for as long as somebody is signed in; `onDoubt` is to find out who that is. */
export function useChangesLine(onDoubt: () => void): Changes {
  const listeners = useRef(new Set<(what: string) => void>())
  const [isLive, setLive] = useState(true)
  const doubt = useRef(onDoubt)
  doubt.current = onDoubt

  // Follows the server-sent events. The browser itself takes a broken line up again, but not a refused one.
  useEffect(() => {
    let line: EventSource
    let isBroken = false
    let later: ReturnType<typeof setTimeout> | undefined
    const tell = (what: string) => {
      for (const listener of listeners.current) listener(what)
    }
    const open = () => {
      line = new EventSource('/api/desk/changes')
      line.onmessage = ({ data }) => tell(String(data))
      line.onopen = () => {
        setLive(true)
        if (!isBroken) return
        isBroken = false
        // Whatever happened meanwhile was told to nobody, and somebody else may have signed in.
        tell('all')
        doubt.current()
      }
      line.onerror = () => {
        isBroken = true
        setLive(false)
        if (line.readyState !== EventSource.CLOSED) return
        doubt.current()
        later = setTimeout(open, AGAIN_MS)
      }
    }
    open()
    return () => {
      clearTimeout(later)
      line.close()
    }
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
