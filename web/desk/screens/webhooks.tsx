import { useState } from 'react'
import { pluralize } from '../../../desk/pluralize.ts'
import type { WebhookChange } from '../../../desk/requests.ts'
import { OVERLAP_HOURS, type Webhook, type WebhookSecret, type WebhookTest } from '../../../desk/webhooks.ts'
import { Heading } from '../../ui/heading.tsx'
import { useApi } from '../api/use-api.ts'
import { useFocusFallback } from '../focus.ts'
import { AddWebhook } from '../parts/add-webhook.tsx'
import { Empty, QueryView } from '../parts/loading-states.tsx'
import { NewSecret } from '../parts/new-secret.tsx'
import { problemText } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { timestampInSentence } from '../wording.ts'

/** Other programs that hear of projects. Only owners see this screen. */
export function Webhooks() {
  const webhooks = useApi<readonly Webhook[]>('webhooks')
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Webhooks</Heading>
        <p className="hint">
          A webhook tells another program, such as your CRM, when a project is new or changes. Messages
          contain what homeowners answered.
        </p>
      </div>
      <QueryView query={webhooks}>
        {(all) => (
          <>
            <AddWebhook onAdded={webhooks.refetch} />
            {all.length === 0 ? (
              <Empty title="No webhooks yet">
                <p>Add one above with the address that your program gives you.</p>
              </Empty>
            ) : (
              <ul className="deliveries" aria-label="Webhooks">
                {all.map((webhook) => (
                  <WebhookBox key={webhook.id} webhook={webhook} onChanged={webhooks.refetch} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

interface WebhookBoxProps {
  readonly webhook: Webhook
  readonly onChanged: () => Promise<unknown>
}

function WebhookBox({ webhook, onChanged }: WebhookBoxProps) {
  const { announce, call, timeZone } = useDesk()
  const [busy, setBusy] = useState('')
  const [problem, setProblem] = useState('')
  const [secret, setSecret] = useState('')
  const { id, address, events, isOn, waiting, oldSecretUntil, attempts } = webhook
  const { host } = new URL(address)

  /** Calls the server for one button; null if that failed, which is then shown. */
  async function act<T>(name: string, path: string, options: { method: 'POST' | 'DELETE'; body?: unknown }) {
    if (busy) return null
    setBusy(name)
    setProblem('')
    announce('')
    const result = await call<T>(`webhooks/${id}${path}`, options)
    setBusy('')
    if (!result.ok) setProblem(`Not done. ${problemText(result.problem)}`)
    await onChanged()
    return result.ok ? result : null
  }

  async function sendTest() {
    const result = await act<WebhookTest>('test', '/test', { method: 'POST' })
    if (!result) return
    const { isSuccess, outcome } = result.value
    if (isSuccess) announce(`The test arrived at ${host}. ${outcome}.`)
    else setProblem(`The test did not arrive. ${outcome}.`)
  }

  async function turn() {
    const body = { isOn: !isOn } satisfies WebhookChange
    if (await act('turn', '', { method: 'POST', body })) announce(`${host} is ${isOn ? 'off' : 'on'} now.`)
  }

  async function rotate() {
    const question = `Make a new secret for ${host}? The one it has now ends after ${OVERLAP_HOURS} hours.`
    if (!confirm(question)) return
    const result = await act<WebhookSecret>('rotate', '/secret', { method: 'POST' })
    if (result) setSecret(result.value.secret)
  }

  async function remove() {
    const lost = waiting > 0 ? ` ${pluralize(waiting, 'message')} that have not been sent are lost.` : ''
    if (!confirm(`Delete the webhook to ${host}?${lost}`)) return
    if (await act('delete', '', { method: 'DELETE' })) announce(`The webhook to ${host} was deleted.`)
  }

  return (
    <li data-state={isOn ? 'on' : 'off'} tabIndex={-1} ref={useFocusFallback<HTMLLIElement>()}>
      <div>
        <h2>{host}</h2>
        <p className="delivery-detail">{address}</p>
        <p>
          <b>{isOn ? 'On' : 'Off'}</b>: {events.join(', ')}
        </p>
        {waiting > 0 && (
          <p>
            {pluralize(waiting, 'message')} waiting{isOn ? '' : ' until it is on again'}.
          </p>
        )}
        {oldSecretUntil && (
          <p className="hint">
            The old secret still signs until {timestampInSentence(oldSecretUntil, timeZone)}.
          </p>
        )}
        <p className="form-trouble" role="alert">
          {problem}
        </p>
      </div>
      <p className="webhook-buttons">
        <button
          className="button secondary small"
          type="button"
          onClick={sendTest}
          aria-disabled={busy !== ''}
        >
          {busy === 'test' ? 'Sending…' : 'Send a test'}
          <span className="unseen"> to {host}</span>
        </button>
        <button className="button secondary small" type="button" onClick={turn} aria-disabled={busy !== ''}>
          Turn {isOn ? 'off' : 'on'}
          <span className="unseen"> {host}</span>
        </button>
        <button className="button secondary small" type="button" onClick={rotate} aria-disabled={busy !== ''}>
          New secret<span className="unseen"> for {host}</span>
        </button>
        <button
          className="button secondary danger small"
          type="button"
          onClick={remove}
          aria-disabled={busy !== ''}
        >
          Delete<span className="unseen"> {host}</span>
        </button>
      </p>
      {secret && <NewSecret secret={secret} onDone={() => setSecret('')} />}
      {attempts.length > 0 && (
        <details className="attempts">
          <summary>
            Last attempt: {attempts[0]?.outcome}
            <span className="unseen"> by {host}</span>
          </summary>
          <ol>
            {attempts.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no id, and two can be equal
              <li key={index} data-success={attempt.isSuccess}>
                <time dateTime={attempt.at}>{timestampInSentence(attempt.at, timeZone)}</time>
                <span>{attempt.event}</span>
                <b>{attempt.outcome}</b>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
