interface LiveUpdatesOptions {
  /** Gets what GET changes sends (see desk/api.ts), and `all` whenever the connection opens. */
  readonly onChange: (what: string) => void
  readonly onLive: (isLive: boolean) => void
  /** The session may have ended, or another person may have signed in. */
  readonly onSessionUncertain: () => void
}

const RETRY_MS = 30_000
/** A short look at another window keeps the connection. */
const HIDDEN_MS = 3_000
const EVERY_MINUTE = 60_000

/**
 * Receives server-sent events while the page is visible. Returns a function that stops it.
 *
 * A hidden page closes its connection: over HTTP/1.1 a browser opens six connections to a server, so a seventh
 * window would never load.
 */
export function startLiveUpdates({ onChange, onLive, onSessionUncertain }: LiveUpdatesOptions): () => void {
  let source: EventSource | undefined
  let wasInterrupted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function followVisibility() {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(pause, HIDDEN_MS)
    else source ??= connect()
  }

  function connect() {
    const opened = new EventSource('/api/desk/changes')
    opened.onmessage = ({ data }) => onChange(String(data))
    opened.onopen = () => {
      onLive(true)
      // The page has missed every change until now.
      onChange('all')
      if (wasInterrupted) onSessionUncertain()
      wasInterrupted = false
    }
    opened.onerror = () => {
      wasInterrupted = true
      onLive(false)
      // The browser reconnects by itself after an interruption, but not after a refusal.
      if (opened.readyState === EventSource.CLOSED) retryLater()
    }
    return opened
  }

  function retryLater() {
    source = undefined
    onSessionUncertain()
    clearTimeout(timer)
    timer = setTimeout(followVisibility, RETRY_MS)
  }

  /** A hidden page checks the session every minute, so that it shows nothing after a sign-out elsewhere. */
  function pause() {
    source?.close()
    source = undefined
    wasInterrupted = true
    onSessionUncertain()
    timer = setTimeout(pause, EVERY_MINUTE)
  }

  followVisibility()
  document.addEventListener('visibilitychange', followVisibility)
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    clearTimeout(timer)
    source?.close()
  }
}
