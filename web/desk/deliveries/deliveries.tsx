import type { Backup, UnsentMessage } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { useApi } from '../app/use-api.ts'
import { useDesk } from '../app/use-desk.ts'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import { UnsentLine } from './unsent-line.tsx'
import { backupText } from './wording.ts'

/** The messages of all channels that have not been sent, with the reason and a retry. */
export function Deliveries() {
  const { timeZone } = useDesk()
  const unsent = useApi<readonly UnsentMessage[]>('messages', '/deliveries')
  const { data: backup } = useApi<Backup>('backup')
  const backedUp = backup && backupText(backup, timeZone)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Deliveries</Heading>
        <p className="hint">Every project is saved, whether its messages were sent or not.</p>
        {backedUp && <p className="hint">{backedUp}</p>}
      </div>
      <QueryView query={unsent}>
        {(messages) =>
          messages.length === 0 ? (
            <Empty title="Nothing to retry">
              <p>A message that cannot be sent appears here with the reason.</p>
            </Empty>
          ) : (
            <>
              {messages.length === MAX_UNSENT && (
                <p className="lead-line">
                  At least {MAX_UNSENT} messages have not been sent. These are the oldest.
                </p>
              )}
              <ul className="deliveries" aria-label="Unsent messages">
                {messages.map((message, index) => (
                  <UnsentLine key={message.id} message={message} index={index} onRetried={unsent.refetch} />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </div>
  )
}
