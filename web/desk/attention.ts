const A_WHILE_MS = 5 * 60_000

let touchedAt = performance.now()
for (const sign of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(
    sign,
    () => {
      touchedAt = performance.now()
    },
    { capture: true, passive: true },
  )

/** True when nobody has touched the page for a while: what it asks for by itself keeps nobody signed in. */
export const isUnattended = () => performance.now() - touchedAt > A_WHILE_MS
