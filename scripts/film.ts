// Makes the film of the slide 'process' from its words, its stage in art/film and the masters: `npm run film`.
// `npm run film -- --look 3 12.5` only keeps the frames at those seconds, in art/film/work.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { captionsOf, readFilmWords } from './film-words.ts'
import { HEAVIEST_FILM } from './heaviest-film.ts'
import { onStage } from './on-stage.ts'

const FRAMES_PER_SECOND = 30
const POSTER_AT = 37.5
const VIDEO_BITRATE = '700k'

const ART = new URL('../art/', import.meta.url)
const FILM = new URL('../web/assets/film/', import.meta.url)
const WORK = new URL('film/work/', ART)
const TAKE = fileURLToPath(new URL('take.mkv', WORK))

const words = await readFilmWords()
await mkdir(WORK, { recursive: true })

const look = process.argv.indexOf('--look')
if (look > 0) await openStage((page) => keepFrames(page, process.argv.slice(look + 1).map(Number)))
else await makeFilm()

async function makeFilm() {
  requireFfmpeg()
  await openStage(recordTake)
  await writeFile(new URL('process.vtt', FILM), captionsOf(words))
  encode('process.webm', ['-c:v', 'libvpx-vp9', '-row-mt', '1', '-deadline', 'good', '-cpu-used', '2'])
  encode('process.mp4', [
    '-c:v',
    'libx264',
    '-preset',
    'slower',
    '-tune',
    'animation',
    '-movflags',
    '+faststart',
  ])
  for (const file of ['process.webm', 'process.mp4']) {
    const { size } = await stat(new URL(file, FILM))
    if (size > HEAVIEST_FILM) throw new Error(`${file} is ${size} bytes, more than ${HEAVIEST_FILM}`)
    console.log(`${file}  ${(size / 1e6).toFixed(2)} MB`)
  }
  console.log('The poster is a master now: run `npm run pictures poster`.')
}

function openStage(act: (page: Page) => Promise<void>) {
  return onStage('art/film/stage.html', { width: 1280, height: 720 }, async (page) => {
    await page.waitForSelector('body[data-ready]')
    await act(page)
  })
}

/** One nearly lossless take, encoded twice afterwards: drawing a frame costs more than encoding it. */
async function recordTake(page: Page) {
  const ffmpeg = spawn(
    'ffmpeg',
    ['-y', '-v', 'error', '-f', 'image2pipe', '-c:v', 'mjpeg', '-r', `${FRAMES_PER_SECOND}`, '-i', '-']
      .concat(['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-pix_fmt', 'yuv420p'])
      .concat(['-vf', 'scale=out_color_matrix=bt709:out_range=tv', TAKE]),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const frames = Math.round(words.length * FRAMES_PER_SECOND)
  for (let frame = 0; frame < frames; frame += 1) {
    const picture = await frameAt(page, frame / FRAMES_PER_SECOND, 'jpeg')
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
    if (frame % 150 === 0) console.log(`${frame} of ${frames} frames`)
  }
  ffmpeg.stdin.end()
  await once(ffmpeg, 'close')
  await writeFile(new URL('masters/poster.png', ART), await frameAt(page, POSTER_AT, 'png'))
}

async function keepFrames(page: Page, seconds: readonly number[]) {
  for (const second of seconds)
    await writeFile(new URL(`${second}.png`, WORK), await frameAt(page, second, 'png'))
}

async function frameAt(page: Page, second: number, type: 'jpeg' | 'png'): Promise<Buffer> {
  await page.evaluate(`show(${second})`)
  return page.screenshot(type === 'jpeg' ? { type, quality: 97 } : { type })
}

/** Two passes, so that the size is known beforehand and the bits go where something moves. */
function encode(file: string, codec: readonly string[]) {
  const log = fileURLToPath(new URL(file, WORK))
  const common = [
    '-y',
    '-v',
    'error',
    '-i',
    TAKE,
    ...codec,
    '-b:v',
    VIDEO_BITRATE,
    '-pix_fmt',
    'yuv420p',
    '-an',
  ]
  const colour = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-g', '150']
  const run = (pass: number, to: readonly string[]) =>
    execFileSync('ffmpeg', [...common, ...colour, '-pass', `${pass}`, '-passlogfile', log, ...to], {
      stdio: 'inherit',
    })
  run(1, ['-f', 'null', '-'])
  run(2, [fileURLToPath(new URL(file, FILM))])
}

function requireFfmpeg() {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
  } catch {
    throw new Error('The film needs ffmpeg with libvpx-vp9 and libx264, e.g. `apt-get install ffmpeg`.')
  }
}
