import { useDesk } from '../app/use-desk.ts'
import { fullTimestampText, timestampText } from './wording.ts'

/** A short timestamp on the screen. Paper is read on another day, so it gets the full date. */
export function Timestamp({ at }: { at: string }) {
  const { timeZone } = useDesk()
  return (
    <time dateTime={at}>
      <span className="on-screen">{timestampText(at, timeZone)}</span>
      <span className="on-paper">{fullTimestampText(at, timeZone)}</span>
    </time>
  )
}

/** A timestamp in a list, which is rarely printed. */
export function ListTimestamp({ at }: { at: string }) {
  const { timeZone } = useDesk()
  return <time dateTime={at}>{timestampText(at, timeZone)}</time>
}
