/** The windows of the desk in this browser, which share one session. */
const windows = new BroadcastChannel('desk')

/** Tells the others that somebody has signed in or out in this one. */
export const tellWindows = () => windows.postMessage('session')

export function onTold(listener: () => void): () => void {
  windows.addEventListener('message', listener)
  return () => windows.removeEventListener('message', listener)
}
