/** Runs in the page: sets the spacing of text that WCAG 1.4.12 requires a page to bear. */
export function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
}
