import { MAX_ANSWER_LENGTH } from '../questionnaire/answers.ts'
import { PROJECT_ID } from '../questionnaire/project.ts'
import { roles } from './api.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_LISTED,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PASSKEY_NAME_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SUSPICIOUS,
  NAME,
} from './limits.ts'
import {
  type Accepted,
  anyOf,
  anyText,
  anything,
  boolean,
  integer,
  listOf,
  object,
  oneOf,
  orNull,
  text,
} from './schema.ts'
import { MAX_SETTING_LENGTH, settingNames } from './settings.ts'
import { contacts, statuses } from './status.ts'
import { webhookEvents } from './webhooks.ts'

// What the desk's pages send to the server below `/api/desk`: a schema and its type for each body. The server answers
// any other body with 400.

const address = text(MAX_ADDRESS_LENGTH)

/** POST session. */
export const credentials = object({ email: text(), password: anyText })
export type Credentials = Accepted<typeof credentials>

/** POST password, with the token of a one-time link. A rejected password returns 422 with its problem. */
export const chosenPassword = object({ token: anyText, password: anyText })
export type ChosenPassword = Accepted<typeof chosenPassword>

/** POST first-owner, with the token of the link that the server prints. The response has that of a link to choose a password. */
export const firstOwner = object({ token: anyText, name: text(MAX_NAME_LENGTH, NAME), email: address })
export type FirstOwner = Accepted<typeof firstOwner>

/** POST forgotten-password. The response is 204 whether the address is known or not. */
export const passwordReset = object({ email: address })
export type PasswordReset = Accepted<typeof passwordReset>

/** POST account/confirmation returns 204, or 422 with the problem `wrong password`. */
export const confirmation = object({ password: anyText })
export type Confirmation = Accepted<typeof confirmation>

/** PUT account/name returns 204. */
export const newName = object({ name: text(MAX_NAME_LENGTH, NAME) })
export type NewName = Accepted<typeof newName>

/** PUT account/password ends every other session. A rejected password returns 422 with its problem. */
export const newPassword = object({ current: anyText, password: anyText })
export type NewPassword = Accepted<typeof newPassword>

/** POST account/passkeys, with what the browser made of POST account/passkeys/options. Returns 204. */
export const newPasskey = object({ name: text(MAX_PASSKEY_NAME_LENGTH, NAME), response: anything })
export type NewPasskey = Accepted<typeof newPasskey>

/** POST session/passkey, with what the browser made of POST session/passkey/options. Returns the session. */
export const passkeySignIn = object({ response: anything })
export type PasskeySignIn = Accepted<typeof passkeySignIn>

/** GET and PUT passkeys-required. */
export const passkeysRequired = object({ isRequired: boolean })
export type PasskeysRequired = Accepted<typeof passkeysRequired>

/** POST members invites a person. The response is a NewLink. */
export const newMember = object({ name: text(MAX_NAME_LENGTH, NAME), email: address, role: oneOf(...roles) })
export type NewMember = Accepted<typeof newMember>

/** POST members/link renews a link, and POST members/reset ends all access. Both return a NewLink. */
export const chosenMember = object({ email: address })
export type ChosenMember = Accepted<typeof chosenMember>

/** POST members/role returns 204. */
export const roleChange = object({ email: address, role: oneOf(...roles) })
export type RoleChange = Accepted<typeof roleChange>

/** POST members/remove: the open projects go to `reassignTo`, or become unassigned. Returns 204. */
export const removal = object({ email: address, reassignTo: orNull(address) })
export type Removal = Accepted<typeof removal>

/**
 * What the staff set on a project. If a colleague has set the same since the version that a change is based on, the
 * response is 409 with the current project, and nothing is written.
 */
const facts = {
  status: object({
    kind: oneOf('status'),
    to: oneOf(...statuses),
    /** Required for Lost. */
    reason: text(MAX_REASON_LENGTH),
    version: integer,
  }),
  assigned: object({ kind: oneOf('assigned'), to: orNull(address), version: integer }),
}
export type FactChange = Accepted<(typeof facts)[keyof typeof facts]>

const changes = {
  ...facts,
  /** It never conflicts, nor does a note. */
  contact: object({ kind: oneOf('contact'), how: oneOf(...contacts) }),
  /** Only while the contact is the latest event. */
  'taken back': object({ kind: oneOf('taken back'), version: integer }),
  note: object({ kind: oneOf('note'), text: text(MAX_NOTE_LENGTH, /\S/u) }),
}

/** POST projects/:id/events. The response is the changed project. */
export const change = anyOf(...Object.values(changes))
export type Change = Accepted<typeof change>

/** DELETE projects/:id, confirmed by typing the last name. Returns 204, or 422 when the name differs. */
export const erasure = object({ lastName: text(MAX_ANSWER_LENGTH) })
export type Erasure = Accepted<typeof erasure>

/**
 * POST suspicious/release, which makes their emails due, and POST suspicious/erase. Both return 204. A project that is
 * no longer suspicious stays as it is.
 */
export const selection = object({ ids: listOf(text(22, PROJECT_ID), MAX_SUSPICIOUS) })
/** POST projects/listed. */
export const shownRows = object({ ids: listOf(text(22, PROJECT_ID), MAX_LISTED) })
export type Selection = Accepted<typeof selection>

/** POST webhooks returns 201 with a WebhookSecret, or 422 with a WebhookProblem as its `problem`. */
export const newWebhook = object({
  address: anyText,
  events: listOf(oneOf(...webhookEvents), webhookEvents.length),
})
export type NewWebhook = Accepted<typeof newWebhook>

/** POST webhooks/:id. DELETE webhooks/:id also deletes its messages. Both return 204. */
export const webhookChange = object({ isOn: boolean })
export type WebhookChange = Accepted<typeof webhookChange>

/**
 * POST settings changes all of them or none, and returns every Setting. If another person has changed one of them since
 * `before`, the response is 409 with every Setting. If a value is not valid, it is 422 with a sentence as its `problem`.
 */
export const settingChanges = object({
  changes: listOf(
    object({ name: oneOf(...settingNames), before: anyText, value: text(MAX_SETTING_LENGTH) }),
    settingNames.length,
  ),
})
export type SettingChanges = Accepted<typeof settingChanges>
