/** The windows of the desk in this browser, which share one session; null where they cannot tell each other anything. */
const windows = openChannel()

/** Tells the others that somebody has signed in or out in this one. */
export const tellWindows = () => windows?.postMessage('session')

export function onTold(listener: () => void): () => void {
  windows?.addEventListener('message', listener)
  return () => windows?.removeEventListener('message', listener)
}

/** Some browsers that are to keep no cookies throw: the page comes all the same, and says what to do. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('desk')
  } catch {
    return null
  }
}
