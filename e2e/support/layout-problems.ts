/** Runs in the page: finds what is too wide, text that is cut off, broken or covered, and controls that are too small. */
export function layoutProblems(): readonly string[] {
  const problems: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) problems.push(`${scrollWidth - clientWidth} px too wide`)
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`

  const layer = document.querySelector('dialog[open]') ?? document.body
  const edge = layer === document.body ? { left: 0, right: clientWidth } : layer.getBoundingClientRect()
  if (document.querySelector('#root[inert]')) return problems
  // The button of a message stays visible while the message scrolls.
  for (const close of document.querySelectorAll('dialog[open] button')) {
    layer.scrollTo(0, 0)
    if (close.getBoundingClientRect().bottom > layer.getBoundingClientRect().bottom)
      problems.push(`${nameOf(close)} is below the edge`)
  }
  for (const control of layer.querySelectorAll('a, button, input, select, textarea, summary, video')) {
    // A radio's target is its whole card.
    const target = control.matches('[type=radio]') ? (control.closest('.choice, .house') ?? control) : control
    const { width, height, left, right } = target.getBoundingClientRect()
    if (width === 0 || control.closest('[hidden]')) continue
    if (Math.min(width, height) < 43.5) problems.push(`${nameOf(control)} is ${width} by ${height}`)
    if (left < edge.left - 0.5 || right > edge.right + 0.5) problems.push(`${nameOf(control)} sticks out`)
    if (control.scrollWidth > control.clientWidth && control.matches('button'))
      problems.push(`${nameOf(control)} is too narrow for its words`)
  }
  for (const text of layer.querySelectorAll('h1, h2, p, li, label, button, a, dt, dd, .whole')) {
    const { left, right, width } = text.getBoundingClientRect()
    const isShown = width > 1 && text.checkVisibility({ visibilityProperty: true })
    if (isShown && (left < edge.left - 0.5 || right > edge.right + 0.5))
      problems.push(`${nameOf(text)} is cut off`)
    if (text.matches('.whole') && text.getClientRects().length > 1) problems.push(`${nameOf(text)} is broken`)
  }
  for (const button of layer.querySelectorAll('button')) {
    if (!button.checkVisibility()) continue
    button.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = button.getBoundingClientRect()
    if (!button.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
      problems.push(`${nameOf(button)} is under something`)
  }
  scrollTo(0, 0)
  const barHeight = document.querySelector('.bar')?.clientHeight ?? 0
  for (const heading of layer.querySelectorAll('h1')) {
    const words = document.createRange()
    words.selectNodeContents(heading)
    // Large text may begin below the window, so it is scrolled into view first.
    if (words.getBoundingClientRect().bottom > innerHeight - barHeight)
      heading.scrollIntoView({ block: 'center' })
    for (const one of words.getClientRects()) {
      const x = Math.min(one.right - 1, clientWidth - 1)
      if (document.elementFromPoint(x, one.y + one.height / 2)?.closest('button'))
        problems.push(`${nameOf(heading)} is under a button`)
    }
  }
  // Visitors' own text and the name of the site may break within a word; our texts may not.
  for (const ours of layer.querySelectorAll('h1:not(.masthead), .claims li, .complaints li, .virtues li')) {
    const words = document.createRange()
    const texts = document.createTreeWalker(ours, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        words.setStart(text, index)
        words.setEnd(text, index + word.length)
        // The first letter may have its own box on the same line.
        const [first, ...others] = words.getClientRects()
        if (first && others.some(({ top }) => top > first.top + first.height / 2))
          problems.push(`${word} in ${nameOf(ours)} is broken`)
      }
    }
  }
  for (const picture of layer.querySelectorAll('.choice picture')) {
    const words = document.createRange()
    words.selectNodeContents(picture.parentElement?.querySelector('label') ?? picture)
    const { left, top } = picture.getBoundingClientRect()
    if ([...words.getClientRects()].some((line) => line.right > left && line.bottom > top))
      problems.push(`${nameOf(picture.closest('.choice') ?? picture)} has a picture over its text`)
  }
  return problems
}
