import { useState } from 'react'
import type { ProjectDetails } from '../../../desk/api.ts'
import { MAX_REASON_LENGTH } from '../../../desk/limits.ts'
import { isStatus, LOST, statuses } from '../../../desk/status.ts'
import { Form } from '../../ui/form.tsx'
import { restoreFocus } from '../ui/focus.ts'
import { useChoice } from './use-drafts.ts'
import type { ChangeProject } from './use-project.ts'
import { notSavedText, textProblem } from './wording.ts'

/** The status of a project, and the reason when it is lost. */
export function StatusForm({ project, change }: { project: ProjectDetails; change: ChangeProject }) {
  const chosen = useChoice('status', project.status, project)
  const worded = useChoice('reason', project.lostReason, project)
  const [trouble, setTrouble] = useState('')
  const to = chosen.value
  const reason = worded.value
  const isLost = to === LOST
  const isMoved = to !== project.status

  async function save() {
    // Only the current status can be one that was reworded since, and then there is nothing to save.
    if (!isStatus(to)) return
    const words = isLost ? reason.trim() : ''
    const refusal = isLost ? textProblem(words, MAX_REASON_LENGTH) : ''
    setTrouble(refusal)
    if (refusal) return document.getElementById('reason')?.focus()
    const wanted = {
      kind: 'status',
      to,
      reason: words,
      // The reason may belong to an earlier choice that was given up.
      version: (isMoved ? chosen : worded).version,
    } as const
    const result = await change(wanted, isMoved ? `Status: ${to}.` : 'Reason saved.')
    if (result.ok) {
      chosen.clear()
      worded.clear()
      restoreFocus(document.getElementById('status'))
    } else if (result.problem.kind !== 'conflict') setTrouble(notSavedText(result.problem))
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
            onChange={({ target }) => {
              chosen.choose(target.value)
              // Choosing the current status again gives up the reason, unless the reason stays visible.
              if (target.value === project.status && target.value !== LOST) worded.clear()
            }}
          >
            {/* The current status may have been reworded since it was set. */}
            {[...new Set([...statuses, project.status])].map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
          {isLost && (
            <p className="reason">
              <label className="label" htmlFor="reason">
                Why was it lost?
              </label>
              <input
                className="input"
                id="reason"
                required
                value={reason}
                onChange={({ target }) => worded.choose(target.value)}
              />
            </p>
          )}
          {(isMoved || (isLost && reason !== project.lostReason)) && (
            <button className="button primary small" type="submit">
              {isMoved ? 'Save status' : 'Save reason'}
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
