/** A tape measure that grows by an inch with every step. Hidden from screen readers, which read the counter. */
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
