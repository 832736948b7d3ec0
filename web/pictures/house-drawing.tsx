import { houseFile } from './house-file.ts'

const addresses: Record<string, string> = import.meta.glob('../assets/houses/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/**
 * The drawing of a style, or an empty place where a style was added or renamed and nobody drew it yet: a visit
 * must not end for that. house-file.test.ts tells what is to be drawn.
 */
export function HouseDrawing({ style }: { style: string }) {
  const address = addresses[`../assets/houses/${houseFile(style)}`]
  if (!address) return <span className="house-drawing" />
  return <img className="house-drawing" src={address} alt="" width={320} height={240} />
}
