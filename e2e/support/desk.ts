import type { Page } from '@playwright/test'
import type { ProjectDetails, Role } from '../../desk/api.ts'
import type { Change, Erasure } from '../../desk/requests.ts'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { versionFor } from '../../questionnaire/testing/version-for.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import type { Product } from './product.ts'
import { newId } from './visits.ts'
import type { SomeAnswers } from './walker.ts'

export const PASSWORD = 'three lamps over an island'

export interface Member {
  readonly name: string
  readonly email: string
}

let added = 0

/** Adds a person who has not chosen a password yet, and returns the token of their one-time link. */
export async function addPerson(
  product: Product,
  name = 'Ana Ortiz',
  role: Role = 'owner',
): Promise<Member & { readonly token: string }> {
  const email = `person-${process.pid}-${added++}@example.com`
  return { name, email, token: await product.addToDesk({ name, email, role }) }
}

/** Adds a person who has chosen their password. */
export async function addMember(product: Product, name?: string, role?: Role): Promise<Member> {
  const { token, ...member } = await addPerson(product, name, role)
  await post(`${product.url}/api/desk/password`, { token, password: PASSWORD })
  return member
}

/** Signs a person in and opens a page of the desk. */
export async function openDesk(page: Page, product: Product, { as, at = '' }: { as: Member; at?: string }) {
  // An open desk would go on sending requests with the session that ends now.
  await page.goto('about:blank')
  const signedIn = await page.request.post(`${product.url}/api/desk/session`, {
    data: { email: as.email, password: PASSWORD },
  })
  if (!signedIn.ok()) throw new Error(`Not signed in: ${signedIn.status()}`)
  await page.goto(`/desk${at}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Submits a project, and opens it as a new owner. Returns its id. */
export async function openProject(page: Page, product: Product, given: SomeAnswers = {}): Promise<string> {
  const id = await submitProject(product, given)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  return id
}

/** Presses a button of the dialog in which the desk asks before something final. */
export const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Goes to another address of the desk within the page, as a link does. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/desk${path}`)

/** The row of the inbox with the name of a homeowner. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Another person at the desk, whose changes are sent to the server without a browser. */
export async function colleague(product: Product, as: Member) {
  const signedIn = await post(`${product.url}/api/desk/session`, { email: as.email, password: PASSWORD })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Change | Erasure) => {
    const response = await fetch(`${product.url}/api/desk/projects/${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response
  }
  return {
    async change(id: string, wanted: (file: ProjectDetails) => Change) {
      await call('POST', `${id}/events`, wanted(await (await call('GET', id)).json()))
    },
    erase: (id: string, lastName: string) => call('DELETE', id, { lastName }),
  }
}

/** Submits a project as a visitor does, and returns its id. Its answers may differ from today's options. */
export const submitProject = (product: Product, given: SomeAnswers = {}) =>
  put(product, sampleAnswers(given), versionFor(sampleAnswers(given)))

/** Submits a project as a script does that has never seen our page, so it is suspicious. */
export const submitSuspicious = (product: Product, given: SomeAnswers = {}) =>
  put(product, sampleAnswers(given))

/** Submits a project from a page of another version, which asked none of our questions except those `given`. */
export const submitUnknown = (product: Product, given: SomeAnswers = {}) =>
  put(product, { favouriteTile: 'Delft', ...given }, 'another')

/** Sends answers under a new id, which it returns. */
async function put(product: Product, answers: Readonly<Record<string, string>>, version?: string) {
  const id = newId()
  const response = await fetch(`${product.url}/api/projects/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...(version && { [VERSION_HEADER]: version }) },
    body: JSON.stringify(answers),
  })
  if (response.status !== 201) throw new Error(`Answered ${response.status}`)
  return id
}

/** The heading of the desk before sign-in. */
export const SIGN_IN = 'Sign in to the desk'
export const TITLE = `Desk – ${BRAND_NAME}`

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}
