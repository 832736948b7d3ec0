import { promisesFor } from '../../desk/call-sheet.ts'
import { MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import { BRAND_NAME } from '../../questionnaire/business.ts'
import { fieldNamed, fieldNames, fields } from '../../questionnaire/fields.ts'
import { rowsOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { addMember, goTo, openDesk, openProject, submitProject, TITLE } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'
import { button, heading, printedPages } from '../support/visits.ts'
import type { SomeAnswers } from '../support/walker.ts'

test('the call sheet shows how to reach the homeowner, their wishes and what answers their worry', async ({
  page,
  product,
}) => {
  const [concern] = fields.concernsForHavingKitchenRemodeled.options
  const given: SomeAnswers = {
    firstName: 'Cal',
    lastName: 'Sheet',
    email: 'cal.sheet@example.com',
    yearBuilt: '1962',
    concernsForHavingKitchenRemodeled: concern,
    budget: 'not sure',
  }
  const id = await submitProject(product, given)
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  const sheet = page.locator('article > div').first()
  await expect(sheet.getByRole('link', { name: 'cal.sheet@example.com' })).toHaveAttribute(
    'href',
    'mailto:cal.sheet@example.com',
  )
  for (const words of [
    '12 Maple Street',
    'An island where two of us can cook at once',
    ...promisesFor(concern, BRAND_NAME),
    'Compare with the usual',
    'What would they like to spend',
    'plan lead-safe work',
  ]) {
    await expect(sheet).toContainText(words)
  }
  const answers = page.getByRole('region', { name: 'All answers' })
  const told = sampleAnswers(given)
  const rows = [...rowsOf(told, BRAND_NAME), ...unaskedRowsOf(told, BRAND_NAME)]
  expect(await answers.getByRole('term').allInnerTexts()).toEqual(rows.map(({ question }) => question))
  expect(await answers.getByRole('definition').allInnerTexts()).toEqual(
    rows.map(({ answer }) => answer || '–'),
  )
})

test('a call, a note, a status with its reason and an assignment appear in the history', async ({
  page,
  product,
}) => {
  const id = await submitProject(product, { lastName: 'Storied' })
  await openDesk(page, product, { as: await addMember(product, 'Hester Teller'), at: `/projects/${id}` })
  const history = page.getByRole('region', { name: 'History' })
  await button(page, 'Called').click()
  await expect(history).toContainText('Called')
  await expect(page.locator('header dl')).toContainText('contacted after')

  await page.getByLabel('Note').fill('Line one.\nLine two.')
  await button(page, 'Save note').click()
  await expect(history).toContainText('Line one.\nLine two.')
  await expect(page.getByLabel('Note')).toHaveValue('')

  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Moved away')
  await button(page, 'Save status').click()
  await expect(history).toContainText('→ Lost: Moved away')
  await page.getByLabel('Why was it lost?').fill('Moved to Spain')
  await button(page, 'Save reason').click()
  await expect(history).toContainText('Lost: Moved to Spain')
  await expect(page.locator('header dl')).toContainText('Moved to Spain')
  await expect(button(page, 'Save reason')).toHaveCount(0)
  await button(page, 'Assign to me').click()
  await expect(history).toContainText('Assigned to Hester Teller')
  await expect(page.getByLabel('Assigned to')).toHaveValue(/@/)
  await expect(history.getByRole('listitem').last()).toContainText('Project received')
})

test('a contact noted by mistake can be undone, and the project waits again', async ({ page, product }) => {
  const id = await submitProject(product, { lastName: 'Mistaken' })
  await openDesk(page, product, { as: await addMember(product, 'Slip Finger'), at: `/projects/${id}` })
  const contact = page.getByRole('region', { name: 'Contact' })
  await button(page, 'Called').click()
  await expect(contact).toContainText('Last: Called')
  await button(page, 'Undo “Called”').click()
  await expect(page.locator('header dl')).toContainText('Waiting')
  await expect(contact).not.toContainText('Last')
  await expect(contact.getByRole('heading')).toBeFocused()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('“Called” was undone')
  // Recording it again right away is not taken for a double tap.
  await button(page, 'Called').click()
  await expect(contact).toContainText('Last: Called')
  await page.getByLabel('Note').fill('Spoke to her')
  await button(page, 'Save note').click()
  await expect(button(page, 'Undo “Called”')).toHaveCount(0)
  await expect(contact).toContainText('Last: Called')
})

test('of two people who change a status, the second sees both versions and loses nothing', async ({
  page,
  browser,
  product,
  expectErrors,
}) => {
  expectErrors(/409.*events/)
  const id = await openProject(page, product, { lastName: 'Contested' })
  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('Too far away')

  const other = await browser.newContext({ baseURL: product.url })
  const theirs = await other.newPage()
  await openDesk(theirs, product, { as: await addMember(product, 'Ben Wu'), at: `/projects/${id}` })
  await theirs.getByLabel('Status').selectOption('F-D-A proposed')
  await button(theirs, 'Save status').click()
  await expect(page.locator('header dl')).toContainText('F-D-A proposed')
  await other.close()

  // Choosing another status in between does not resolve the conflict.
  await page.getByLabel('Status').selectOption('Won')
  await page.getByLabel('Status').selectOption('Lost')
  await expect(page.getByLabel('Why was it lost?')).toHaveValue('Too far away')
  await button(page, 'Save status').click()
  const conflict = page.getByRole('region', { name: 'This was changed elsewhere in the meantime' })
  // The focus makes screen readers read it, so it is not an alert too.
  await expect(conflict).toBeFocused()
  await expect(conflict).toHaveAccessibleDescription(/Ben Wu.*set the status to F-D-A proposed.*wanted Lost/)
  await expect(page.getByRole('alert').filter({ hasText: 'Ben Wu' })).toHaveCount(0)
  await expect(conflict).toContainText('wanted Lost: Too far away')
  await page.context().setOffline(true)
  await button(page, 'Change to Lost').click()
  await expect(conflict.getByRole('alert')).toHaveText(
    'This may not have been saved. No connection to the server. Check the history before you try again.',
  )
  await page.context().setOffline(false)
  await button(page, 'Change to Lost').click()
  await expect(conflict).toBeHidden()
  await expect(page.locator('header dl')).toContainText('Lost')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'F-D-A proposed → Lost: Too far away',
  )
})

test('a project left open keeps its relative times up to date', async ({ page, product }) => {
  await page.clock.install()
  await openProject(page, product)
  const status = page.locator('header dl')
  await expect(status).toContainText('Today')
  await page.clock.fastForward('24:00:00')
  await expect(status).toContainText('Yesterday')
})

test('a note that cannot be sent stays in its field', async ({ page, product }) => {
  await openProject(page, product)
  await page.getByLabel('Note').fill('Keep me.')
  await page.context().setOffline(true)
  await button(page, 'Save note').click()
  await expect(page.getByRole('alert').filter({ hasText: 'may not have been saved' })).toContainText(
    'No connection',
  )
  await expect(page.getByLabel('Note')).toHaveValue('Keep me.')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.context().setOffline(false)
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Keep me.')
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => page.isClosed(), 'nothing is asked once it is saved').toBe(true)
})

test('an empty or overlong note or reason is rejected with a message', async ({ page, product }) => {
  await openProject(page, product)
  await page.getByLabel('Note').fill('  \n ')
  await button(page, 'Save note').click()
  const noNote = page.getByRole('alert').filter({ hasText: 'Not saved. Write at least one word.' })
  await expect(noNote).toBeVisible()
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.getByLabel('Note').fill('Now there is one.')
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Now there is one.')
  await expect(noNote).toHaveCount(0)

  // A pasted e-mail thread that is too long is not cut silently.
  const thread = 'e-mail '.repeat(800).trim()
  await page.getByLabel('Note').focus()
  await page.keyboard.insertText(thread)
  await button(page, 'Save note').click()
  await expect(page.getByRole('alert').filter({ hasText: 'longer than 5,000 characters' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue(thread)

  await page.getByLabel('Status').selectOption('Lost')
  await page.getByLabel('Why was it lost?').fill('   ')
  await button(page, 'Save status').click()
  await expect(noNote).toBeVisible()
  await expect(page.getByLabel('Why was it lost?')).toBeFocused()
})

test('erasing asks for the last name and removes the project', async ({ page, product, expectErrors }) => {
  expectErrors(/422.*projects|404.*projects/)
  const id = await openProject(page, product, { firstName: 'Erna', lastName: 'Erasable' })
  await page.getByText('Erase this project').click()
  await page.getByLabel('last name to confirm').fill('Somebody')
  await button(page, 'Erase permanently').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was erased' })).toBeVisible()
  await page.getByLabel('last name to confirm').fill('Erasable')
  await button(page, 'Erase permanently').click()
  await expect(heading(page)).toHaveText('Inbox')
  await expect(page.getByText('The project was erased.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Erna Erasable' })).toHaveCount(0)
  expect(product.projects(id)).toEqual([])
  await page.goto(`/desk/projects/${id}`)
  await expect(page.getByRole('alert')).toContainText('may have been erased')
})

test('a project that cannot be rendered fails inside the frame, and Back leads out of it', async ({
  page,
  product,
  expectErrors,
}) => {
  expectErrors(/is not iterable/)
  const [good, id] = [await submitProject(product, { lastName: 'Whole' }), await submitProject(product)]
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${good}` })
  await page.getByLabel('Note').fill('Half a note')
  await page.route(`**/api/desk/projects/${id}`, async (route) => {
    const project = await (await route.fetch()).json()
    await route.fulfill({ json: { ...project, events: null } })
  })
  await goTo(page, `/projects/${id}`)
  await expect(heading(page)).toHaveText('Unexpected Application Error!')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('is not iterable')
  await expect(button(page, 'Sign out')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page)).toHaveText('Settings')
  await page.goBack()
  await page.goBack()
  await expect(heading(page)).toContainText('Whole')
  await expect(page).toHaveTitle(`Project – ${TITLE}`)
  await expect(page.getByLabel('Note')).toHaveValue('Half a note')

  // The project is cached now, so it fails before anything of the page is rendered.
  await page.goForward()
  await expect(page).toHaveTitle(`Unexpected Application Error! – ${TITLE}`)
  await page.goBack()
  await expect(page).toHaveTitle(`Project – ${TITLE}`)
})

test('a project erased by a colleague disappears from every open page', async ({
  page,
  browser,
  product,
  expectErrors,
}) => {
  expectErrors(/404.*projects/)
  const id = await submitProject(product, { firstName: 'Vera', lastName: 'Vanishing' })
  const vera = page.getByRole('link', { name: 'Vera Vanishing', exact: true })
  await openDesk(page, product, { as: await addMember(product) })
  await expect(vera).toBeVisible()
  const sheet = await page.context().newPage()
  await sheet.goto(`/desk/projects/${id}`)
  await expect(heading(sheet)).toHaveText('Vera Vanishing')
  await sheet.getByLabel('Note').fill('She would like')

  const other = await browser.newContext({ baseURL: product.url })
  const theirs = await other.newPage()
  await openDesk(theirs, product, { as: await addMember(product, 'Ben Wu'), at: `/projects/${id}` })
  await theirs.getByText('Erase this project').click()
  await theirs.getByLabel('last name to confirm').fill('Vanishing')
  await button(theirs, 'Erase permanently').click()
  await expect(sheet.getByRole('alert')).toContainText('may have been erased')
  await expect(sheet.getByText('Vanishing')).toHaveCount(0)
  await expect(heading(sheet)).toBeFocused()
  await sheet.close({ runBeforeUnload: true })
  await expect.poll(() => sheet.isClosed(), 'nothing is asked of what can be saved nowhere').toBe(true)
  await page.bringToFront()
  await expect(vera).toHaveCount(0)
  await other.close()
})

const NAMED = { firstName: 'Wilma', lastName: 'Webb' }

test('text typed by visitors and colleagues is never run as HTML', async ({ page, product }) => {
  const nasty = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}`
  const given: SomeAnswers = Object.fromEntries(
    fieldNames
      .filter((name) => {
        const field = fieldNamed(name)
        return field.kind === 'text' || field.kind === 'long text' || (field.kind === 'choice' && field.other)
      })
      .map((name) => [name, nasty]),
  )
  const id = await submitProject(product, given)
  const member = await addMember(product, nasty.slice(0, 90))
  await openDesk(page, product, { as: member })
  await expect(page.getByRole('link', { name: nasty }).first()).toBeVisible()
  await page.goto(`/desk/projects/${id}`)
  await expect(heading(page)).toHaveText(`${nasty} ${nasty}`)
  await page.getByLabel('Note').fill(nasty)
  await button(page, 'Save note').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(nasty)
  for (const answer of Object.values(given))
    await expect(page.getByRole('region', { name: 'All answers' })).toContainText(answer)
  for (const at of ['unanswered', 'deliveries', 'audit', 'funnel']) {
    await page.goto(`/desk/${at}`)
    await expect(heading(page)).toBeVisible()
  }
  await expect(page).not.toHaveTitle('taken')
  expect(await page.locator('img, main script').count()).toBe(0)

  const endless = await submitProject(product, {
    ...Object.fromEntries(Object.keys(given).map((name) => [name, 'W'.repeat(MAX_ANSWER_LENGTH)])),
    ...NAMED,
  })
  await page.goto(`/desk/projects/${endless}`)
  await expect(heading(page)).toHaveText(Object.values(NAMED).join(' '))
})

test('a call sheet prints on one page', async ({ page, product }) => {
  const id = await submitProject(product, {
    additionalComments: 'We would like to keep the old stove.\nThe dog sleeps beside it.',
    newKitchenImportantFeature: 'Room for two cooks, a window over the sink and a place for the dog. '.repeat(
      5,
    ),
  })
  await openDesk(page, product, { as: await addMember(product), at: `/projects/${id}` })
  await page.getByRole('heading', { name: 'Contact details' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(button(page, 'Called')).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    expect(await printedPages(page, format), format).toBe(1)
  }
})
