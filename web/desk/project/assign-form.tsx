import { useState } from 'react'
import type { Person, ProjectDetails } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { useDesk } from '../app/use-desk.ts'
import { restoreFocus } from '../ui/focus.ts'
import { whoText } from '../ui/wording.ts'
import { useChoice } from './use-drafts.ts'
import type { ChangeProject } from './use-project.ts'
import { notSavedText } from './wording.ts'

interface AssignFormProps {
  readonly project: ProjectDetails
  readonly people: readonly Person[]
  readonly change: ChangeProject
}

/** The person a project is assigned to. */
export function AssignForm({ project, people, change }: AssignFormProps) {
  const { person } = useDesk()
  const current = project.assignee?.email ?? ''
  const { value: to, version, choose, clear } = useChoice('assigned', current, project)
  const [trouble, setTrouble] = useState('')
  // The assignee may have been removed from the desk, and the people may not be loaded yet.
  const all = [...people]
  for (const one of [project.assignee, to ? { name: to, email: to } : null])
    if (one && !all.some(({ email }) => email === one.email)) all.push(one)

  async function assign(email: string) {
    setTrouble('')
    const who = whoText([...all, person].find((one) => one.email === email) ?? null)
    const result = await change(
      { kind: 'assigned', to: email || null, version },
      email ? `Assigned to ${who}.` : `${who}.`,
    )
    if (result.ok) {
      clear()
      restoreFocus(document.getElementById('assignee'))
    } else if (result.problem.kind !== 'conflict') {
      // "Assign to me" is kept as a choice that can be saved later.
      choose(email)
      setTrouble(notSavedText(result.problem))
    }
  }

  return (
    <section>
      <Form onSubmit={() => assign(to)}>
        <div className="inline-field">
          <label className="label" htmlFor="assignee">
            Assigned to
          </label>
          <select className="input" id="assignee" value={to} onChange={({ target }) => choose(target.value)}>
            <option value="">Unassigned</option>
            {all.map(({ name, email }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </select>
          {to !== current ? (
            <button className="button primary small" type="submit">
              Assign
            </button>
          ) : (
            current !== person.email && (
              <button className="button secondary small" type="button" onClick={() => assign(person.email)}>
                Assign to me
              </button>
            )
          )}
        </div>
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
      </Form>
    </section>
  )
}
