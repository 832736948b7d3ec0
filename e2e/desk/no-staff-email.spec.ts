import { addMember } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading } from '../support/visits.ts'

// Its emails go to the address in its own template.
test.use({ settings: { MAIL_URL: 'emailjs://key@api.emailjs.com/service/template' } })

test('where staff get no emails, the sign-in page says whom to ask for a link', async ({ page, product }) => {
  await addMember(product)
  await page.goto('/desk')
  await heading(page).waitFor()
  await expect(page.getByText('Ask an owner of this desk')).toBeVisible()
  await expect(button(page, 'Forgot your password?')).toHaveCount(0)
})
