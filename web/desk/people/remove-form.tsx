import { useId, useRef } from 'react'
import type { Person, TeamMember } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { Form } from '../../ui/form.tsx'
import { TransientButton } from '../ui/form-controls.tsx'

interface RemoveFormProps {
  readonly member: TeamMember
  readonly others: readonly Person[]
  readonly isBusy: boolean
  /** Null leaves the projects unassigned. */
  readonly onRemove: (heir: string | null) => void
  readonly onCancel: () => void
  /** Where the focus goes after that. */
  readonly cancelTarget: () => HTMLElement | null
}

/** Asks who takes over the open projects of a person before they are removed. */
export function RemoveForm({ member, others, isBusy, onRemove, onCancel, cancelTarget }: RemoveFormProps) {
  const { name, openProjects } = member
  const id = useId()
  const choice = useRef<HTMLSelectElement>(null)
  return (
    <div className="remove">
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
