// Creates the icons and the preview picture for shared links: `npm run icons`. The sources, web/public/favicon.svg and
// art/icons, are drawn by hand.

import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { onStage } from './on-stage.ts'

const PUBLIC = new URL('../web/public/', import.meta.url)
const favicon = await readFile(new URL('favicon.svg', PUBLIC))
const appIcon = await readFile(new URL('../art/icons/app-icon.svg', import.meta.url))

await writeFile(
  new URL('favicon.ico', PUBLIC),
  icoOf(await Promise.all([16, 32, 48].map((size) => png(favicon, size)))),
)
await writeFile(new URL('apple-touch-icon.png', PUBLIC), await png(appIcon, 180))
await writeFile(new URL('icon-192.png', PUBLIC), await png(appIcon, 192))
await writeFile(new URL('icon-512.png', PUBLIC), await png(appIcon, 512))
await writeFile(new URL('../server/mail/pictures/logo.png', import.meta.url), await png(appIcon, 96))
await onStage('art/icons/share.html', { width: 1200, height: 630 }, async (page) => {
  const picture = sharp(await page.screenshot()).jpeg({
    quality: 84,
    mozjpeg: true,
    chromaSubsampling: '4:4:4',
  })
  await writeFile(new URL('og.jpg', PUBLIC), await picture.toBuffer())
})

function png(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: 72 * 16 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** An .ico file is a directory followed by pictures, which may be PNGs. */
function icoOf(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach((picture, index) => {
    const entry = 6 + 16 * index
    head.writeUInt8(picture.readUInt32BE(16), entry)
    head.writeUInt8(picture.readUInt32BE(20), entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  })
  return Buffer.concat([head, ...pictures])
}
