import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDesk } from '../use-desk.ts'
import { wholeMomentText } from '../wording.ts'

/** When the paper was printed and by whom: what stands on it is as old as that. */
export function PrintedLine() {
  const { person, timeZone } = useDesk()
  const [at, setAt] = useState(() => new Date())

  // Follows the printer: the browser takes the page as it is when this returns.
  useEffect(() => {
    const note = () => flushSync(() => setAt(new Date()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])

  return (
    <p className="on-paper">
      Printed {wholeMomentText(at.toISOString(), timeZone)} by {person.name}
    </p>
  )
}
