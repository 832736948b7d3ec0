/** Runs in the page: the words that run over more than one line. */
export function brokenWords(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => {
    const text = element.firstChild
    if (!(text instanceof Text)) return []
    return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })
}
