import { addMember, openDesk, submitUnsent } from './desk.ts'
import { expect, test } from './test.ts'
import { button, heading } from './visits.ts'

// A product of its own, since its mail breaks for everybody.
test.use({ settings: {} })

/** The server looks for what is due every five seconds at the latest, and the page hears of it two later. */
const TRIED = { timeout: 15_000 }

test('a failed and a dead e-mail say why, and go out with Retry once the mail is mended', async ({
  page,
  product,
}) => {
  await product.breakMail()
  const dead = await submitUnsent(product, { firstName: 'Dee', lastName: 'Dead' })
  await product.command('deliveries', '--hold')
  const failed = await submitUnsent(product, { firstName: 'Faye', lastName: 'Failed' })

  await openDesk(page, product, { as: await addMember(product), at: '/deliveries' })
  const lines = page.getByRole('list', { name: 'Unsent e-mails' }).getByRole('listitem')
  const of = (name: string) => lines.filter({ hasText: name })
  await expect(lines).toHaveCount(2)
  await expect(of('Dee Dead')).toContainText('Given up')
  await expect(of('Dee Dead')).toContainText('The e-mail was not sent.')
  await expect(of('Dee Dead')).toContainText('held by the operator')
  await expect(of('Faye Failed')).toContainText('Due')
  await expect(of('Faye Failed')).toContainText('The e-mail could not be sent yet.')
  await expect(of('Faye Failed')).toContainText('outbox')

  await button(page, 'Retry the e-mail about Dee Dead').click()
  await expect(of('Dee Dead')).toContainText('outbox', TRIED)
  await expect(of('Dee Dead')).toContainText('Due')

  await product.mendMail()
  for (const name of ['Dee Dead', 'Faye Failed']) {
    const retry = button(page, `Retry the e-mail about ${name}`)
    // It may go out by itself before anybody asks for it.
    if (await of(name).isVisible()) await retry.click().catch(() => {})
  }
  await expect(page.getByRole('heading', { name: 'All e-mails have gone out' })).toBeVisible(TRIED)
  for (const id of [dead, failed]) expect(await product.emails(id)).toHaveLength(1)
})

test('Retry goes on at the next line once its own has gone, and then at the heading', async ({
  page,
  product,
}) => {
  await product.breakMail()
  for (const firstName of ['Nan', 'Nick', 'Nora'])
    await submitUnsent(product, { firstName, lastName: 'Next' })
  // What is held goes out when somebody asks for it, and not before.
  await product.command('deliveries', '--hold')
  await product.mendMail()
  await openDesk(page, product, { as: await addMember(product), at: '/deliveries' })
  const lines = page.getByRole('list', { name: 'Unsent e-mails' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  const second = (await lines.nth(1).getByRole('link').textContent()) ?? ''
  for (const left of [2, 1]) {
    await lines.first().getByRole('button').press('Enter')
    await expect(lines).toHaveCount(left, TRIED)
    await expect(lines.first()).toBeFocused()
    if (left === 2) await expect(lines.first()).toContainText(second)
  }
  await lines.first().getByRole('button').press('Enter')
  await expect(page.getByRole('heading', { name: 'All e-mails have gone out' })).toBeVisible(TRIED)
  await expect(heading(page)).toBeFocused()
})

test('a retry that came to nothing says so beside its button until the next one', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/api\/desk/)
  await product.breakMail()
  await submitUnsent(product, { firstName: 'Rhea', lastName: 'Retried' })
  await product.command('deliveries', '--hold')
  await page.clock.install()
  await openDesk(page, product, { as: await addMember(product), at: '/deliveries' })
  const line = page.getByRole('listitem').filter({ hasText: 'Rhea Retried' })
  const trouble = page.getByRole('alert').filter({ hasText: 'Not tried again.' })
  await page.context().setOffline(true)
  await line.getByRole('button').click()
  await expect(trouble).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(trouble).toBeVisible()
  await page.context().setOffline(false)
  await line.getByRole('button').click()
  await expect(page.getByText('is being tried again')).toBeVisible()
  await expect(trouble).toHaveCount(0)
  await product.mendMail()
})

test('a retry that fails after somebody went on is told where they are', async ({
  page,
  product,
  expectTrouble,
}) => {
  expectTrouble(/retry/)
  await product.breakMail()
  await submitUnsent(product, { firstName: 'Lena', lastName: 'Left' })
  await product.command('deliveries', '--hold')
  await openDesk(page, product, { as: await addMember(product), at: '/deliveries' })
  const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/retry', async (route) => {
    await left
    await route.abort()
  })
  await button(page, 'Retry the e-mail about Lena Left').click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page)).toHaveText('Audit')
  goOn()
  await expect(page.getByRole('alert')).toHaveText('Lena Left: Not tried again. No connection to the server.')
  await product.mendMail()
})
