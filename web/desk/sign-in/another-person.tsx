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
        This happened in another window and applies to every window of this browser. If you continue here, you
        continue as {name}.
      </p>
      <button className="button primary" type="button" onClick={onContinue}>
        Continue as {name}
      </button>
    </AuthPanel>
  )
}
