interface Hearer {
  readonly tell: (what: string) => void
  readonly setLive: (isLive: boolean) => void
  /** The session may have ended, or be somebody else's. */
  readonly doubt: () => void
}

const AGAIN_MS = 30_000
/** Whoever only looks something up in another window finds the line as it was. */
const HIDDEN_MS = 3_000
const EVERY_MINUTE = 60_000

/**
 * Keeps a line of server-sent events while the page can be seen, until the function it returns is called.
 *
 * Nothing tells of a change in a hidden page, and over HTTP/1.1 a browser has six connections to a server: if
 * hidden pages kept theirs, the seventh page would never load.
 */
export function keepLine({ tell, setLive, doubt }: Hearer): () => void {
  let line: EventSource | undefined
  let isBroken = false
  let later: ReturnType<typeof setTimeout> | undefined

  function attend() {
    clearTimeout(later)
    if (document.hidden) later = setTimeout(standBy, HIDDEN_MS)
    else if (!line) line = open()
  }

  function open() {
    const opened = new EventSource('/api/desk/changes')
    opened.onmessage = ({ data }) => tell(String(data))
    opened.onopen = () => {
      setLive(true)
      // Whatever happened before was told to nobody, be it since the page was fetched.
      tell('all')
      if (isBroken) doubt()
      isBroken = false
    }
    opened.onerror = () => {
      isBroken = true
      setLive(false)
      // The browser itself takes a broken line up again, but not a refused one.
      if (opened.readyState === EventSource.CLOSED) tryLater()
    }
    return opened
  }

  function tryLater() {
    line = undefined
    doubt()
    clearTimeout(later)
    later = setTimeout(attend, AGAIN_MS)
  }

  /** Without a line a page asks now and then who is signed in: it keeps nothing after a sign-out elsewhere. */
  function standBy() {
    line?.close()
    line = undefined
    isBroken = true
    doubt()
    later = setTimeout(standBy, EVERY_MINUTE)
  }

  attend()
  document.addEventListener('visibilitychange', attend)
  return () => {
    document.removeEventListener('visibilitychange', attend)
    clearTimeout(later)
    line?.close()
  }
}
