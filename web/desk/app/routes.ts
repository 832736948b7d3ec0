import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import type { Role } from '../../../desk/api.ts'
import { Account } from '../account/account.tsx'
import { Deliveries } from '../deliveries/deliveries.tsx'
import { InboxScreen } from '../inbox/inbox-screen.tsx'
import { ProjectScreen } from '../project/project-screen.tsx'
import { FunnelScreen } from '../reports/funnel-screen.tsx'
import { Unanswered } from '../reports/unanswered.tsx'
import { Suspicious } from '../suspicious/suspicious.tsx'
import { NotFound } from './notice.tsx'
import { ACCOUNT, PRICES, projectPath, SETTINGS, SUSPICIOUS } from './paths.ts'

// The styles of the screens for owners, whose script is loaded without them. Last, because they adapt those of ui/.
import '../audit/audit.module.css'
import '../people/people.module.css'
import '../settings/prices.module.css'
import '../settings/settings.module.css'
import '../webhooks/webhooks.module.css'

export interface DeskRoute {
  readonly path: string
  readonly title: string
  readonly Screen: ComponentType
  readonly ownersOnly?: true
  /** The live updates that load the queries of this screen again: those whose key has its path. */
  readonly refreshedBy?: 'every project' | 'its project' | 'deliveries'
  /**
   * The path of the link that is current in the navigation while a screen without a link of its own is shown, or null for
   * none. People who may not open that path get a link to this screen instead.
   */
  readonly navigation?: string | null
  /** What it is for, next to its link on the screen that is current instead. */
  readonly hint?: string
}

type OwnerScreens = typeof import('./owner-screens.ts')

/** A screen that only owners may open. */
const forOwners = (name: keyof OwnerScreens) =>
  lazy(async () => ({ default: (await import('./owner-screens.ts'))[name] }))

/** Every screen behind the sign-in. Those with a link of their own are in the navigation, in this order. */
export const routes: readonly DeskRoute[] = [
  { path: '/', title: 'Inbox', Screen: InboxScreen, refreshedBy: 'every project' },
  { path: '/unanswered', title: 'Unanswered', Screen: Unanswered, refreshedBy: 'every project' },
  { path: '/funnel', title: 'Funnel', Screen: FunnelScreen },
  { path: SETTINGS, title: 'Settings', Screen: forOwners('SettingsScreen'), ownersOnly: true },
  {
    path: PRICES,
    title: 'Prices',
    Screen: forOwners('PricesScreen'),
    ownersOnly: true,
    navigation: SETTINGS,
  },
  {
    path: '/people',
    title: 'People',
    Screen: forOwners('People'),
    ownersOnly: true,
    navigation: SETTINGS,
    hint: 'Manage access to the desk',
  },
  {
    path: '/deliveries',
    title: 'Deliveries',
    Screen: Deliveries,
    refreshedBy: 'deliveries',
    navigation: SETTINGS,
    hint: 'Emails and webhooks not sent yet',
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    Screen: forOwners('Webhooks'),
    ownersOnly: true,
    navigation: SETTINGS,
    hint: 'Programs that are notified about projects',
  },
  {
    path: '/audit',
    title: 'Audit',
    Screen: forOwners('Audit'),
    ownersOnly: true,
    navigation: SETTINGS,
    hint: 'Who did what, and when',
  },
  {
    path: SUSPICIOUS,
    title: 'Suspicious',
    Screen: Suspicious,
    refreshedBy: 'every project',
    navigation: '/',
  },
  {
    path: projectPath(':id'),
    title: 'Project',
    Screen: ProjectScreen,
    refreshedBy: 'its project',
    navigation: null,
  },
  { path: ACCOUNT, title: 'Your account', Screen: Account, navigation: null },
]

export const mayOpen = ({ ownersOnly }: Pick<DeskRoute, 'ownersOnly'>, role: Role) =>
  role === 'owner' || !ownersOnly

/** Whether a person has a link to it in the navigation. */
export function isInNavigation(route: DeskRoute, role: Role): boolean {
  const { navigation } = route
  const hasOwnLink = navigation === undefined || (navigation !== null && !mayOpen(routeOf(navigation), role))
  return hasOwnLink && mayOpen(route, role)
}

const notFound: DeskRoute = { path: '*', title: 'Page not found', Screen: NotFound }

/** The route of an address, which may have a query. */
export function routeOf(address: string): DeskRoute {
  const [pathname = ''] = address.split('?')
  return routes.find(({ path }) => matchPath(path, pathname)) ?? notFound
}
