import type { PasskeysRequired } from '../../../desk/requests.ts'
import { passkeyReasons } from '../app/passkeys.ts'
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
    doneText: (_, isRequired) =>
      isRequired ? 'Passkeys are required from now on.' : 'Passkeys are no longer required.',
    reasons: passkeyReasons,
    refreshes: passkeysRequiredQuery,
  })

  return (
    <section className={`part ${styles.box}`}>
      <h2>Passkeys for everyone</h2>
      <QueryView query={query}>
        {({ isRequired }) => (
          <label className="check">
            <input
              type="checkbox"
              aria-describedby="require-passkeys-hint"
              checked={change.pending ?? isRequired}
              onChange={({ target }) => change.run(target.checked)}
            />
            Require passkeys
          </label>
        )}
      </QueryView>
      <p className="hint" id="require-passkeys-hint">
        If required, a password alone is not enough. People without a passkey add one at their next sign-in.
      </p>
      <FormProblem>{change.problem}</FormProblem>
    </section>
  )
}
