/** Connects the desk's windows in one browser, which share a session. Null where the browser does not allow it. */
const channel = openChannel()

/** Tells the other windows that the person in this one has signed in or out. */
export const announceSessionChange = () => channel?.postMessage('session')

export function onSessionChange(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

/** Some browsers throw when cookies are blocked. The page then still opens and explains what to do. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('desk')
  } catch {
    return null
  }
}
