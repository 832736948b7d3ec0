import { useId, useRef } from 'react'
import type { Person, TeamMember } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { Form } from '../../ui/form.tsx'
import { TransientButton } from '../ui/form-controls.tsx'
import styles from './people.module.css'

interface RemoveFormProps {
  readonly member: TeamMember
  readonly others: readonly Person[]
  readonly isBusy: boolean
  /** Null leaves the projects unassigned. */
  readonly onRemove: (reassignTo: string | null) => void
  readonly onCancel: () => void
  /** Gets the focus after Cancel. */
  readonly cancelTarget: () => HTMLElement | null
}

/** Asks who takes over a person's open projects before the person is removed. */
export function RemoveForm({ member, others, isBusy, onRemove, onCancel, cancelTarget }: RemoveFormProps) {
  const { name, openProjects } = member
  const id = useId()
  const choice = useRef<HTMLSelectElement>(null)
  return (
    <div className={styles.remove}>
      <Form onSubmit={() => onRemove(choice.current?.value || null)}>
        <p className="small-field">
          <label htmlFor={id}>
            Who takes over {name}’s {pluralize(openProjects, 'open project')}?
          </label>
          <select
            className="input"
            id={id}
            // biome-ignore lint/a11y/noAutofocus: the owner has just asked for it
            autoFocus
            ref={choice}
          >
            <option value="">Unassigned</option>
            {others.map((other) => (
              <option key={other.email} value={other.email}>
                {other.name}
              </option>
            ))}
          </select>
        </p>
        <button className="button danger small" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Removing…' : `Remove ${name}`}
        </button>
        <TransientButton onClick={onCancel} next={cancelTarget}>
          Cancel
        </TransientButton>
      </Form>
    </div>
  )
}
