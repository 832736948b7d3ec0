import { MAX_UNSENT } from '../../../desk/limits.ts'
import { useApi, useDesk } from '../app/use-desk.ts'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import rows from '../ui/rows.module.css'
import { ScreenHead } from '../ui/screen-head.tsx'
import { backupQuery, unsentQuery } from './queries.ts'
import { UnsentLine } from './unsent-line.tsx'
import { backupText } from './wording.ts'

/** The messages of all channels that have not been sent, with the reason and a retry. */
export function Deliveries() {
  const { timeZone } = useDesk()
  const unsent = useApi(unsentQuery)
  const { data: backup } = useApi(backupQuery)
  const backedUp = backup && backupText(backup, timeZone)
  return (
    <>
      <ScreenHead hint="Every project is saved, whether its messages were sent or not.">
        {backedUp && <p className="hint">{backedUp}</p>}
      </ScreenHead>
      <QueryView query={unsent}>
        {(messages) =>
          messages.length === 0 ? (
            <Empty title="No unsent messages">
              <p>A message that cannot be sent appears here with the reason.</p>
            </Empty>
          ) : (
            <>
              {messages.length === MAX_UNSENT && (
                <p className="lead-line">
                  At least {MAX_UNSENT} messages have not been sent. These are the oldest.
                </p>
              )}
              <ul className={rows.list} aria-label="Unsent messages">
                {messages.map((message) => (
                  <UnsentLine key={message.id} message={message} />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </>
  )
}
