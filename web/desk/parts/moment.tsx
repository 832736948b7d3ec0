import { momentText, wholeMomentText } from '../wording.ts'

/** A moment, briefly on a screen. Paper is read on another day, so it has the whole date. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    <span className="on-screen">{momentText(at)}</span>
    <span className="on-paper">{wholeMomentText(at)}</span>
  </time>
)
