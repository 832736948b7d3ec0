/** Runs in the page: what sticks out sideways, what text is cut off, torn or under something, and what cannot be pressed well. */
export function layoutProblems(): readonly string[] {
  const troubles: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) troubles.push(`${scrollWidth - clientWidth} px sideways`)
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`

  const layer = document.querySelector('dialog[open]') ?? document.body
  const edge = layer === document.body ? { left: 0, right: clientWidth } : layer.getBoundingClientRect()
  if (document.querySelector('#root[inert]')) return troubles
  // The button of a message is in reach wherever the message is scrolled to.
  for (const close of document.querySelectorAll('dialog[open] button')) {
    layer.scrollTo(0, 0)
    if (close.getBoundingClientRect().bottom > layer.getBoundingClientRect().bottom)
      troubles.push(`${nameOf(close)} is below the edge`)
  }
  for (const control of layer.querySelectorAll('a, button, input, select, textarea, summary, video')) {
    // A radio's target is its whole card.
    const target = control.matches('[type=radio]') ? (control.closest('.choice, .house') ?? control) : control
    const { width, height, left, right } = target.getBoundingClientRect()
    if (width === 0 || control.closest('[hidden]')) continue
    if (Math.min(width, height) < 43.5) troubles.push(`${nameOf(control)} is ${width} by ${height}`)
    if (left < edge.left - 0.5 || right > edge.right + 0.5) troubles.push(`${nameOf(control)} sticks out`)
    if (control.scrollWidth > control.clientWidth && control.matches('button'))
      troubles.push(`${nameOf(control)} is too narrow for its words`)
  }
  for (const text of layer.querySelectorAll('h1, h2, p, li, label, button, a, dt, dd, .whole')) {
    const { left, right, width } = text.getBoundingClientRect()
    const isShown = width > 1 && text.checkVisibility({ visibilityProperty: true })
    if (isShown && (left < edge.left - 0.5 || right > edge.right + 0.5))
      troubles.push(`${nameOf(text)} is cut off`)
  }
  for (const button of layer.querySelectorAll('button')) {
    if (!button.checkVisibility()) continue
    button.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = button.getBoundingClientRect()
    if (!button.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
      troubles.push(`${nameOf(button)} is under something`)
  }
  scrollTo(0, 0)
  const barHeight = document.querySelector('.bar')?.clientHeight ?? 0
  for (const heading of layer.querySelectorAll('h1')) {
    const words = document.createRange()
    words.selectNodeContents(heading)
    // Large text may begin below the window; nothing lies on it once it is scrolled to.
    if (words.getBoundingClientRect().bottom > innerHeight - barHeight)
      heading.scrollIntoView({ block: 'center' })
    for (const one of words.getClientRects()) {
      const x = Math.min(one.right - 1, clientWidth - 1)
      if (document.elementFromPoint(x, one.y + one.height / 2)?.closest('button'))
        troubles.push(`${nameOf(heading)} is under a button`)
    }
  }
  // What a visitor typed may be torn, and the site's own name; our words are not.
  for (const ours of layer.querySelectorAll('h1:not(.masthead), .claims li, .complaints li, .virtues li')) {
    const words = document.createRange()
    const texts = document.createTreeWalker(ours, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        words.setStart(text, index)
        words.setEnd(text, index + word.length)
        // A first letter may have a box of its own, on the same line.
        const [first, ...others] = words.getClientRects()
        if (first && others.some(({ top }) => top > first.top + first.height / 2))
          troubles.push(`${word} in ${nameOf(ours)} is torn`)
      }
    }
  }
  for (const picture of layer.querySelectorAll('.choice picture')) {
    const words = document.createRange()
    words.selectNodeContents(picture.parentElement?.querySelector('label') ?? picture)
    const { left, top } = picture.getBoundingClientRect()
    if ([...words.getClientRects()].some((line) => line.right > left && line.bottom > top))
      troubles.push(`${nameOf(picture.closest('.choice') ?? picture)} has its picture on its words`)
  }
  return troubles
}
