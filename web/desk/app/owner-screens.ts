/** The screens for owners. routes.ts imports them when they are needed, so they are a script of their own. */
export { Audit } from '../audit/audit.tsx'
export { People } from '../people/people.tsx'
export { PricesScreen } from '../settings/prices-screen.tsx'
export { SettingsScreen } from '../settings/settings-screen.tsx'
export { Webhooks } from '../webhooks/webhooks.tsx'
