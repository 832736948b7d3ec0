import { useState } from 'react'
import type { PasskeysRequired } from '../../../desk/requests.ts'
import { passkeyProblemText } from '../api/passkeys.ts'
import { useApi } from '../api/use-api.ts'
import { mayBeDone } from '../problem-text.ts'
import { useDesk } from '../use-desk.ts'
import { QueryView } from './loading-states.tsx'

/** For owners: whether everyone needs a passkey. */
export function RequirePasskeys() {
  const { announce, call } = useDesk()
  const query = useApi<PasskeysRequired>('passkeys-required')
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [problem, setProblem] = useState('')

  async function require(isRequired: boolean) {
    if (wanted !== null) return
    setWanted(isRequired)
    setProblem('')
    const body: PasskeysRequired = { isRequired }
    const result = await call('passkeys-required', { method: 'PUT', body })
    if (result.ok)
      announce(isRequired ? 'Passkeys are required from now on.' : 'Passkeys are no longer required.')
    else {
      const outcome = mayBeDone(result.problem) ? 'It may not have been changed.' : 'Nothing was changed.'
      setProblem(`${outcome} ${passkeyProblemText(result.problem)}`)
    }
    await query.refetch()
    setWanted(null)
  }

  return (
    <section className="part require-passkeys">
      <h2>Passkeys for everyone</h2>
      <QueryView query={query}>
        {({ isRequired }) => (
          <p className="check-line">
            <input
              id="require-passkeys"
              type="checkbox"
              aria-describedby="require-passkeys-hint"
              checked={wanted ?? isRequired}
              onChange={({ target }) => require(target.checked)}
            />
            <label htmlFor="require-passkeys">Require passkeys</label>
          </p>
        )}
      </QueryView>
      <p className="hint" id="require-passkeys-hint">
        Then a password alone is not enough. People without a passkey are asked for one at their next sign-in.
      </p>
      <p className="form-trouble" role="alert">
        {problem}
      </p>
    </section>
  )
}
