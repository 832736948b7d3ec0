import { useState } from 'react'
import type { ProjectFile } from '../../../desk/api.ts'
import { LONGEST_REASON } from '../../../desk/longest-texts.ts'
import { isStatus, type Status, statuses } from '../../../desk/status.ts'
import { Form } from '../../ui/form.tsx'
import { keepFocus } from '../keep-focus.ts'
import { useDesk } from '../session.ts'
import { useChoice, useDraft } from '../use-draft.ts'
import type { ChangeProject } from '../use-project.ts'
import { NO_WORDS, notSavedText } from './states.tsx'

/** Where the business stands with the homeowner. A lost project says why. */
export function StatusForm({ file, change }: { file: ProjectFile; change: ChangeProject }) {
  const { announce } = useDesk()
  const { value: to, version, choose, forget } = useChoice<Status>('status', file.status, file)
  const [reason, setReason, forgetReason] = useDraft(`reason ${file.id}`)
  const [trouble, setTrouble] = useState('')
  const isLost = to === 'Lost'

  async function save() {
    if (isLost && reason.trim() === '') {
      setTrouble(NO_WORDS)
      document.getElementById('reason')?.focus()
      return
    }
    setTrouble('')
    const answer = await change({
      kind: 'status',
      to,
      reason: isLost ? reason.trim() : '',
      version,
    })
    if (answer.ok) {
      forgetReason()
      forget(answer.value)
      announce(`Status: ${to}.`)
      // The button is gone now.
      keepFocus(document.getElementById('status'))
    } else if (answer.problem.kind !== 'conflict') setTrouble(notSavedText(answer.problem))
  }

  return (
    <section>
      <Form onSubmit={save}>
        <div className="inline-field">
          <label className="label" htmlFor="status">
            Status
          </label>
          <select
            className="input"
            id="status"
            value={to}
            onChange={({ target }) => isStatus(target.value) && choose(target.value)}
          >
            {statuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
          {isLost && to !== file.status && (
            <p className="reason">
              <label className="label" htmlFor="reason">
                Why was it lost?
              </label>
              <input
                className="input"
                id="reason"
                required
                maxLength={LONGEST_REASON}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            </p>
          )}
          {to !== file.status && (
            <button className="button primary small" type="submit">
              Save status
            </button>
          )}
        </div>
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
      </Form>
    </section>
  )
}
