import { firstAsking } from '../../questionnaire/testing/find-screens.ts'
import { changeDesk, changeVisit } from '../support/changed-visit.ts'
import { addMember, openDesk } from '../support/desk.ts'
import { phoneQuestion } from '../support/phone-question.ts'
import { expect, test } from '../support/test.ts'
import { openVisitAt, savedDialog, submit } from '../support/visits.ts'
import { answerScreen, nextButton, waitForScreen, walk } from '../support/walker.ts'

// A developer may ask for a phone number.
test.use({
  settings: { NODE_OPTIONS: `--import=${new URL('../support/phone-question-server.ts', import.meta.url)}` },
})

const CONTACT = firstAsking('lastName')

test('a phone number is typed on the keypad, and dialed from the call sheet', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(120_000)
  await changeVisit(page, phoneQuestion)
  await openVisitAt(page, CONTACT)
  await answerScreen(page, CONTACT)
  const phone = page.getByLabel('Phone')
  await expect(phone).toHaveAttribute('type', 'tel')
  await expect(phone).toHaveAttribute('autocomplete', 'tel')
  await phone.fill('call me')
  await nextButton(page, CONTACT).click()
  await expect(page.locator('input:invalid')).toHaveAccessibleDescription(
    'A phone number has at least 7 digits.',
  )
  await expect(phone).toBeFocused()

  await phone.fill('+1 (217) 555-0134 ext. 2')
  await nextButton(page, CONTACT).click()
  await waitForScreen(page, CONTACT + 1)
  await walk(page)
  const id = await submit(page)
  await expect(savedDialog(page)).toBeVisible()
  const [email] = await product.emails(id)
  expect(email?.text).toMatch(/^Phone:\s+\+1 \(217\) 555-0134 ext\. 2$/m)

  const desk = await context.newPage()
  await changeDesk(desk, phoneQuestion)
  await openDesk(desk, product, { as: await addMember(product), at: `/projects/${id}` })
  await expect(desk.getByRole('link', { name: '+1 (217) 555-0134 ext. 2' })).toHaveAttribute(
    'href',
    'tel:+12175550134',
  )
})
