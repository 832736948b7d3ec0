import type { Person } from '../../../desk/api.ts'
import { Form } from '../../ui/form.tsx'
import { useDesk } from '../app/use-desk.ts'
import { restoreFocus } from '../ui/focus.ts'
import { Button, FormProblem, SelectField } from '../ui/form-controls.tsx'
import { whoText } from '../ui/wording.ts'
import actions from './actions.module.css'
import { useChoice } from './use-choice.ts'
import { type ChoosingProps, useChange } from './use-project.ts'

interface AssignFormProps extends ChoosingProps {
  readonly people: readonly Person[]
}

/** The person a project is assigned to. */
export function AssignForm({ people, field, ...changing }: AssignFormProps) {
  const { project } = changing
  const { person } = useDesk()
  const current = project.assignee?.email ?? ''
  const { value: to, version, choose, clear } = useChoice('assigned', current, project)
  const save = useChange(changing, {
    onDone: () => {
      clear()
      restoreFocus(field.current, field.current?.form)
    },
    onFailed: ({ kind }, { wanted }) => {
      // "Assign to me" is kept as a choice that can be saved later.
      if (kind !== 'conflict' && wanted.kind === 'assigned') choose(wanted.to ?? '')
    },
    mayOverlap: true,
  })
  // The assignee may have been removed from the desk, and the people may not be loaded yet.
  const isListed = people.some(({ email }) => email === current)
  const all = project.assignee && !isListed ? [...people, project.assignee] : people

  function assign(email: string) {
    const who = whoText([...all, person].find((one) => one.email === email) ?? null)
    const wanted = { kind: 'assigned', to: email || null, version } as const
    void save.run({ wanted, done: email ? `Assigned to ${who}.` : `${who}.` })
  }

  return (
    <section>
      <Form onSubmit={() => assign(to)}>
        <div className={actions.line}>
          <SelectField
            label="Assigned to"
            any="Unassigned"
            options={all.map(({ name, email }) => ({ value: email, text: name }))}
            ref={field}
            value={to}
            onChange={({ target }) => choose(target.value)}
          />
          {to !== current ? (
            <button className="button primary small" type="submit">
              Assign
            </button>
          ) : (
            current !== person.email && <Button onClick={() => assign(person.email)}>Assign to me</Button>
          )}
        </div>
        <FormProblem>{save.problem}</FormProblem>
      </Form>
    </section>
  )
}
