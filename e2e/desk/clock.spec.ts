import { addMember, openDesk, submitProject } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

// Its own product, because its mail is broken.
test.use({ settings: {} })

const A_DAY = '24:00:00'

test('a project left open keeps its relative times up to date', async ({ page, product }) => {
  await page.clock.install()
  const id = await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const status = page.locator('.sheet-status')
  await expect(status).toContainText('Today')
  await page.clock.fastForward(A_DAY)
  await expect(status).toContainText('Yesterday')
})
