// Creates the pictures of the site from their masters: `npm run pictures` for all, `npm run pictures cover level` for some.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { OperatorError } from '../server/lib/errors.ts'
import { exitWithError } from './exit-with-error.ts'
import { maxBytes } from './picture-budgets.ts'
import { type Crop, cropProblem, mailCrops, pictureCrops } from './picture-crops.ts'

const MASTERS = new URL('../art/masters/', import.meta.url)
const PICTURES = new URL('../web/assets/pictures/', import.meta.url)
const MAIL_PICTURES = new URL('../server/mail/pictures/', import.meta.url)

/** Tried in this order until the file fits its budget. Below the last quality, pictures look bad. */
const QUALITIES = { avif: [66, 60, 54, 48, 42, 36], webp: [84, 78, 72, 66, 60, 54, 48, 40] } as const
type Format = keyof typeof QUALITIES

await makePictures(process.argv.slice(2))

async function makePictures(only: readonly string[]) {
  const unknown = only.filter((name) => !Object.hasOwn(pictureCrops, name))
  if (unknown.length > 0)
    exitWithError(
      `Unknown picture: ${unknown.join(', ')}. The pictures are ${Object.keys(pictureCrops).join(', ')}.`,
    )
  const made = Object.entries(pictureCrops).filter(([name]) => only.length === 0 || only.includes(name))
  for (const [name] of made) await expectMaster(name)
  await mkdir(PICTURES, { recursive: true })
  for (const [name, crops] of made) {
    for (const [cropName, crop] of Object.entries(crops)) {
      for (const { width, format } of formsOf(crop))
        await makeFile(name, `${name}.${cropName}-${width}.${format}`, { crop, width, format })
    }
    const mailCrop = mailCrops[name]
    if (mailCrop) await makeMailPicture(name, mailCrop)
  }
  await removeOthers()
  await writeFile(new URL('pictures.json', PICTURES), `${JSON.stringify(sizesOf(pictureCrops), null, 2)}\n`)
}

/** Checked before any picture is created, because a business may have replaced a master with a smaller photograph. */
async function expectMaster(name: string) {
  const master = await sharp(fileURLToPath(new URL(`${name}.png`, MASTERS)))
    .metadata()
    .catch(() => exitWithError(new OperatorError(`art/masters/${name}.png is not a readable picture.`)))
  const problem = cropProblem(name, master)
  if (problem !== null) exitWithError(new OperatorError(problem))
}

/** Removes the files of crops and widths that are no longer in the table. */
async function removeOthers() {
  const wanted = Object.entries(pictureCrops).flatMap(([name, crops]) =>
    Object.entries(crops).flatMap(([cropName, crop]) =>
      formsOf(crop).map(({ width, format }) => `${name}.${cropName}-${width}.${format}`),
    ),
  )
  for (const file of await readdir(PICTURES)) {
    if (!wanted.includes(file)) await rm(new URL(file, PICTURES))
  }
}

/** Every width as AVIF, and the largest as WebP for browsers that do not know AVIF. */
const formsOf = ({ widths }: Crop): readonly { width: number; format: Format }[] => [
  ...widths.map((width) => ({ width, format: 'avif' as const })),
  { width: Math.max(...widths), format: 'webp' },
]

/** As JPEG, because many mail programs show no other format. */
async function makeMailPicture(name: string, { left, top, width, height }: Crop) {
  await sharp(fileURLToPath(new URL(`${name}.png`, MASTERS)))
    .extract({ left, top, width, height })
    .resize(1200, 560, { fit: 'fill' })
    .removeAlpha()
    .jpeg({ quality: 62, mozjpeg: true })
    .toFile(fileURLToPath(new URL(`${name}.jpg`, MAIL_PICTURES)))
}

async function makeFile(
  name: string,
  file: string,
  { crop, width, format }: { crop: Crop; width: number; format: Format },
) {
  const { left, top } = crop
  const pixels = await sharp(await readFile(new URL(`${name}.png`, MASTERS)))
    .extract({ left, top, width: crop.width, height: crop.height })
    .resize({ width, height: heightAt(crop, width), fit: 'fill' })
    .removeAlpha()
    .toBuffer()

  for (const quality of QUALITIES[format]) {
    const bytes = await encode(pixels, format, quality)
    if (bytes.length > maxBytes(file)) continue
    await writeFile(fileURLToPath(new URL(file, PICTURES)), bytes)
    console.log(`${file}  ${(bytes.length / 1000).toFixed(1)} kB  quality ${quality}`)
    return
  }
  exitWithError(
    new OperatorError(
      `${file} does not fit into ${maxBytes(file) / 1000} kB. Choose a picture with less detail, or a smaller part of it.`,
    ),
  )
}

function encode(pixels: Buffer, format: Format, quality: number): Promise<Buffer> {
  switch (format) {
    case 'avif':
      return sharp(pixels).avif({ quality, effort: 5, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return sharp(pixels).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
  }
}

/** The data for `srcset`, `width` and `height` on the pages. */
function sizesOf(crops: typeof pictureCrops) {
  return mapValues(crops, (picture) =>
    mapValues(picture, (crop) => {
      const width = Math.max(...crop.widths)
      return { width, height: heightAt(crop, width), widths: crop.widths }
    }),
  )
}

function heightAt(crop: Crop, width: number): number {
  return Math.round((crop.height * width) / crop.width)
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
