/** What we use of the library. passkeys.ts imports it when it is needed, so it becomes a script of its own. */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser'
