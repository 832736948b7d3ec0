/** A kitchen counter in tints and shades of the pane's color. Only the kettle has a color of its own. */
export function CounterDrawing({ kettleColor }: { kettleColor: 'ox' | 'green' }) {
  return (
    <svg
      className="drawing"
      data-kettle={kettleColor}
      viewBox="0 120 600 400"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <Tiles />
      <Rail />
      <rect className="worktop" y="326" width="600" height="20" />
      <rect className="front" y="346" width="600" height="240" />
      <rect className="shade" y="346" width="600" height="12" opacity=".5" />
      <Door x={-20} knob={119} />
      <Door x={132} knob={143} />
      {[360, 434, 508].map((y) => (
        <Drawer key={y} y={y} />
      ))}
      <Door x={466} knob={605} />
      <rect className="thing" x="54" y="226" width="76" height="102" rx="10" transform="rotate(-5 92 300)" />
      <FruitBowl />
      <Kettle />
    </svg>
  )
}

/** Four rows of tiles. All tiles of one tone share a path, which is faster to lay out. */
function Tiles() {
  return TILE_TONES.map((tone, index) => (
    <path
      key={tone}
      className="tile"
      d={TILES.filter((tile) => tile.tone === index)
        .map(({ d }) => d)
        .join('')}
      opacity={tone}
    />
  ))
}

const TILE_TONES = [0.1, 0.18, 0.26, 0.16, 0.24, 0.14, 0.22, 0.12]

const TILES = Array.from({ length: 4 * 15 }, (_, index) => {
  const row = Math.floor(index / 15)
  const column = index % 15
  return {
    tone: (column * 5 + row * 3) % TILE_TONES.length,
    d: `M${column * 42 - (row % 2) * 21} ${190 + row * 34}h40v32h-40z`,
  }
})

const Rail = () => (
  <>
    <rect className="shade" x="40" y="150" width="300" height="5" />
    {[76, 140, 206, 276].map((x) => (
      <rect key={x} className="shade" x={x} y="155" width="3" height="18" />
    ))}
    <path className="thing" d="M52 172h50v6a25 25 0 0 1-50 0zM100 173h34v5h-34z" />
    <path className="thing" d="M136 172h11v61a15 20 0 1 1-11 0z" />
    <path className="thing" d="M203 172h9v56h13v34h-35v-34h13z" />
    <circle className="thing" cx="277" cy="196" r="27" />
    <circle className="front" cx="277" cy="196" r="19" />
  </>
)

const Door = ({ x, knob }: { x: number; knob: number }) => (
  <>
    <rect className="thing" x={x} y="360" width="150" height="220" />
    <rect className="front" x={x + 2} y="362" width="146" height="216" />
    <rect className="panel" x={x + 20} y="380" width="110" height="180" />
    <rect className="shade" x={x + 20} y="380" width="110" height="4" />
    <circle className="shade" cx={knob} cy="404" r="6" />
  </>
)

const Drawer = ({ y }: { y: number }) => (
  <>
    <rect className="thing" x="284" y={y} width="180" height="72" />
    <rect className="front" x="286" y={y + 2} width="176" height="68" />
    <rect className="panel" x="300" y={y + 16} width="148" height="40" />
    <rect className="shade" x="300" y={y + 16} width="148" height="4" />
    <circle className="shade" cx="350" cy={y + 36} r="6" />
    <circle className="shade" cx="398" cy={y + 36} r="6" />
  </>
)

const FruitBowl = () => (
  <>
    <circle className="shade" cx="446" cy="270" r="18" />
    <circle className="shade" cx="480" cy="266" r="20" />
    <circle className="shade" cx="514" cy="270" r="18" />
    <path className="thing" d="M418 280h126q-4 46-46 46h-34q-42 0-46-46z" />
  </>
)

const Kettle = () => (
  <>
    <path className="kettle" d="M222 326q-4-74 60-74t60 74z" />
    <path className="kettle-handle" d="M240 262q42-66 84 0" />
    <path className="kettle-spout" d="M338 296l44-34 10 11-48 50z" />
    <circle className="kettle-knob" cx="282" cy="247" r="9" />
    <path className="kettle-gleam" d="M238 300q6-34 28-40-18 22-18 46z" />
  </>
)
