import { setTimeout as pause } from 'node:timers/promises'

/** How long one call may take; a browser starts slowly on a busy machine. */
export const MAX_CALL_MS = 60_000
const MAX_WAIT_MS = 10_000

/** An open page of Firefox or WebKit, pressed and typed into as a visitor does. */
export interface Page {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  /** Runs a JavaScript expression in the page, and returns its value. */
  run(expression: string): Promise<unknown>
  press(point: Point): Promise<void>
  type(text: string): Promise<void>
  /** The page's errors so far. */
  errors(): Promise<readonly string[]>
}

interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The key's name in WebDriver. */
export const ARROW_DOWN = '\uE015'

/** Calls a function in the page; it sees only its arguments. */
export async function evaluate<Args extends readonly string[], Result>(
  page: Page,
  inPage: (...args: Args) => Result,
  ...args: Args
): Promise<Result> {
  return (await page.run(`(${inPage})(...${JSON.stringify(args)})`)) as Result
}

/** Waits until a condition in the page is true. */
export async function waitUntil<Args extends readonly string[]>(
  page: Page,
  isTrue: (...args: Args) => boolean,
  ...args: Args
): Promise<void> {
  await retry(async () => {
    if (!(await evaluate(page, isTrue, ...args))) throw new Error(`Never true: ${isTrue} of ${args}`)
  })
}

/** Waits until an element with this text is shown. */
export const waitForText = (page: Page, selector: string, text: string) =>
  waitUntil(
    page,
    (selector, text) =>
      [...document.querySelectorAll(selector)].some(
        (element) => element.checkVisibility() && element.textContent.includes(text),
      ),
    selector,
    text,
  )

/** Presses the first element of a selector, or the first one with exactly this text. */
export async function press(page: Page, selector: string, text = ''): Promise<void> {
  await page.press(await retry(() => evaluate(page, pointOf, selector, text)))
}

export const pressButton = (page: Page, name: string) => press(page, 'button, [role=button]', name)

/** Replaces the text of a text box. */
export async function fill(page: Page, selector: string, text: string): Promise<void> {
  await press(page, selector)
  await evaluate(page, (box) => document.querySelector<HTMLInputElement>(box)?.select(), selector)
  await page.type(text)
}

/** Chooses from a dropdown by typing the text of the option, since its list is not part of the page. */
export async function choose(page: Page, selector: string, option: string): Promise<void> {
  await evaluate(page, (dropdown) => document.querySelector<HTMLElement>(dropdown)?.focus(), selector)
  await page.type(option)
  await waitUntil(
    page,
    (dropdown, text) =>
      document.querySelector<HTMLSelectElement>(dropdown)?.selectedOptions[0]?.text === text,
    selector,
    option,
  )
}

/** Runs in the page: scrolls to an element, and returns its center once it is still and nothing else is there. */
async function pointOf(selector: string, text: string): Promise<Point> {
  const element = [...document.querySelectorAll(selector)].find(
    (candidate) => !text || candidate.textContent.trim() === text,
  )
  if (!element) throw new Error(`There is no ${selector} ${text}`)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const center = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const before = center()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const point = center()
  if (point.x !== before.x || point.y !== before.y) throw new Error(`${selector} ${text} keeps moving`)
  const there = document.elementFromPoint(point.x, point.y)
  if (!there || !(element.contains(there) || there.closest('label')?.control === element))
    throw new Error(`On ${selector} ${text} is ${there?.outerHTML.slice(0, 100)}`)
  return point
}

/** Repeats an attempt until it succeeds, or fails with its last error. */
async function retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(50)
    }
  }
}
