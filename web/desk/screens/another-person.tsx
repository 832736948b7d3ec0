import type { Person } from '../../../desk/api.ts'
import { DoorPanel } from './door-panel.tsx'

interface AnotherPersonProps {
  readonly brandName: string
  readonly person: Person
  readonly onGoOn: () => void
}

/** What was shown and typed here was another person's: nobody goes on in a new name without a word. */
export function AnotherPerson({ brandName, person: { name }, onGoOn }: AnotherPersonProps) {
  return (
    <DoorPanel brandName={brandName} title={`${name} has signed in`}>
      <p>
        That was in another window of this browser, and holds for all of them. What you do here from now on is
        done as {name}.
      </p>
      <button className="button primary" type="button" onClick={onGoOn}>
        Go on as {name}
      </button>
    </DoorPanel>
  )
}
