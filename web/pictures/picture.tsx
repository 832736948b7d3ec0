import pictures from '../assets/pictures/pictures.json' with { type: 'json' }

type PictureName = keyof typeof pictures

export interface PictureProps {
  readonly name: PictureName
  /** Which crop of it, and which one on a phone where that differs. */
  readonly crop: string
  readonly phoneCrop?: string
  /** The largest layout that shows the phone's crop. */
  readonly phoneCropUpTo?: keyof typeof UP_TO
  /** Which one in a larger window that is higher than wide, as a tablet held upright has it. */
  readonly uprightCrop?: string
  /** How wide it is shown, as in HTML's `sizes`. */
  readonly sizes: string
  /** What is to be seen, or `''` where the picture only decorates. */
  readonly alt: string
  /** True for the one picture that the first paint waits for. */
  readonly first?: boolean
}

/**
 * The `sizes` of a tall picture that fills its side of the window: the window's height says how wide it is
 * drawn, wherever that is more than its side.
 */
export const TALL = 'max(42vw, 66vh)'

interface Crop {
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
}

// Vite turns every derivative into the address of its hashed file.
const addresses: Record<string, string> = import.meta.glob('../assets/pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** A photograph in the sizes and formats that the browser can choose from, with its place reserved. */
export function Picture(props: PictureProps) {
  const { name, crop, phoneCrop, phoneCropUpTo = 'phone', uprightCrop, sizes, alt, first = false } = props
  // Types know no such name, but a remodel type may be added before its pictures: a visit must not end for that.
  if (!(name in pictures)) return null
  const { width, height } = cropNamed(name, crop)
  return (
    <picture>
      {phoneCrop && <Sources name={name} crop={phoneCrop} media={UP_TO[phoneCropUpTo]} sizes="100vw" />}
      {uprightCrop && <Sources name={name} crop={uprightCrop} media="(orientation: portrait)" sizes="80vh" />}
      <source type="image/avif" sizes={sizes} {...sourceOf(name, crop, 'avif')} />
      <img
        src={addressOf(name, crop, width, 'webp')}
        srcSet={sourceOf(name, crop, 'webp').srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        decoding={first ? undefined : 'async'}
        fetchPriority={first ? 'high' : undefined}
      />
    </picture>
  )
}

interface SourcesProps extends Pick<PictureProps, 'name' | 'crop' | 'sizes'> {
  readonly media: string
}

const Sources = ({ name, crop, media, sizes }: SourcesProps) =>
  ['avif', 'webp'].map((format) => (
    <source
      key={format}
      media={media}
      type={`image/${format}`}
      sizes={sizes}
      {...sourceOf(name, crop, format)}
    />
  ))

/** The address of a crop's largest file, for what takes one address alone, such as a film's poster. */
export const largestOf = (name: PictureName, crop: string) =>
  addressOf(name, crop, cropNamed(name, crop).width, 'webp')

/** The layouts as in the styles. The largest tablets, held upright, are as wide as a desktop, but far higher. */
const UP_TO = {
  phone: '(max-width: 43.75em)',
  tablet: '(width < 64em), (max-aspect-ratio: 4 / 5)',
} as const

function sourceOf(name: PictureName, crop: string, format: string) {
  const { width, height, widths } = cropNamed(name, crop)
  const srcSet = widths.map((each) => `${addressOf(name, crop, each, format)} ${each}w`).join(', ')
  return { srcSet, width, height }
}

function cropNamed(name: PictureName, crop: string): Crop {
  const crops: Record<string, Crop> = pictures[name]
  const found = crops[crop]
  if (!found) throw new Error(`The picture ${name} has no crop ${crop}: npm run pictures`)
  return found
}

function addressOf(name: string, crop: string, width: number, format: string): string {
  const address = addresses[`../assets/pictures/${name}.${crop}-${width}.${format}`]
  if (!address) throw new Error(`There is no ${format} of ${name}, ${crop}, ${width} wide: npm run pictures`)
  return address
}
