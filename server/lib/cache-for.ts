/** Asks at most once in so many milliseconds; meanwhile everybody hears the same answer. */
export function remembered<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    if (!answer) {
      answer = ask()
      setTimeout(() => {
        answer = undefined
      }, ms).unref()
    }
    return answer
  }
}
