import type { Changes } from './changed-visit.ts'

/** Asks for a phone number on the contact form. */
export const phoneQuestion: Changes = {
  'fields.ts': (text) =>
    text.replace(
      /^ {2}lastName: .*\n/m,
      "$&  phone: { kind: 'phone', label: 'Phone', autocomplete: 'tel' },\n",
    ),
  'screens.ts': (text) => text.replace(/^ +'lastName',\n/m, "$&'phone',\n"),
}
