import type { PasskeysRequired } from '../../../desk/requests.ts'
import { mayBeDone } from '../app/api-result.ts'
import { passkeyProblemText } from '../app/passkeys.ts'
import { useAction, useApi, useDesk } from '../app/use-desk.ts'
import { FormProblem } from '../ui/form-controls.tsx'
import { QueryView } from '../ui/loading-states.tsx'
import styles from './people.module.css'
import { passkeysRequiredQuery } from './queries.ts'

/** For owners: whether everyone needs a passkey. */
export function RequirePasskeys() {
  const { call } = useDesk()
  const query = useApi(passkeysRequiredQuery)
  const change = useAction({
    send: (isRequired: boolean) =>
      call('passkeys-required', { method: 'PUT', body: { isRequired } satisfies PasskeysRequired }),
    done: (_, isRequired) =>
      isRequired ? 'Passkeys are required from now on.' : 'Passkeys are no longer required.',
    failed: (problem) =>
      `${mayBeDone(problem) ? 'It may not have been changed.' : 'Nothing was changed.'} ${passkeyProblemText(problem)}`,
    refreshes: passkeysRequiredQuery,
  })

  return (
    <section className={`part ${styles.required}`}>
      <h2>Passkeys for everyone</h2>
      <QueryView query={query}>
        {({ isRequired }) => (
          <p className="check-line">
            <input
              id="require-passkeys"
              type="checkbox"
              aria-describedby="require-passkeys-hint"
              checked={change.pending ?? isRequired}
              onChange={({ target }) => change.run(target.checked)}
            />
            <label htmlFor="require-passkeys">Require passkeys</label>
          </p>
        )}
      </QueryView>
      <p className="hint" id="require-passkeys-hint">
        Then a password alone is not enough. People without a passkey are asked for one at their next sign-in.
      </p>
      <FormProblem>{change.problem}</FormProblem>
    </section>
  )
}
