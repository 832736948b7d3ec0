import { useState } from 'react'
import type { NewWebhook } from '../../../desk/requests.ts'
import {
  MAX_WEBHOOK_ADDRESS_LENGTH,
  MAX_WEBHOOKS,
  type WebhookEvent,
  type WebhookProblem,
  type WebhookSecret,
  webhookEvents,
} from '../../../desk/webhooks.ts'
import { Form } from '../../ui/form.tsx'
import type { CallFailure } from '../api/call-api.ts'
import { useFocusFallback } from '../focus.ts'
import { problemText } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { NewSecret } from './new-secret.tsx'

const meanings: Readonly<Record<WebhookEvent, string>> = {
  'project.created': 'a new project',
  'project.updated': 'changed answers',
  'project.status_changed': 'a new status',
  'project.erased': 'erased, so that the program can erase it too',
}

/** The button that opens the form, and the secret of the webhook that was added last. */
export function AddWebhook({ onAdded }: { readonly onAdded: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState('')

  async function show(added: string) {
    setSecret(added)
    setOpen(false)
    await onAdded()
  }

  return (
    <div className="part add-webhook">
      {secret && <NewSecret secret={secret} onDone={() => setSecret('')} />}
      <button
        className={`button ${isOpen ? 'secondary' : 'primary'} small`}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Add webhook
      </button>
      {isOpen && <WebhookForm onAdded={show} />}
    </div>
  )
}

/** What was typed stays until the server has accepted it. */
function WebhookForm({ onAdded }: { readonly onAdded: (secret: string) => Promise<unknown> }) {
  const { call } = useDesk()
  const [address, setAddress] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const ref = useFocusFallback<HTMLDivElement>(() =>
    document.querySelector<HTMLElement>('.new-secret button'),
  )

  async function submit() {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const body: NewWebhook = { address: address.trim(), events }
    const result = await call<WebhookSecret>('webhooks', { method: 'POST', body })
    setBusy(false)
    if (!result.ok) return setProblem(notAddedText(result.problem))
    await onAdded(result.value.secret)
  }

  const toggle = (event: WebhookEvent) =>
    setEvents(webhookEvents.filter((one) => (one === event) !== events.includes(one)))

  return (
    <div ref={ref}>
      <Form onSubmit={submit}>
        <label className="label" htmlFor="webhook-address">
          Address
        </label>
        <input
          className="input"
          id="webhook-address"
          type="url"
          required
          autoComplete="off"
          placeholder="https://"
          maxLength={MAX_WEBHOOK_ADDRESS_LENGTH}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <fieldset>
          <legend className="label">Events</legend>
          {webhookEvents.map((event) => (
            <label className="check" key={event}>
              <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
              <span>
                {event} <span className="hint">{meanings[event]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="form-trouble" role="alert">
          {problem}
        </p>
        <button className="button primary small" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Adding…' : 'Add'}
        </button>
      </Form>
    </div>
  )
}

const reasons: Readonly<Record<WebhookProblem, string>> = {
  'not an address': 'Write a whole address, such as https://crm.example/hook, without user or password.',
  'not https': 'The address must begin with https://, so that the messages cannot be read on the way.',
  'private network':
    'This address is in a private network. The person who runs this site can allow those (WEBHOOK_ALLOW_PRIVATE).',
  'no events': 'Choose at least one event.',
  'too many': `There are ${MAX_WEBHOOKS} webhooks already. Delete one first.`,
}

function notAddedText(failure: CallFailure): string {
  const body = failure.kind === 'refused' ? failure.body : null
  const named = typeof body === 'object' && body !== null && 'problem' in body ? String(body.problem) : ''
  const reason = Object.entries(reasons).find(([name]) => name === named)?.[1]
  return `Not added. ${reason ?? problemText(failure)}`
}
