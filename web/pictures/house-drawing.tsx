const addresses: Record<string, string> = import.meta.glob('../assets/houses/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The drawing of a house style, or an empty area if a new style has no drawing yet (pictures.test.ts reports it). */
export function HouseDrawing({ style }: { style: string }) {
  const address = addresses[`../assets/houses/${houseFile(style)}`]
  if (!address) return <span className="house-drawing" />
  return <img className="house-drawing" src={address} alt="" width={320} height={240} />
}

/** A drawing's file is named after its style. */
const houseFile = (style: string) => `${style.toLowerCase().replace(/\W+/g, '-')}.svg`
