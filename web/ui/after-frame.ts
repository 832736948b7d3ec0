/** Does what nobody sees once the next frame is drawn, so that no step waits for it; in the order it is asked for. */
export const afterFrame = (work: () => void) => void requestAnimationFrame(() => setTimeout(work))
