import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../../desk/api.ts'
import { Refusal } from '../http/problem.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { isLoopback } from '../lib/addresses.ts'
import { CHALLENGE_MS, type PasskeyOfPerson, type StoredPasskey } from './passkeys.ts'

/** Loaded on first use, because it takes longer to load than the rest of the server. */
const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: every device supports one of them. The library's own list has one that is experimental in Node. */
const ALGORITHMS = [-8, -7, -257]

/** 1023 bytes in base64url, the longest that the standard allows. */
export const MAX_PASSKEY_ID_LENGTH = 1364

/** The site that passkeys are made for. Browsers do not use them for any other site. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string
  readonly origin: string
}

/**
 * SITE_URL, or the host of the request. A forged host is harmless: no passkey was made for it. Browsers make no passkeys
 * for IP addresses, so loopback addresses become `localhost`.
 */
export function relyingPartyOf(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  siteUrl: string | null,
): RelyingParty {
  const origin = siteOrigin(request, siteUrl)
  if (origin === null) throw new Refusal(400)
  const { hostname } = new URL(origin)
  return { id: isLoopback(hostname) ? 'localhost' : hostname, origin }
}

interface PasskeyHolder {
  readonly person: Person
  readonly userHandle: string
  readonly passkeys: readonly StoredPasskey[]
}

/** Options for creating a passkey that works without a user name and verifies the person. */
export async function creationOptions(
  { person, userHandle, passkeys }: PasskeyHolder,
  id: string,
  rpName: string,
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName,
    rpID: id,
    userID: Buffer.from(userHandle, 'base64url'),
    userName: person.email,
    userDisplayName: person.name,
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map((passkey) => ({
      id: passkey.id,
      transports: [...passkey.transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for signing in with any passkey that the person chooses. */
export async function signInOptions(id: string) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({ rpID: id, timeout: CHALLENGE_MS, userVerification: 'required' })
}

/** The new passkey in a browser's response and the challenge that it answers, or null if the response is invalid. */
export async function readNewPasskey(response: unknown, relyingParty: RelyingParty) {
  const { verifyRegistrationResponse } = await load()
  const { challenge, expectedChallenge } = collectChallenge()
  const verified = await verifyRegistrationResponse({
    // The library throws if a part is missing or has another type.
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  return {
    challenge: challenge(),
    passkey: {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      // Not signed, so the value may be anything.
      transports: Array.isArray(transports) ? knownTransports.filter((one) => transports.includes(one)) : [],
    },
  }
}

/** Which passkey a browser's response claims to be from. */
export function claimedId(response: unknown): string {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : ''
  return typeof id === 'string' && id.length <= MAX_PASSKEY_ID_LENGTH ? id : ''
}

/** The challenge and the counter that a passkey has signed, or null if the response is invalid. */
export async function readSignIn(response: unknown, passkey: PasskeyOfPerson, relyingParty: RelyingParty) {
  const { verifyAuthenticationResponse } = await load()
  const { challenge, expectedChallenge } = collectChallenge()
  const claimed = response as AuthenticationResponseJSON
  const verified = await verifyAuthenticationResponse({
    response: claimed,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    // 0 accepts every counter. `recordUse` compares the counters after the signature has been verified.
    credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
  }).catch(() => null)
  if (!verified?.verified) return null
  // A person has a user handle once they have added a passkey.
  if (passkey.userHandle === null || claimed.response.userHandle !== passkey.userHandle) return null
  return { challenge: challenge(), counter: verified.authenticationInfo.newCounter }
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Accepts every challenge and returns it later, because the database decides whether it is valid. */
function collectChallenge() {
  let collected = ''
  return {
    challenge: () => collected,
    expectedChallenge: (challenge: string) => {
      collected = challenge
      return true
    },
  }
}
