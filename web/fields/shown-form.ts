/** The form of the screen. An extension of the browser may have put one of its own into the page. */
export const shownForm = () => document.querySelector<HTMLFormElement>('#root form')
