/** The screens for owners that app/routes.ts imports when they are needed, so they become a script of their own. */
export { PricesScreen } from './prices-screen.tsx'
export { SettingsScreen } from './settings-screen.tsx'
