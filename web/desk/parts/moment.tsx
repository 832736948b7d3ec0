import { useDesk } from '../use-desk.ts'
import { momentText, wholeMomentText } from '../wording.ts'

/** A moment, briefly on a screen. Paper is read on another day, so it has the whole date. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = useDesk()
  return (
    <time dateTime={at}>
      <span className="on-screen">{momentText(at, timeZone)}</span>
      <span className="on-paper">{wholeMomentText(at, timeZone)}</span>
    </time>
  )
}

/** A moment of a list, which is read on a screen. */
export function ListedMoment({ at }: { at: string }) {
  const { timeZone } = useDesk()
  return <time dateTime={at}>{momentText(at, timeZone)}</time>
}
