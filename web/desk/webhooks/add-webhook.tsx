import { useState } from 'react'
import type { NewWebhook } from '../../../desk/requests.ts'
import {
  MAX_WEBHOOK_ADDRESS_LENGTH,
  MAX_WEBHOOKS,
  type WebhookEvent,
  type WebhookProblem,
  webhookEvents,
} from '../../../desk/webhooks.ts'
import { useAction, useDesk } from '../app/use-desk.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { ActionForm, TextField } from '../ui/form-controls.tsx'
import { secretShape, webhooksQuery } from './queries.ts'
import { hostOf, secretQuestion } from './secret-question.tsx'
import styles from './webhooks.module.css'

const meanings: Readonly<Record<WebhookEvent, string>> = {
  'project.created': 'a new project',
  'project.updated': 'changed answers',
  'project.status_changed': 'a new status',
  'project.erased': 'an erased project, so that the program can erase it too',
}

/** The button that opens the form. */
export function AddWebhook() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.add}>
      <button
        className={`button ${isOpen ? 'secondary' : 'primary'} small`}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Add webhook
      </button>
      {isOpen && <WebhookForm onAdded={() => setOpen(false)} />}
    </div>
  )
}

/** What was typed stays until the server has accepted it. */
function WebhookForm({ onAdded }: { onAdded: () => void }) {
  const { ask, call } = useDesk()
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const ref = useFocusFallback<HTMLDivElement>(([button]) => button)
  const add = useAction({
    send: ({ address }: Pick<NewWebhook, 'address'>) => {
      const body: NewWebhook = { address: address.trim(), events }
      return call('webhooks', { method: 'POST', body, shape: secretShape })
    },
    reasons,
    onDone: async ({ secret }, { address }) => {
      await ask(secretQuestion(hostOf(address), secret))
      onAdded()
    },
    refreshes: webhooksQuery,
  })

  const toggle = (event: WebhookEvent) =>
    setEvents(webhookEvents.filter((one) => (one === event) !== events.includes(one)))

  return (
    <div className="part" ref={ref}>
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
  'not an address':
    'Enter a complete address, such as https://crm.example/hook, without a user name or password.',
  'not https': 'The address must begin with https://, so that others cannot read the messages.',
  'private network':
    'This address is in a private network. The person who runs this site can allow such addresses (WEBHOOK_ALLOW_PRIVATE).',
  'no events': 'Choose at least one event.',
  'too many': `There are already ${MAX_WEBHOOKS} webhooks. Delete one first.`,
}
