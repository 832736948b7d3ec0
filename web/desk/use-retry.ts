import { useState } from 'react'

/** Stands in the place of what went wrong meanwhile: an alert whose words do not change is not read out again. */
export const TRYING = 'Trying again…'

export function useRetry(onRetry: () => Promise<void>) {
  const [isTrying, setTrying] = useState(false)
  async function retry() {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  return { isTrying, retry }
}
