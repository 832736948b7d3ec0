import { pluralize } from '../../../desk/pluralize.ts'
import type { WebhookChange } from '../../../desk/requests.ts'
import { OVERLAP_HOURS, type Webhook, type WebhookTest } from '../../../desk/webhooks.ts'
import { type ApiResult, explain, objectWith } from '../app/api-result.ts'
import { useAction, useApi, useDesk } from '../app/use-desk.ts'
import { failureText } from '../ui/failure-text.ts'
import { useFocusFallback } from '../ui/focus.ts'
import { Button, FormProblem } from '../ui/form-controls.tsx'
import { Empty, QueryView } from '../ui/loading-states.tsx'
import rows from '../ui/rows.module.css'
import { ScreenHead } from '../ui/screen-head.tsx'
import type { Question } from '../ui/use-question.tsx'
import { timestampInSentence } from '../ui/wording.ts'
import { AddWebhook } from './add-webhook.tsx'
import { secretShape, webhooksQuery } from './queries.ts'
import { hostOf, secretQuestion } from './secret-question.tsx'
import styles from './webhooks.module.css'

/** Other programs that receive events. Only owners see this screen. */
export function Webhooks() {
  const webhooks = useApi(webhooksQuery)
  return (
    <>
      <ScreenHead hint="A webhook tells another program, such as your CRM, about new and changed projects. Messages contain the homeowners’ answers." />
      <QueryView query={webhooks}>
        {(all) => (
          <>
            <AddWebhook />
            {all.length === 0 ? (
              <Empty title="No webhooks yet">
                <p>Add one above with the address that your program gives you.</p>
              </Empty>
            ) : (
              <ul className={rows.list} aria-label="Webhooks">
                {all.map((webhook) => (
                  <WebhookBox key={webhook.id} webhook={webhook} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}

function WebhookBox({ webhook }: { webhook: Webhook }) {
  const { ask, call, timeZone } = useDesk()
  const { id, address, events, isOn, waiting, oldSecretUntil, attempts } = webhook
  const host = hostOf(address)
  const path = `webhooks/${id}`

  /** Each returns a notice. */
  const steps = {
    async test(): Promise<ApiResult<string>> {
      const shape = objectWith<WebhookTest>('isSuccess', 'outcome')
      const result = await call(`${path}/test`, { method: 'POST', shape })
      if (!result.ok) return result
      const { isSuccess, outcome } = result.value
      if (!isSuccess) return explain(`The test failed. ${failureText(outcome)} Details: ${outcome}.`)
      return { ok: true, value: `The test arrived at ${host}. ${outcome}.` }
    },
    async toggle() {
      const body = { isOn: !isOn } satisfies WebhookChange
      const result = await call(path, { method: 'POST', body })
      return withNotice(result, `${host} is now ${isOn ? 'off' : 'on'}.`)
    },
    async rotate() {
      const result = await call(`${path}/secret`, { method: 'POST', shape: secretShape })
      if (result.ok) await ask(secretQuestion(host, result.value.secret))
      return withNotice(result, '')
    },
    async remove() {
      return withNotice(await call(path, { method: 'DELETE' }), `The webhook to ${host} was deleted.`)
    },
  }
  const lost = waiting > 0 ? `${pluralize(waiting, 'unsent message')} will be lost.` : ''
  const questions: { readonly [step in keyof typeof steps]?: Question } = {
    rotate: {
      title: `Create a new secret for ${host}?`,
      text: `The current secret expires after ${OVERLAP_HOURS} hours.`,
      yes: 'Create a new secret',
    },
    remove: { title: `Delete the webhook to ${host}?`, text: lost, yes: 'Delete' },
  }
  const act = useAction({
    questionFor: (step) => questions[step],
    send: (step: keyof typeof steps) => steps[step](),
    doneText: (notice) => notice,
    refreshes: webhooksQuery,
  })

  return (
    <li
      className="box"
      data-state={isOn ? 'on' : 'off'}
      tabIndex={-1}
      ref={useFocusFallback<HTMLLIElement>()}
    >
      <div>
        <h2>{host}</h2>
        <p className={rows.detail}>{address}</p>
        <p>
          <b>{isOn ? 'On' : 'Off'}</b>: {events.join(', ')}
        </p>
        {waiting > 0 && (
          <p>
            {pluralize(waiting, 'message')} waiting{isOn ? '' : ' until it is turned on again'}.
          </p>
        )}
        {oldSecretUntil && (
          <p className="hint">The old secret works until {timestampInSentence(oldSecretUntil, timeZone)}.</p>
        )}
        <FormProblem>{act.problem}</FormProblem>
      </div>
      <p className="buttons">
        <Button action={act} about={`to ${host}`} onClick={() => act.run('test')}>
          {act.pending === 'test' ? 'Sending…' : 'Send a test'}
        </Button>
        <Button action={act} about={host} onClick={() => act.run('toggle')}>
          Turn {isOn ? 'off' : 'on'}
        </Button>
        <Button action={act} about={`for ${host}`} onClick={() => act.run('rotate')}>
          New secret
        </Button>
        <Button
          className="button secondary danger small"
          action={act}
          about={host}
          onClick={() => act.run('remove')}
        >
          Delete
        </Button>
      </p>
      {attempts.length > 0 && (
        <details className={styles.attempts}>
          <summary>
            Last attempt: {failureText(attempts[0]?.outcome ?? '') || attempts[0]?.outcome}
            <span className="unseen"> by {host}</span>
          </summary>
          <ol>
            {attempts.map((attempt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no id, and two can be equal
              <li key={index} data-success={attempt.isSuccess}>
                <time dateTime={attempt.at}>{timestampInSentence(attempt.at, timeZone)}</time>
                <span>{attempt.event}</span>
                <b>{failureText(attempt.outcome)}</b>
                <span className="hint">Details: {attempt.outcome}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

const withNotice = (result: ApiResult<unknown>, notice: string): ApiResult<string> =>
  result.ok ? { ok: true, value: notice } : result
