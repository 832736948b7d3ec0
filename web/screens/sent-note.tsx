import { LAST, LAST_WITH_QUESTIONS } from '../../questionnaire/screens.ts'
import { useVisitState } from '../visit/use-visit.tsx'
import { sentStateOf } from '../visit/visit.ts'
import { leftWords, sentWords } from './sent-words.ts'

/** How many screens are left after the last question, and whether the answers are sent. */
export function SentNote({ screen }: { screen: number }) {
  const sent = useVisitState(sentStateOf)
  const inches = Array.from({ length: LAST - LAST_WITH_QUESTIONS - 1 }, (_, index) => index)
  const done = screen - LAST_WITH_QUESTIONS - 1
  return (
    <p className="bar-note" aria-live="polite">
      <span className="inches" aria-hidden="true">
        {inches.map((inch) => (
          <i key={inch} className={inch < done ? 'on' : undefined} />
        ))}
      </span>
      <span key={sent}>
        <b>{screen === LAST ? 'Last screen' : sentWords[sent]}</b> {leftWords(screen, sent)}
      </span>
    </p>
  )
}
