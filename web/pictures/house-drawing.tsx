const addresses: Record<string, string> = import.meta.glob('../assets/houses/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The drawing of a style; its file is named after the style's own words. */
export function HouseDrawing({ style }: { style: string }) {
  const file = `../assets/houses/${style.toLowerCase().replaceAll(' ', '-')}.svg`
  const address = addresses[file]
  if (!address) throw new Error(`There is no drawing of '${style}': add ${file}`)
  return <img className="house-drawing" src={address} alt="" width={320} height={240} />
}
