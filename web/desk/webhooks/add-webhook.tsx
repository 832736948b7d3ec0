import { type RefObject, useRef, useState } from 'react'
import type { NewWebhook } from '../../../desk/requests.ts'
import {
  MAX_WEBHOOK_ADDRESS_LENGTH,
  MAX_WEBHOOKS,
  type WebhookEvent,
  type WebhookProblem,
  webhookEvents,
} from '../../../desk/webhooks.ts'
import { reasonText } from '../app/api-result.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'
import { NewSecret } from './new-secret.tsx'
import { secretShape, webhooksQuery } from './queries.ts'
import styles from './webhooks.module.css'

const meanings: Readonly<Record<WebhookEvent, string>> = {
  'project.created': 'a new project',
  'project.updated': 'changed answers',
  'project.status_changed': 'a new status',
  'project.erased': 'an erased project, so that the program can erase it too',
}

/** The button that opens the form, and the secret of the webhook that was added last. */
export function AddWebhook() {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState('')
  const copyButton = useRef<HTMLButtonElement>(null)

  function show(added: string) {
    setSecret(added)
    setOpen(false)
  }

  return (
    <div className={`part ${styles.add}`}>
      {secret && <NewSecret secret={secret} onDone={() => setSecret('')} ref={copyButton} />}
      <button
        className={`button ${isOpen ? 'secondary' : 'primary'} small`}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Add webhook
      </button>
      {isOpen && <WebhookForm onAdded={show} next={copyButton} />}
    </div>
  )
}

interface WebhookFormProps {
  readonly onAdded: (secret: string) => void
  /** Gets the focus once the webhook is added. */
  readonly next: RefObject<HTMLElement | null>
}

/** What was typed stays until the server has accepted it. */
function WebhookForm({ onAdded, next }: WebhookFormProps) {
  const { call } = useDesk()
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const ref = useFocusFallback<HTMLDivElement>(() => next.current)
  const add = useAction({
    send: ({ address }: Pick<NewWebhook, 'address'>) => {
      const body: NewWebhook = { address: address.trim(), events }
      return call('webhooks', { method: 'POST', body, shape: secretShape })
    },
    failed: (problem) => `Not added. ${reasonText(problem, reasons)}`,
    onDone: ({ secret }) => onAdded(secret),
    refreshes: webhooksQuery,
  })

  const toggle = (event: WebhookEvent) =>
    setEvents(webhookEvents.filter((one) => (one === event) !== events.includes(one)))

  return (
    <div ref={ref}>
      <ActionForm action={add} label="Add" busy="Adding…">
        <TextField
          name="address"
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={MAX_WEBHOOK_ADDRESS_LENGTH}
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
      </ActionForm>
    </div>
  )
}

const reasons: Readonly<Record<WebhookProblem, string>> = {
  'not an address': 'Enter a complete address, such as https://crm.example/hook, without a user or password.',
  'not https': 'The address must begin with https://, so that others cannot read the messages.',
  'private network':
    'This address is in a private network. The person who runs this site can allow such addresses (WEBHOOK_ALLOW_PRIVATE).',
  'no events': 'Choose at least one event.',
  'too many': `There are already ${MAX_WEBHOOKS} webhooks. Delete one first.`,
}
