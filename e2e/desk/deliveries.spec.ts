import { addMember, openDesk, submitUnsent } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

// Its own product, because its mail breaks for all projects.
test.use({ settings: {} })

/** The outbox is read at least every five seconds, and live updates arrive up to two seconds later. */
const TRIED = { timeout: 15_000 }

test('failed and dead emails show the reason, and go out with Retry once the mail works', async ({
  page,
  product,
}) => {
  await product.breakMail()
  const dead = await submitUnsent(product, { firstName: 'Dee', lastName: 'Dead' })
  await product.command('messages', '--hold')
  const failed = await submitUnsent(product, { firstName: 'Faye', lastName: 'Failed' })

  await openDesk(page, product, { as: await addMember(product), at: '/deliveries' })
  const lines = page.getByRole('list', { name: 'Unsent messages' }).getByRole('listitem')
  const of = (name: string) => lines.filter({ hasText: name })
  await expect(lines).toHaveCount(2)
  await expect(of('Dee Dead')).toContainText('Failed')
  await expect(of('Dee Dead')).toContainText('The email to the specialist was not sent.')
  await expect(of('Dee Dead')).toContainText('held by the operator')
  await expect(of('Faye Failed')).toContainText('Due')
  await expect(of('Faye Failed')).toContainText('The email to the specialist could not be sent yet.')
  await expect(of('Faye Failed')).toContainText('outbox')

  await button(page, 'Retry the email to the specialist about Dee Dead').click()
  await expect(of('Dee Dead')).toContainText('outbox', TRIED)
  await expect(of('Dee Dead')).toContainText('Due')

  await product.repairMail()
  for (const name of ['Dee Dead', 'Faye Failed']) {
    const retry = button(page, `Retry the email to the specialist about ${name}`)
    // The loop may send it first.
    if (await of(name).isVisible()) await retry.click().catch(() => {})
  }
  await expect(page.getByRole('heading', { name: 'No unsent messages' })).toBeVisible(TRIED)
  for (const id of [dead, failed]) expect(await product.emails(id)).toHaveLength(1)
})
