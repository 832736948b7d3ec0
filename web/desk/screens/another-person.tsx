import type { Person } from '../../../desk/api.ts'
import { AuthPanel } from './auth-panel.tsx'

interface AnotherPersonProps {
  readonly brandName: string
  readonly person: Person
  readonly onContinue: () => void
}

/** Shown when another person has signed in in another window, before this page continues under their name. */
export function AnotherPerson({ brandName, person: { name }, onContinue }: AnotherPersonProps) {
  return (
    <AuthPanel brandName={brandName} title={`${name} has signed in`}>
      <p>
        That was in another window of this browser, and holds for all of them. What you do here from now on is
        done as {name}.
      </p>
      <button className="button primary" type="button" onClick={onContinue}>
        Go on as {name}
      </button>
    </AuthPanel>
  )
}
