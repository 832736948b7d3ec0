import type { Person } from '../../../desk/api.ts'
import { AuthPanel } from './auth-panel.tsx'

interface AnotherPersonProps {
  readonly person: Person
  readonly onContinue: () => void
}

/** Shown when another person has signed in in another window, before this page continues under their name. */
export function AnotherPerson({ person: { name }, onContinue }: AnotherPersonProps) {
  return (
    <AuthPanel title={`${name} has signed in`}>
      <p>
        That happened in another window of this browser and applies to all of them. From now on you work here
        as {name}.
      </p>
      <button className="button primary" type="button" onClick={onContinue}>
        Continue as {name}
      </button>
    </AuthPanel>
  )
}
