import { fieldNamed } from '../../questionnaire/fields.ts'
import { fieldsOf, LAST, type Screen, screens } from '../../questionnaire/screens.ts'
import { expect, test } from '../test.ts'
import { button, heading, SENDING, visitAt } from '../visits.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]

/** The screens that are one question with its options. */
const choosing = screens.flatMap((screen: Screen, index) => {
  const [name, ...others] = fieldsOf(screen)
  return name && others.length === 0 && fieldNamed(name).kind === 'choice' ? [index] : []
})

test('choosing an answer moves none of the others at any size, and no door is higher or wider than its words', async ({
  page,
}) => {
  test.setTimeout(120_000)
  // The door of Other opens, because there is more to say.
  const doors = page.locator('.choice:not(:has(textarea))')
  const heights = () => doors.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  for (const index of choosing) {
    await visitAt(page, index)
    const unanswered: number[][] = []
    for (const size of sizes) {
      await page.setViewportSize(size)
      unanswered.push(await heights())
      expect(await doors.evaluateAll(emptyLines), `screen ${index} at ${size.width} px`).toEqual([])
      expect(await doors.evaluateAll(unusedRoom), `screen ${index} at ${size.width} px`).toEqual([])
    }
    for (const [at, size] of sizes.entries()) {
      await page.setViewportSize(size)
      for (const chosen of await doors.evaluateAll(chosenHeights))
        expect(chosen, `screen ${index} at ${size.width} px`).toEqual(unanswered[at])
    }
  }
})

/** Runs in the page: how high the doors are as each option in turn is chosen. */
async function chosenHeights(doors: readonly Element[]): Promise<readonly number[][]> {
  const all: number[][] = []
  for (const radio of document.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    radio.click()
    await new Promise(requestAnimationFrame)
    if (!radio.checked) throw new Error('Not chosen')
    all.push(doors.map((door) => door.getBoundingClientRect().height))
  }
  return all
}

/** Runs in the page: the options with a line more than their words fill. */
function emptyLines(doors: readonly Element[]): readonly string[] {
  return doors.flatMap((door) => {
    const label = door.querySelector('label')
    const words = label?.querySelector('span')
    return label && words && label.clientHeight > words.offsetHeight + 2 ? [words.textContent] : []
  })
}

/** Runs in the page: the options whose words end before the margin does that the knob has on the other side. */
function unusedRoom(doors: readonly Element[]): readonly string[] {
  return doors.flatMap((door) => {
    const { left, right } = door.getBoundingClientRect()
    const margin = (door.querySelector('.knob')?.getBoundingClientRect().left ?? 0) - left
    const end = door.lastElementChild?.getBoundingClientRect()
    return end && right - end.right > margin + 1 ? [door.textContent] : []
  })
}

test('closing the message of a failure leaves an open review where it was', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/\/api\/projects\//)
  await page.route(SENDING, (route) => route.abort())
  await visitAt(page, LAST)
  await page.getByText('Review your answers').click()
  await page.evaluate(() => scrollTo(0, 300))
  // By its place, because a click by its name scrolls first.
  const box = await button(page, 'Submit').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button(page, 'Submit')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(300)
})

test('Thank you and the words of the review stay where they are once the project is saved', async ({
  page,
}) => {
  await visitAt(page, LAST)
  await page.evaluate(() => document.fonts.ready)
  const places: number[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    places.push((await heading(page).boundingBox())?.y ?? 0)
  }
  const review = page.getByText('Review your answers')
  const words = () => page.locator('.review-row').evaluateAll(placesOfWords)
  await review.click()
  const reviewed = await words()
  await review.click()
  await button(page, 'Submit').click()
  await button(page, 'Close').click()
  await expect(button(page, 'Go Home')).toBeVisible()
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    expect((await heading(page).boundingBox())?.y, `at ${size.width} px`).toBe(places[at])
  }
  await review.click()
  expect(await words()).toEqual(reviewed)
})

/** Runs in the page: how far below its line in the review each question begins. */
function placesOfWords(rows: readonly Element[]): readonly number[] {
  return rows.map((row) => {
    const words = document.createRange()
    words.selectNodeContents(row.querySelector('dt') ?? row)
    return Math.round(words.getBoundingClientRect().top - row.getBoundingClientRect().top)
  })
}
