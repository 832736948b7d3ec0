const A_WHILE_MS = 5 * 60_000

// By the clock: on most computers and phones performance.now() stands still while they sleep.
let touchedAt = Date.now()
for (const sign of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(
    sign,
    () => {
      touchedAt = Date.now()
    },
    { capture: true, passive: true },
  )

/** True when nobody has touched the page for a while: what it asks for by itself keeps nobody signed in. */
export const isUnattended = () => Date.now() - touchedAt > A_WHILE_MS
