/** A tape measure drawn out one inch a step. For the eye only: the counter says the same in words. */
export function Tape({ inches, drawn }: { inches: number; drawn: number }) {
  const cells = Array.from({ length: inches }, (_, index) => index + 1)
  return (
    <div className="tape" aria-hidden="true">
      {cells.map((inch) => (
        <i key={inch} className={classOf(inch, drawn)} data-inch={inch <= drawn ? inch : undefined} />
      ))}
    </div>
  )
}

function classOf(inch: number, drawn: number) {
  if (inch === drawn) return 'on hook'
  return inch < drawn ? 'on' : undefined
}
