import type { Page } from '@playwright/test'
import type { Change, Erasure, ProjectDetails } from '../../desk/api.ts'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { versionFor } from '../../questionnaire/testing/version-for.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import type { Product } from './product.ts'
import { newId } from './visits.ts'
import type { SomeAnswers } from './walker.ts'

export const PASSWORD = 'three lamps over an island'

/** What the browser itself says of a page that asks who is there when nobody is. */
export const SIGNED_OUT = /401.*api\/desk|api\/desk.*401/

export interface Member {
  readonly name: string
  readonly email: string
}

let added = 0

const newAddress = () => `person-${process.pid}-${added++}@example.com`

/** Adds a person as the owner does, and tells the token of their one-time link. */
export async function addPerson(
  product: Product,
  name: string,
): Promise<Member & { readonly token: string }> {
  const email = newAddress()
  const said = await product.command('desk', 'add', name, email)
  const token = /#set=(\S+)/.exec(said)?.[1]
  if (!token) throw new Error(`No link in: ${said}`)
  return { name, email, token }
}

/** A person who has chosen their password. */
export async function addMember(product: Product, name = 'Ana Ortiz'): Promise<Member> {
  const email = newAddress()
  const token = await product.addToDesk(name, email)
  await post(`${product.url}/api/desk/password`, { token, password: PASSWORD })
  return { name, email }
}

/** Opens a place of the desk as somebody who is signed in. */
export async function openDesk(page: Page, product: Product, { as, at = '' }: { as: Member; at?: string }) {
  // A desk that is open here would ask on with the session that ends now.
  await page.goto('about:blank')
  const signedIn = await page.request.post(`${product.url}/api/desk/session`, {
    data: { email: as.email, password: PASSWORD },
  })
  if (!signedIn.ok()) throw new Error(`Not signed in: ${signedIn.status()}`)
  await page.goto(`/desk${at}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Keeps the next answer to such a request on its way, as it was given, until it is let go. */
export async function hold(page: Page, url: string | RegExp, method: 'GET' | 'POST' | 'DELETE' = 'GET') {
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: tell } = Promise.withResolvers<void>()
  let isNext = true
  await page.route(url, async (route) => {
    // The page asks for news by itself, under the same address.
    if (!isNext || route.request().method() !== method) return route.fallback()
    isNext = false
    const response = await route.fetch()
    tell()
    await isFree
    await route.fulfill({ response })
  })
  return { isHeld, release }
}

/** Takes the tab away or brings it back, as far as the page can tell: without a screen every one is visible. */
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    const state = hidden ? 'hidden' : 'visible'
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)

/** Interrupts the network for a moment, as far as the page can tell. */
export const reconnect = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
  })

/** Goes to another address of the desk within the page, as a link does. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/desk${path}`)

/** The line of the inbox that names a homeowner. */
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Somebody who is at the desk elsewhere; what they do there is asked of the server without a page. */
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

/** A project as a visitor submits it; tells its id. */
export async function submitProject(product: Product, given: SomeAnswers = {}): Promise<string> {
  const id = newId()
  const response = await putProject(product, id, given)
  if (!response.ok) throw new Error(`Not submitted: ${response.status}`)
  return id
}

/** The same where the e-mail fails: it is kept, and the visitor hears that something went wrong. */
export async function submitUnsent(product: Product, given: SomeAnswers): Promise<string> {
  const id = newId()
  const { status } = await putProject(product, id, given)
  if (status !== 502) throw new Error(`Answered ${status} instead of 502`)
  return id
}

/** A project that says nothing we know, as from a page of another version that asks for none of it, or what it `says`. */
export async function submitUnknown(product: Product, says: SomeAnswers = {}): Promise<string> {
  const id = newId()
  const answers = { favouriteTile: 'Delft', ...says }
  const response = await put(product, id, { version: 'another', answers })
  if (!response.ok) throw new Error(`Not submitted: ${response.status}`)
  return id
}

/** The desk shows what was answered, whatever the options are today. */
const putProject = (product: Product, id: string, given: SomeAnswers) => {
  const answers = sampleAnswers(given)
  return put(product, id, { version: versionFor(answers), answers })
}

const put = (
  product: Product,
  id: string,
  sent: { version: string; answers: Record<string, string> },
): Promise<Response> =>
  fetch(`${product.url}/api/projects/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [VERSION_HEADER]: sent.version },
    body: JSON.stringify(sent.answers),
  })

/** The heading of the desk before anybody is in. */
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
