import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectAccessible } from '../support/axe-violations.ts'
import { addMember, answer, goTo, openDesk, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button } from '../support/visits.ts'

/** The outbox is read at least every five seconds, and live updates arrive up to two seconds later. */
const SENT = { timeout: 15_000 }

test('an owner adds a webhook, tests it, sees a failure, retries it and deletes the webhook', async ({
  page,
  product,
  expectErrors,
}) => {
  test.setTimeout(90_000)
  expectErrors(/422.*webhooks/)
  let status = 200
  const types: string[] = []
  const receiver = createServer(async (request, response) => {
    types.push(JSON.parse(String(Buffer.concat(await Array.fromAsync(request)))).type)
    response.writeHead(status, { 'retry-after': '3600' }).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  await openDesk(page, product, { as: await addMember(product), at: '/webhooks' })
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await button(page, 'Add webhook').click()
  await page.getByLabel('Address').fill('http://crm.example/hook')
  await button(page, 'Add').click()
  await expect(page.getByRole('alert').filter({ hasText: 'must begin with https://' })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('http://crm.example/hook')
  await page.getByLabel('Address').fill(`http://${host}/hook`)
  await page.getByLabel('project.erased').uncheck()
  await button(page, 'Add').click()
  const secret = page.getByRole('dialog').getByLabel('Secret')
  await expect(secret).toHaveValue(/^whsec_/)
  await expect(secret).toBeFocused()
  const first = await secret.inputValue()
  await answer(page, 'Done')
  await expect(button(page, 'Add webhook')).toBeFocused()

  const box = page.getByRole('list', { name: 'Webhooks' }).locator(':scope > li')
  await expect(box).toContainText('On: project.created, project.updated, project.status_changed')
  await button(page, `Send a test to ${host}`).click()
  await expect(page.getByText(`The test arrived at ${host}. Answered 200.`)).toBeVisible()
  expect(types).toEqual(['webhook.test'])

  await button(page, `New secret for ${host}`).click()
  await expect(page.getByRole('dialog')).toContainText('The current secret expires after 24 hours.')
  await expectAccessible(page)
  await answer(page, 'Create a new secret')
  await expect(secret).toHaveValue(/^whsec_/)
  expect(await secret.inputValue()).not.toBe(first)
  await answer(page, 'Done')
  await expect(box).toContainText('The old secret works until')

  status = 500
  await button(page, `Send a test to ${host}`).click()
  await expect(box.getByRole('alert')).toContainText(
    'The test failed. The receiver reported an error of its own. Details: Answered 500.',
  )
  await submitProject(product, { firstName: 'Wanda', lastName: 'Hook' })
  await expect.poll(() => types.includes('project.created'), SENT).toBe(true)
  await expectAccessible(page)

  await goTo(page, '/deliveries')
  const lines = page.getByRole('list', { name: 'Unsent messages' }).getByRole('listitem')
  await expect(lines).toContainText(
    `The message project.created to the webhook ${host} could not be sent yet.`,
    SENT,
  )
  await expect(lines).toContainText('Answered 500')
  await expectAccessible(page)
  status = 200
  await button(page, `Retry the message project.created to the webhook ${host} about Wanda Hook`).click()
  await expect(lines).toHaveCount(0, SENT)

  await goTo(page, '/webhooks')
  await button(page, `Turn off ${host}`).click()
  await expect(box).toContainText('Off: project.created')
  await button(page, `Delete ${host}`).click()
  await answer(page, 'Delete')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await goTo(page, '/audit')
  await expect(page.getByRole('list', { name: 'Audit' })).toContainText('webhook deleted')
  receiver.closeAllConnections()
  receiver.close()
})
