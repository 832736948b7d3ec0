import { type MouseEvent, useState } from 'react'
import { HEADING } from '../ui/heading.tsx'
import { closeDialog, MessageDialog } from '../ui/message-dialog.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { offeredVisit, type Visit } from '../visit/visit.ts'
import { ContinueElsewhere } from './continue-elsewhere.tsx'

/** The visits that the landing offers to continue. It shows no answer, because another person may be looking. */
export function EarlierVisits() {
  const unfinished = useVisitState(offeredVisit)
  const link = useVisitState((state) => state.linked)
  const linked = link === 'unreadable' ? null : link
  return (
    <div className="earlier">
      {link === 'unreadable' && <p>This link cannot be read. Please copy it again on your other device.</p>}
      {linked && <EarlierVisit label="Continue from your link" visit={linked} />}
      {unfinished && <EarlierVisit label="Continue where you left off" visit={unfinished} />}
      {(linked || unfinished) && <DeleteButton />}
      {unfinished && <ContinueElsewhere />}
    </div>
  )
}

function EarlierVisit({ label, visit }: { label: string; visit: Visit }) {
  const { resume } = useVisit()
  const { changedAt } = visit
  return (
    <div>
      <button className="button quiet" type="button" onClick={() => resume(visit)}>
        {label}
      </button>
      {changedAt !== null && (
        <p className="changed">
          Last changed <time dateTime={new Date(changedAt).toISOString()}>{timeText(changedAt)}</time>
        </p>
      )}
    </div>
  )
}

const timeText = (at: number) =>
  new Date(at).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Deletes whatever is offered. */
function DeleteButton() {
  const { discard } = useVisit()
  const [isAsking, setAsking] = useState(false)

  function confirm(event: MouseEvent) {
    closeDialog(event)
    discard()
    document.getElementById(HEADING)?.focus()
  }

  return (
    <>
      <button className="button quiet" type="button" onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && (
        <MessageDialog message="Delete your answers from this browser?" onClose={() => setAsking(false)}>
          <button className="button secondary" type="button" onClick={closeDialog}>
            Keep
          </button>
          <button className="button primary" type="button" onClick={confirm}>
            Delete
          </button>
        </MessageDialog>
      )}
    </>
  )
}
