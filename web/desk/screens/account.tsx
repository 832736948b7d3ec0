import { Heading } from '../../ui/heading.tsx'
import { Passkeys } from '../parts/passkeys.tsx'
import { RequirePasskeys } from '../parts/require-passkeys.tsx'
import { useDesk } from '../use-desk.ts'

/** What a person can change about their own sign-in. */
export function Account() {
  const { role } = useDesk()
  return (
    <div className="screen">
      <div className="screen-head">
        <Heading>Your account</Heading>
      </div>
      <Passkeys />
      {role === 'owner' && <RequirePasskeys />}
    </div>
  )
}
