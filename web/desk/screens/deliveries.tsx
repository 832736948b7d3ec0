import type { Backup, UnsentDelivery, UnsentMessage } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { Heading } from '../../ui/heading.tsx'
import { useApi } from '../api/use-api.ts'
import { Empty, QueryView } from '../parts/loading-states.tsx'
import { ProjectLink } from '../parts/project-link.tsx'
import { UnsentLine } from '../parts/unsent-line.tsx'
import { useDesk } from '../use-desk.ts'
import { backupText } from '../wording.ts'

/** E-mails to the business and messages to webhooks that have not been sent, with the reason and a retry. */
export function Deliveries() {
  const { timeZone } = useDesk()
  const unsent = useApi<readonly UnsentDelivery[]>('deliveries')
  const messages = useApi<readonly UnsentMessage[]>('messages')
  const { data: backup } = useApi<Backup>('backup')
  const backedUp = backup && backupText(backup, timeZone)
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Deliveries</Heading>
        <p className="hint">Every project is saved, whether its e-mail was sent or not.</p>
        {backedUp && <p className="hint">{backedUp}</p>}
      </div>
      <QueryView query={unsent}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title="All e-mails have been sent">
              <p>An e-mail that cannot be sent appears here with the reason.</p>
            </Empty>
          ) : (
            <>
              {deliveries.length === MAX_UNSENT && (
                <p className="lead-line">
                  At least {MAX_UNSENT} e-mails have not been sent. These are the oldest.
                </p>
              )}
              <ul className="deliveries" aria-label="Unsent e-mails">
                {deliveries.map((delivery, index) => (
                  <UnsentLine
                    key={delivery.projectId}
                    unsent={delivery}
                    thing="e-mail"
                    title={
                      <ProjectLink className="name" id={delivery.projectId}>
                        {delivery.name}
                      </ProjectLink>
                    }
                    name={`about ${delivery.name}`}
                    path={`deliveries/${delivery.projectId}/retry`}
                    index={index}
                    onRetried={unsent.refetch}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {messages.data && messages.data.length > 0 && (
        <UnsentMessages
          messages={messages.data}
          before={unsent.data?.length ?? 0}
          onRetried={messages.refetch}
        />
      )}
    </div>
  )
}

interface UnsentMessagesProps {
  readonly messages: readonly UnsentMessage[]
  /** How many lines are before them. */
  readonly before: number
  readonly onRetried: () => Promise<unknown>
}

function UnsentMessages({ messages, before, onRetried }: UnsentMessagesProps) {
  return (
    <section className="unsent-messages" aria-labelledby="unsent-messages">
      <h2 id="unsent-messages">Messages to webhooks and homeowners</h2>
      <ul className="deliveries" aria-label="Unsent messages">
        {messages.map(({ id, receiver, event, project, ...unsent }, index) => (
          <UnsentLine
            key={id}
            unsent={unsent}
            thing={`message ${event} to ${receiver}`}
            title={
              project ? (
                <ProjectLink className="name" id={project.id}>
                  {project.name}
                </ProjectLink>
              ) : (
                'An erased project'
              )
            }
            name={`about ${project?.name ?? 'an erased project'}`}
            path={`messages/${id}/retry`}
            index={before + index}
            onRetried={onRetried}
          />
        ))}
      </ul>
    </section>
  )
}
