import pictures from '../assets/pictures/pictures.json' with { type: 'json' }

/** One of `art/masters`. A picture of the business, or of a new remodel type, may not be among them yet. */
type PictureName = keyof typeof pictures | (string & {})

export interface PictureProps {
  readonly name: PictureName
  /** The name of the crop, and of the one for phones if that differs. */
  readonly crop: string
  readonly phoneCrop?: string
  /** The largest layout that shows the phone crop. */
  readonly phoneCropUpTo?: keyof typeof UP_TO
  /** The crop for larger windows in portrait orientation. */
  readonly uprightCrop?: string
  /** HTML's `sizes`. */
  readonly sizes: string
  /** `''` if the picture is decoration. */
  readonly alt: string
  /** True for the landing's picture, which loads first. */
  readonly first?: boolean
}

/** The `sizes` of a tall picture that covers its side of the window. */
export const TALL = 'max(42vw, 66vh)'

interface Crop {
  readonly width: number
  readonly height: number
  readonly widths: readonly number[]
}

/** The folder of the published pictures; vite.config.ts defines it. */
declare const PICTURES: string

/**
 * A photograph in several sizes for the browser to choose from, with its space reserved. Browsers that do not know AVIF,
 * such as Edge before 121, get the largest size.
 */
export function Picture(props: PictureProps) {
  const { name, crop, phoneCrop, phoneCropUpTo = 'phone', uprightCrop, sizes, alt, first = false } = props
  // The visit must go on without it.
  if (!(name in pictures)) return null
  const { width, height } = cropNamed(name, crop)
  return (
    <picture>
      {phoneCrop && <Sources name={name} crop={phoneCrop} media={UP_TO[phoneCropUpTo]} sizes="100vw" />}
      {uprightCrop && <Sources name={name} crop={uprightCrop} media="(orientation: portrait)" sizes="80vh" />}
      <source type="image/avif" sizes={sizes} {...sourceOf(name, crop, 'avif')} />
      <img
        src={addressOf(name, crop, width, 'webp')}
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

/** The address of a crop's largest file, for a video's poster. */
export const largestOf = (name: PictureName, crop: string) =>
  addressOf(name, crop, cropNamed(name, crop).width, 'webp')

/** The same breakpoints as in the styles. A large tablet in portrait is as wide as a desktop, but much higher. */
const UP_TO = {
  phone: '(width < 44em)',
  tablet: '(width < 64em), (max-aspect-ratio: 4 / 5)',
} as const

function sourceOf(name: PictureName, crop: string, format: string) {
  const { width, height, widths } = cropNamed(name, crop)
  const published = format === 'avif' ? widths : [width]
  const srcSet = published.map((each) => `${addressOf(name, crop, each, format)} ${each}w`).join(', ')
  return { srcSet, width, height }
}

function cropNamed(name: PictureName, crop: string): Crop {
  const all: Record<string, Record<string, Crop>> = pictures
  const found = all[name]?.[crop]
  if (!found) throw new Error(`The picture ${name} has no crop ${crop}: npm run pictures`)
  return found
}

const addressOf = (name: string, crop: string, width: number, format: string) =>
  `${PICTURES}${name}.${crop}-${width}.${format}`
