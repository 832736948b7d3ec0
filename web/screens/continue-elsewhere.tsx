import { type ReactNode, useState } from 'react'
import { FAILED_MESSAGE } from '../../questionnaire/business.ts'
import { Devices } from '../ui/icons.tsx'
import { MessageDialog } from '../ui/message-dialog.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { isPortable, offeredVisit } from '../visit/visit.ts'

/** A button that creates a link for continuing the visit on another device. */
export function ContinueElsewhere() {
  const { current } = useVisit()
  const isOffered = useVisitState((state) => isPortable(offeredVisit(state)))
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)

  async function open() {
    const visit = offeredVisit(current())
    if (!visit) return
    // A script of its own, because few visits need it.
    const { openLinkDialog } = await import('./link-dialog.tsx')
    setDialog(await openLinkDialog(visit, close))
  }

  const fail = () => setDialog(<MessageDialog tone="bad" message={FAILED_MESSAGE} onClose={close} />)

  return (
    isOffered && (
      <>
        <button
          className="button quiet elsewhere"
          type="button"
          title="Continue on another device"
          onClick={() => void open().catch(fail)}
        >
          <Devices />
          <span>Continue on another device</span>
        </button>
        {dialog}
      </>
    )
  )
}
