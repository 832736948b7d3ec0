import { addMember, openDesk, setHidden, submitProject, submitUnsent } from './desk.ts'
import { expect, test } from './test.ts'

// A product of its own: its mail is broken.
test.use({ settings: {} })

const A_DAY = '24:00:00'

test('a project that is left open tells its times as they are now', async ({ page, product }) => {
  await page.clock.install()
  const id = await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const standing = page.locator('.standing')
  await expect(standing).toContainText('Today')
  await page.clock.fastForward(A_DAY)
  await expect(standing).toContainText('Yesterday')
})

test('a project is looked at anew when somebody comes back to its tab', async ({ page, product }) => {
  await page.clock.install()
  const id = await submitProject(product)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const standing = page.locator('.standing')
  await expect(standing).toContainText('Today')
  await setHidden(page, true)
  await page.clock.fastForward(A_DAY)
  await setHidden(page, false)
  await expect(standing).toContainText('Yesterday')
})

test('what is listed of yesterday does not stay today', async ({ page, product, expectTrouble }) => {
  expectTrouble(/502/)
  await product.breakMail()
  await submitUnsent(product, { lastName: 'Unsent' })
  const member = await addMember(product)
  await page.clock.install()
  for (const at of ['/audit', '/deliveries']) {
    await openDesk(page, product, { as: member, at })
    const times = page.locator('main time')
    await expect(times.first()).toHaveText(/today/i)
    await page.clock.fastForward(A_DAY)
    await expect(times.first()).toHaveText(/yesterday/i)
    await page.clock.setSystemTime(new Date())
  }
  await product.mendMail()
})
