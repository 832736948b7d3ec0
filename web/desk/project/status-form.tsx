import { useRef } from 'react'
import { MAX_REASON_LENGTH } from '../../../desk/limits.ts'
import { isStatus, LOST, statuses } from '../../../desk/status.ts'
import { Form } from '../../ui/form.tsx'
import { restoreFocus } from '../ui/focus.ts'
import { FormProblem, SelectField, TextField } from '../ui/form-controls.tsx'
import actions from './actions.module.css'
import { useChoice } from './use-choice.ts'
import { type ChoosingProps, useChange } from './use-project.ts'
import { textProblem } from './wording.ts'

/** The status of a project, and the reason when it is lost. */
export function StatusForm({ field, ...changing }: ChoosingProps) {
  const { project } = changing
  const chosen = useChoice('status', project.status, project)
  const reasonChoice = useChoice('reason', project.lostReason, project)
  const reasonField = useRef<HTMLInputElement>(null)
  const save = useChange(changing, {
    onDone: () => {
      chosen.clear()
      reasonChoice.clear()
      restoreFocus(field.current, field.current?.form)
    },
    mayOverlap: true,
  })
  const to = chosen.value
  const reason = reasonChoice.value
  const isLost = to === LOST
  const isMoved = to !== project.status

  function submit() {
    // Only the current status can be one that was reworded since, and then there is nothing to save.
    if (!isStatus(to)) return
    const words = isLost ? reason.trim() : ''
    const refusal = isLost ? textProblem(words, MAX_REASON_LENGTH) : ''
    if (refusal) reasonField.current?.focus()
    // The reason may belong to an earlier choice that was given up.
    const { version } = isMoved ? chosen : reasonChoice
    const wanted = { kind: 'status', to, reason: words, version } as const
    void save.run({ wanted, done: isMoved ? `Status: ${to}.` : 'Reason saved.', refusal })
  }

  return (
    <section>
      <Form onSubmit={submit}>
        <div className={actions.line}>
          <SelectField
            name="status"
            label="Status"
            options={statuses.map((status) => ({ value: status, text: status }))}
            ref={field}
            value={to}
            onChange={({ target }) => {
              chosen.choose(target.value)
              // Choosing the current status again gives up the reason, unless the reason stays visible.
              if (target.value === project.status && target.value !== LOST) reasonChoice.clear()
            }}
          />
          {isLost && (
            <TextField
              name="reason"
              label="Why was it lost?"
              ref={reasonField}
              value={reason}
              onChange={({ target }) => reasonChoice.choose(target.value)}
            />
          )}
          {(isMoved || (isLost && reason !== project.lostReason)) && (
            <button className="button primary small" type="submit">
              {isMoved ? 'Save status' : 'Save reason'}
            </button>
          )}
        </div>
        <FormProblem>{save.problem}</FormProblem>
      </Form>
    </section>
  )
}
