import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyProblem } from '../../../desk/api.ts'
import type { NewPasskey, PasskeySignIn } from '../../../desk/requests.ts'
import { type ApiResult, type CallFailure, explain, objectWith, reasonText } from './api-result.ts'
import { callApi } from './call-api.ts'

/** A script of its own, because most visits to the desk do not need it. */
const load = () => import('./webauthn.ts')

/** False in old browsers, and over plain http from another machine. */
export const arePasskeysSupported = () => typeof PublicKeyCredential === 'function'

export const PASSKEYS_UNSUPPORTED =
  'This browser cannot use passkeys here. Use a current Chrome, Edge, Firefox or Safari, over https.'

/** Adds a passkey of the signed-in person. */
export async function addPasskey(name: string, call: typeof callApi): Promise<ApiResult<unknown>> {
  const shape = objectWith<PublicKeyCredentialCreationOptionsJSON>('challenge', 'rp')
  const options = await call('account/passkeys/options', { method: 'POST', shape })
  if (!options.ok) return options
  try {
    const { startRegistration } = await load()
    const response = await startRegistration({ optionsJSON: options.value })
    const body: NewPasskey = { name, response }
    return call('account/passkeys', { method: 'POST', body })
  } catch (error) {
    return explain(browserProblemText(error, options.value.rp.id))
  }
}

/** Begins a session with whichever passkey the person chooses. */
export const signInWithPasskey = () => sendPasskey('session/passkey', callApi)

/** Proves again who is signed in. */
export const confirmWithPasskey = (call: typeof callApi) => sendPasskey('account/confirmation/passkey', call)

async function sendPasskey(path: string, call: typeof callApi): Promise<ApiResult<unknown>> {
  const shape = objectWith<PublicKeyCredentialRequestOptionsJSON>('challenge')
  const options = await call('session/passkey/options', { method: 'POST', shape })
  if (!options.ok) return options
  try {
    const { startAuthentication } = await load()
    const response = await startAuthentication({ optionsJSON: options.value })
    const body: PasskeySignIn = { response }
    return call(path, { method: 'POST', body })
  } catch (error) {
    return explain(browserProblemText(error, options.value.rpId))
  }
}

/** Why the server refused something about passkeys. */
export const passkeyProblemText = (problem: CallFailure) => reasonText(problem, passkeyReasons)

export const passkeyReasons: Readonly<Record<PasskeyProblem, string>> = {
  'too late': 'The request expired or was sent twice. Try again.',
  'invalid passkey': 'The server did not accept this passkey.',
  'unknown passkey': 'This passkey is not registered here. It may have been removed.',
  'copied passkey':
    'This passkey was refused, because it may have been copied. Sign in another way, then remove it.',
  'added already': 'This passkey was already added.',
  'last passkey': 'Passkeys are required here, so you cannot remove your last one. Add another one first.',
  'no passkey of your own': 'Add a passkey of your own first, under “Your account”.',
}

/** Why the browser made or used no passkey. `site` is where passkeys work. */
function browserProblemText(error: unknown, site = ''): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'The request was canceled or timed out. Try again.'
    case 'InvalidStateError':
      return 'This device already has one of your passkeys.'
    case 'SecurityError':
      return `Passkeys only work at ${site}. Open the desk there.`
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'This device cannot verify your identity. Set up its PIN, fingerprint or face recognition first.'
    default:
      return 'The browser could not use passkeys. Reload the page, then try again.'
  }
}
